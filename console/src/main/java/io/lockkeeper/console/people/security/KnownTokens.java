package io.lockkeeper.console.people.security;

import io.lockkeeper.console.ground.loops.LastUsed;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Digests of the tokens that were valid when they were last used; the least recently used are forgotten first. Thread-safe. */
@Component
final class KnownTokens {

    private static final int MOST = 10_000;

    private final Set<Digest> known =
            Collections.synchronizedSet(Collections.newSetFromMap(LastUsed.<Digest, Boolean>atMost(MOST)));

    /** The digest is looked up, never the token itself, so that the time it takes reveals nothing about the token. */
    record Digest(String hex) {

        static Digest of(String token) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
                return new Digest(HexFormat.of().formatHex(digest));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("Every JVM has SHA-256", e);
            }
        }
    }

    boolean contains(String token) {
        return known.contains(Digest.of(token));
    }

    void note(String token) {
        known.add(Digest.of(token));
    }

    void forget(String token) {
        known.remove(Digest.of(token));
    }
}
