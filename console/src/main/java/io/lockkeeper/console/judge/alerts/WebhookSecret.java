package io.lockkeeper.console.judge.alerts;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret part of a webhook: its address, whose path is often a password, and its key. Signatures are those of the Standard
 * Webhooks specification.
 *
 * @param url where to post
 * @param key to sign with: {@code whsec_} and 32 bytes in Base64; or PagerDuty's routing key; empty for a receiver that knows none
 * @see <a href="https://www.standardwebhooks.com">Standard Webhooks</a>
 */
record WebhookSecret(String url, String key) {

    private static final String PREFIX = "whsec_";
    private static final int KEY_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";

    /** A secret with a new signing key. */
    static WebhookSecret signing(String url) {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new WebhookSecret(url, PREFIX + Base64.getEncoder().encodeToString(bytes));
    }

    /** No URL contains a line break. */
    static WebhookSecret parse(String text) {
        int end = text.indexOf('\n');
        return new WebhookSecret(text.substring(0, end), text.substring(end + 1));
    }

    String text() {
        return url + "\n" + key;
    }

    /** The signature over id, time and body: {@code v1,} and Base64. */
    String signature(String id, Instant at, String body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key.substring(PREFIX.length())), ALGORITHM));
            String signed = String.format(Locale.ROOT, "%s.%d.%s", id, at.getEpochSecond(), body);
            byte[] code = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(code);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has " + ALGORITHM, e);
        }
    }

    /** Hides both parts, which do not belong in a log. */
    @Override
    public String toString() {
        return "a webhook's secret";
    }
}
