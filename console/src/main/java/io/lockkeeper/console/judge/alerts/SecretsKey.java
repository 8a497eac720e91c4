package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.console.ground.store.Secrets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bson.types.Binary;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Encrypts secrets before they are stored. With the key from {@code LOCKKEEPER_SECRETS_KEY}, 32 bytes in Base64, reading the database
 * does not reveal them; without it, the consoles share a key that is kept in their database. AES-256-GCM; each text is bound to what it
 * belongs to, so that none can be put in another's place. The key of {@code LOCKKEEPER_SECRETS_KEY_BEFORE} and the kept one still read
 * what was encrypted with them.
 */
@Component
final class SecretsKey {

    static final String MISSING =
            "A webhook needs a secret, and the console has no key to encrypt it with: it may not keep one in its database. Set LOCKKEEPER_SECRETS_KEY to the output of “openssl rand -base64 32” for every console, and restart them.";
    private static final String VARIABLE = "LOCKKEEPER_SECRETS_KEY";
    private static final String BEFORE = "LOCKKEEPER_SECRETS_KEY_BEFORE";
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final byte[] NONE = {};
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final byte[] key;
    private final byte[] before;
    private final BooleanSupplier keepsOne;
    private final Supplier<byte[]> kept;

    @Autowired
    SecretsKey(
            @Value("${lockkeeper.secrets-key:}") String given,
            @Value("${lockkeeper.secrets-key-before:}") String givenBefore,
            Secrets secrets) {
        this(given, givenBefore, secrets::last, () -> secrets.of("alerts"));
    }

    private SecretsKey(String given, String givenBefore, BooleanSupplier keepsOne, Supplier<byte[]> kept) {
        this.keepsOne = keepsOne;
        this.kept = kept;
        key = decoded(VARIABLE, given.strip());
        before = decoded(BEFORE, givenBefore.strip());
        if (key.length == 0 && before.length > 0) {
            throw new StartRefusedException(
                    "%s is set, but %s is not: the key to encrypt secrets with from now on is missing."
                            .formatted(BEFORE, VARIABLE));
        }
    }

    /** A key that is given and not stored. */
    SecretsKey(String given, String givenBefore) {
        this(given, givenBefore, () -> false, () -> NONE);
    }

    /** A key without a previous one. */
    SecretsKey(String given) {
        this(given, "");
    }

    boolean isThere() {
        return key.length > 0 || keepsOne.getAsBoolean();
    }

    /** Whether the key is in the same database as what it encrypts. */
    boolean isKept() {
        return key.length == 0;
    }

    /** The key to encrypt with; empty if there is none. May wait for MongoDB. */
    private byte[] present() {
        return key.length > 0 ? key : kept();
    }

    private byte[] kept() {
        return keepsOne.getAsBoolean() ? kept.get() : NONE;
    }

    /**
     * Encrypts the text.
     *
     * @param owner what it belongs to; only with the same can it be read again
     */
    Sealed seal(String owner, String text) {
        byte[] with = present();
        if (with.length == 0) {
            throw new UnreadableSecretException(MISSING);
        }
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] hidden =
                    cipher(Cipher.ENCRYPT_MODE, with, nonce, owner).doFinal(text.getBytes(StandardCharsets.UTF_8));
            byte[] both = ByteBuffer.allocate(nonce.length + hidden.length)
                    .put(nonce)
                    .put(hidden)
                    .array();
            return new Sealed(fingerprint(with), new Binary(both));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has " + ALGORITHM, e);
        }
    }

    /**
     * Decrypts the text.
     *
     * @throws UnreadableSecretException if this console has no key, or another one, or the text was changed
     */
    String open(String owner, Sealed sealed) {
        if (!isThere()) {
            throw new UnreadableSecretException(MISSING);
        }
        byte[] with = keyOf(sealed);
        if (with.length == 0) {
            throw new UnreadableSecretException(
                    "Its secret was encrypted with another %s than this console's. Start the console with that key, or set the target up again."
                            .formatted(VARIABLE));
        }
        byte[] both = sealed.bytes().getData();
        if (both.length <= NONCE_BYTES) {
            throw changed();
        }
        try {
            byte[] nonce = Arrays.copyOf(both, NONCE_BYTES);
            byte[] text = cipher(Cipher.DECRYPT_MODE, with, nonce, owner)
                    .doFinal(both, NONCE_BYTES, both.length - NONCE_BYTES);
            return new String(text, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            throw changed();
        }
    }

    /** Whether it was encrypted with an earlier key, and this console can encrypt it with the present one. May wait for MongoDB. */
    boolean isToBeRenewed(Sealed sealed) {
        byte[] with = present();
        return with.length > 0 && !sealed.key().equals(fingerprint(with)) && keyOf(sealed).length > 0;
    }

    /** The key that reads it; empty if this console does not have it. */
    private byte[] keyOf(Sealed sealed) {
        return Stream.<Supplier<byte[]>>of(() -> key, () -> before, this::kept)
                .map(Supplier::get)
                .filter(each -> each.length > 0 && sealed.key().equals(fingerprint(each)))
                .findFirst()
                .orElse(NONE);
    }

    private static UnreadableSecretException changed() {
        return new UnreadableSecretException(
                "Its secret was changed in the database by somebody without the key. Set up the target again.");
    }

    private static Cipher cipher(int mode, byte[] with, byte[] nonce, String owner) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, new SecretKeySpec(with, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /** Identifies a key without revealing it: 256 random bits cannot be found from a fingerprint. */
    private static String fingerprint(byte[] of) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update("lockkeeper-key".getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(of), 0, 8);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    private static byte[] decoded(String variable, String given) {
        if (given.isEmpty()) {
            return NONE;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(given);
            if (bytes.length == KEY_BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // said below, without the text: it may be a key with a slip of the pen
        }
        throw new StartRefusedException(
                "%s is not a key: it must be 32 bytes in Base64. “openssl rand -base64 32” makes one."
                        .formatted(variable));
    }

    /** A secret that cannot be encrypted or decrypted here; the message says why, and what to do. */
    static final class UnreadableSecretException extends RuntimeException {

        UnreadableSecretException(String message) {
            super(message);
        }
    }
}
