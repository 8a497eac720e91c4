package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;

class SecretsTest {

    private static final String KEY =
            Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8));
    private static final String OTHER =
            Base64.getEncoder().encodeToString("fedcba9876543210fedcba9876543210".getBytes(StandardCharsets.UTF_8));

    private final SecretsKey key = new SecretsKey(KEY);

    @Test
    void whatWasEncryptedIsReadWithTheSameKeyAndStoodNowhereInTheClear() {
        Sealed sealed = key.seal("ops", "whsec_secret");
        assertThat(key.open("ops", sealed)).isEqualTo("whsec_secret");
        assertThat(new String(sealed.bytes().getData(), StandardCharsets.ISO_8859_1))
                .doesNotContain("secret");
        assertThat(key.seal("ops", "whsec_secret")).isNotEqualTo(sealed);
    }

    @Test
    void withAnotherKeyOrNoneItIsUnreadableAndSaidSo() {
        Sealed sealed = key.seal("ops", "whsec_secret");
        assertThatThrownBy(() -> new SecretsKey(OTHER).open("ops", sealed))
                .isInstanceOf(SecretsKey.UnreadableSecretException.class)
                .hasMessageContaining("another LOCKKEEPER_SECRETS_KEY");
        assertThatThrownBy(() -> new SecretsKey("").open("ops", sealed)).hasMessageContaining("openssl rand");
        assertThatThrownBy(() -> new SecretsKey("").seal("ops", "x"))
                .isInstanceOf(SecretsKey.UnreadableSecretException.class);
    }

    @Test
    void withTheKeyBeforeItIsReadAndToBeEncryptedAnew() {
        Sealed sealed = key.seal("ops", "whsec_secret");
        SecretsKey rotated = new SecretsKey(OTHER, KEY);
        assertThat(rotated.open("ops", sealed)).isEqualTo("whsec_secret");
        assertThat(rotated.isToBeRenewed(sealed)).isTrue();
        Sealed renewed = rotated.seal("ops", rotated.open("ops", sealed));
        assertThat(rotated.isToBeRenewed(renewed)).isFalse();
        assertThat(new SecretsKey(OTHER).open("ops", renewed)).isEqualTo("whsec_secret");
        assertThat(new SecretsKey(OTHER).isToBeRenewed(sealed)).isFalse();
        assertThatThrownBy(() -> new SecretsKey("", KEY))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("LOCKKEEPER_SECRETS_KEY_BEFORE is set");
    }

    @Test
    void whatWasChangedOrPutInAnothersPlaceIsRefused() {
        Sealed sealed = key.seal("ops", "whsec_secret");
        assertThatThrownBy(() -> key.open("other", sealed)).hasMessageContaining("changed in the database");
        byte[] changed = sealed.bytes().getData().clone();
        changed[20] ^= 1;
        assertThatThrownBy(() -> key.open("ops", new Sealed(sealed.key(), new Binary(changed))))
                .isInstanceOf(SecretsKey.UnreadableSecretException.class);
        assertThatThrownBy(() -> key.open("ops", new Sealed(sealed.key(), new Binary(new byte[3]))))
                .isInstanceOf(SecretsKey.UnreadableSecretException.class);
    }

    @Test
    void aKeyOfAnotherLengthStopsTheStartAndIsNotRepeated() {
        for (String bad : new String[] {"short", "!", KEY + "AA"}) {
            assertThatThrownBy(() -> new SecretsKey(bad))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageNotContaining(KEY)
                    .hasMessageContaining("32 bytes in Base64");
        }
    }

    /** The example of the Standard Webhooks libraries. */
    @Test
    void signaturesAreThoseOfStandardWebhooks() {
        WebhookSecret secret = new WebhookSecret("https://x", "whsec_plJ3nmyCDGBKInavdOK15jsl");
        assertThat(secret.signature(
                        "msg_loFOjxBNrRLzqYUf",
                        Instant.ofEpochSecond(1_731_705_121),
                        "{\"event_type\":\"ping\",\"data\":{\"success\":true}}"))
                .isEqualTo("v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=");
    }

    @Test
    void aSecretSaysNothingOfItselfInALog() {
        WebhookSecret secret = WebhookSecret.signing("https://hooks.example.com/token");
        assertThat(secret.toString()).doesNotContain("token", "whsec_");
        assertThat(WebhookSecret.parse(secret.text())).isEqualTo(secret);
        assertThat(secret.key()).isNotEqualTo(WebhookSecret.signing("https://x").key());
    }
}
