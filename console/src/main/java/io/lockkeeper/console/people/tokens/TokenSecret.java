package io.lockkeeper.console.people.tokens;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a token: {@code lockkeeper_}, 16 hex digits by which it is found, {@code _}, and 256 random bits. That many bits need no slow
 * hash, because they cannot be guessed.
 *
 * @param id the digits that identify it
 * @param text the whole token
 */
record TokenSecret(String id, String text) {

    private static final Pattern FORM = Pattern.compile("lockkeeper_([0-9a-f]{16})_[A-Za-z0-9_-]{43}");
    private static final int ID_BYTES = 8;
    private static final int SECRET_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    static TokenSecret make() {
        String id = HexFormat.of().formatHex(random(ID_BYTES));
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(random(SECRET_BYTES));
        return new TokenSecret(id, "lockkeeper_%s_%s".formatted(id, secret));
    }

    /** Empty if the text cannot be a token. */
    static Optional<TokenSecret> of(String presented) {
        Matcher form = FORM.matcher(presented);
        return form.matches() ? Optional.of(new TokenSecret(form.group(1), presented)) : Optional.empty();
    }

    String hash() {
        return HexFormat.of().formatHex(digest());
    }

    /** Compares in constant time. */
    boolean hasHash(String hash) {
        return MessageDigest.isEqual(
                hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    private byte[] digest() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    private static byte[] random(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /** The id without the secret. */
    @Override
    public String toString() {
        return "token " + id;
    }
}
