package io.lockkeeper.host.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * By which a process shows that a session is its own. Only its hash is noted.
 *
 * @param text empty where it is not known, or there is none
 * @param hash empty where there is none
 */
public record SessionKey(String text, String hash) {

    static final SessionKey NONE = new SessionKey("", "");

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 16;

    static SessionKey fresh() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return of(HexFormat.of().formatHex(bytes));
    }

    static SessionKey of(String text) {
        return new SessionKey(text, hash(text));
    }

    boolean isOpenedBy(SessionKey other) {
        return !hash.isEmpty()
                && MessageDigest.isEqual(
                        hash.getBytes(StandardCharsets.US_ASCII), other.hash.getBytes(StandardCharsets.US_ASCII));
    }

    private static String hash(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Each JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "a key";
    }
}
