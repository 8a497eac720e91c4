package io.lockkeeper.console.people.security;

import io.lockkeeper.console.ground.store.ConsoleId;
import io.lockkeeper.console.ground.store.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.dao.DataAccessException;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * Browsers in which a user has logged in before. Each keeps a cookie {@code id.issued.signature}, signed for that user with
 * a key of the console's own database. It grants no access: it only keeps other people's failures from slowing a login down.
 */
@Component
final class KnownDevices {

    /** The start of the cookies' names: each console has one of its own. */
    static final String COOKIE = "lockkeeper-device-";

    private static final Duration REMEMBERED = Duration.ofDays(180);
    private static final String ALGORITHM = "HmacSHA256";

    private final Secrets secrets;
    private final ConsoleId id;

    KnownDevices(Secrets secrets, ConsoleId id) {
        this.secrets = secrets;
        this.id = id;
    }

    /** The cookie that makes a browser known to the user's further logins. */
    ResponseCookie cookie(String user, String path, boolean secure) {
        String content = UUID.randomUUID() + "." + Instant.now().getEpochSecond();
        return ResponseCookie.from(COOKIE + id.text(), content + "." + signature(user, content))
                .path(path)
                .maxAge(REMEMBERED)
                .httpOnly(true)
                .secure(secure)
                .sameSite("Strict")
                .build();
    }

    /** The browser's id, if one of the tokens was signed for that user, and not too long ago. */
    Optional<String> verified(String user, List<String> tokens) {
        return tokens.stream().flatMap(token -> verified(user, token).stream()).findFirst();
    }

    private Optional<String> verified(String user, String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3 || !isRecent(parts[1])) {
            return Optional.empty();
        }
        try {
            return isEqual(signature(user, parts[0] + "." + parts[1]), parts[2])
                    ? Optional.of(parts[0])
                    : Optional.empty();
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }

    private String signature(String user, String content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secrets.of("known-devices"), ALGORITHM));
            byte[] signed = mac.doFinal((content + "." + user).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has " + ALGORITHM, e);
        }
    }

    private static boolean isRecent(String issued) {
        try {
            return Instant.ofEpochSecond(Long.parseLong(issued))
                    .plus(REMEMBERED)
                    .isAfter(Instant.now());
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
