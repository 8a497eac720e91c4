package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Webhooks that are posted to a real server, which behaves as receivers and attackers do. */
@Timeout(60)
class WebhooksIT {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final String BODY = "{\"test\": 1}";

    private final AtomicInteger lookups = new AtomicInteger();
    private final Receiver receiver = new Receiver();
    private final WebhookSecret secret = WebhookSecret.signing(receiver.url("hooks.test", "/token"));

    @SuppressWarnings("NullAway.Init")
    private Webhooks webhooks;

    @BeforeEach
    void allowed() {
        webhooks = webhooks(List.of("127.0.0.0/8"));
    }

    @AfterEach
    void stop() throws IOException {
        webhooks.destroy();
        receiver.close();
    }

    @Test
    void aMessageArrivesSignedSoThatItsReceiverCanVerifyIt() throws UndeliveredException {
        webhooks.post(secret, "id-1", BODY, NOW);
        Receiver.Heard heard = receiver.heard().getFirst();
        assertThat(heard.path()).isEqualTo("/token");
        assertThat(heard.body()).isEqualTo(BODY);
        assertThat(heard.header("Host")).startsWith("hooks.test:");
        assertThat(heard.header("webhook-id")).isEqualTo("id-1");
        assertThat(heard.isVerifiedBy(secret.key())).isTrue();
        assertThat(heard.isVerifiedBy(WebhookSecret.signing("https://x").key())).isFalse();
        assertThat(lookups).hasValue(1);
    }

    @Test
    void anAnswerThatIsNotOfSuccessIsAFailureWithItsNumber() {
        receiver.answers(500);
        assertThatThrownBy(() -> webhooks.post(secret, "id-1", BODY, NOW)).hasMessage("It answered 500.");
    }

    @Test
    void aReceiverThatIsBusySaysWhenToComeAgain() {
        receiver.does(out -> Receiver.status(out, "429 Too Many Requests", "Retry-After: 40\r\n"));
        assertThatThrownBy(() -> webhooks.post(secret, "id-1", BODY, NOW))
                .isInstanceOfSatisfying(
                        UndeliveredException.class,
                        busy -> assertThat(busy.pause()).contains(Duration.ofSeconds(40)));
    }

    @Test
    void noRedirectIsFollowedNotEvenToTheSameHost() {
        receiver.redirects(receiver.url("hooks.test", "/elsewhere"));
        assertThatThrownBy(() -> webhooks.post(secret, "id-1", BODY, NOW)).hasMessageContaining("302, a redirect");
        assertThat(receiver.heard()).hasSize(1);
    }

    @Test
    void aPrivateAddressIsNeverConnectedTo() throws IOException {
        try (Receiver other = new Receiver()) {
            Webhooks strict = webhooks(List.of());
            assertThatThrownBy(() -> strict.post(secret, "id-1", BODY, NOW)).hasMessageContaining("private address");
            strict.destroy();
            assertThat(receiver.heard()).isEmpty();
            assertThat(receiver.connections()).isZero();
            assertThat(other.connections()).isZero();
        }
    }

    /** The name stands for an allowed address first, and for a private one if it is asked for once more. */
    @Test
    void aNameIsAskedForOnceSoThatASecondAnswerLeadsNowhere() throws Exception {
        InetAddress allowed = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        InetAddress rebound = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        AllowedAddresses rebinding = new AllowedAddresses(
                List.of("127.0.0.1"), host -> new InetAddress[] {lookups.getAndIncrement() == 0 ? allowed : rebound});
        Webhooks once = new Webhooks(
                new AllowedHosts(Settings.hosts(receiver.origin("hooks.test"))),
                rebinding,
                Settings.hosts(receiver.origin("hooks.test")));
        assertThatCode(() -> once.post(secret, "id-1", BODY, NOW)).doesNotThrowAnyException();
        assertThat(lookups).hasValue(1);
        assertThatThrownBy(() -> once.post(secret, "id-1", BODY, NOW)).hasMessageContaining("private address");
        assertThat(receiver.heard()).hasSize(1);
        once.destroy();
    }

    @Test
    void aReceiverThatHangsOrDripsIsLeftAtTheLimit() {
        receiver.hangs();
        assertThatThrownBy(() -> webhooks.post(secret, "id-1", BODY, NOW)).hasMessageContaining("within 1 s");
        receiver.drips();
        assertThatThrownBy(() -> webhooks.post(secret, "id-2", BODY, NOW)).hasMessageContaining("within 1 s");
    }

    @Test
    void anAnswerWithoutEndIsNotRead() throws UndeliveredException {
        receiver.answersWithoutEnd();
        webhooks.post(secret, "id-1", BODY, NOW);
        assertThat(receiver.heard()).hasSize(1);
    }

    @Test
    void aHostThatIsNoLongerAllowedGetsNothing() throws IOException {
        Webhooks narrowed = new Webhooks(
                new AllowedHosts(Settings.hosts("other.test")),
                new AllowedAddresses(List.of("127.0.0.0/8"), host -> new InetAddress[] {loopback()}),
                Settings.hosts());
        assertThatThrownBy(() -> narrowed.post(secret, "id-1", BODY, NOW))
                .hasMessageContaining("not among the hosts")
                .hasMessageNotContaining("token");
        narrowed.destroy();
        assertThat(receiver.connections()).isZero();
    }

    private Webhooks webhooks(List<String> networks) {
        AllowedAddresses addresses = new AllowedAddresses(networks, host -> {
            lookups.incrementAndGet();
            return new InetAddress[] {loopback()};
        });
        AlertSettings settings = Settings.hosts(receiver.origin("hooks.test"));
        return new Webhooks(new AllowedHosts(settings), addresses, settings);
    }

    private static InetAddress loopback() {
        return InetAddress.getLoopbackAddress();
    }
}
