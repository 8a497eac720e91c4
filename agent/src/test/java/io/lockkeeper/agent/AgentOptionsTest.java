package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {

    private final AgentOptions options = AgentOptions.forService("billing");

    @Test
    void theDefaultsAreThirtySecondsAndHalfASecondOfAllowance() {
        assertThat(options.ttl()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.clockSkewAllowance()).isEqualTo(Duration.ofMillis(500));
        assertThat(options.indexes()).isEqualTo(IndexMode.CREATE);
    }

    @Test
    void aTtlIsTenTimesTheAllowanceToADay() {
        assertThat(options.withTtl(Duration.ofSeconds(5)).ttl()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.withTtl(Duration.ofHours(24)).ttl()).isEqualTo(Duration.ofHours(24));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withTtl(Duration.ofMillis(4999)).requireFit())
                .withMessageContaining("PT4.999S")
                .withMessageContaining("PT5S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withTtl(Duration.ofHours(25)))
                .withMessageContaining("PT24H");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        options.withClockSkewAllowance(Duration.ofSeconds(4)).requireFit());
    }

    @Test
    void theOrderInWhichTtlAndAllowanceAreSetDoesNotMatter() {
        Duration ttl = Duration.ofSeconds(1);
        Duration allowance = Duration.ofMillis(50);
        assertThat(options.withTtl(ttl).withClockSkewAllowance(allowance).requireFit())
                .isEqualTo(
                        options.withClockSkewAllowance(allowance).withTtl(ttl).requireFit());
    }

    @Test
    void aTimeThatNeverEndsIsAYear() {
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
        assertThat(options.withShutdownHook(endless).shutdownGrace()).isEqualTo(LockRequest.A_YEAR);
        assertThat(options.withSlowHoldThreshold(endless).slowHoldThreshold()).isEqualTo(LockRequest.A_YEAR);
    }

    @Test
    void aHostAgentIsLookedForWhereItUsuallyIsUnlessTheOptionsSayOtherwise() {
        assertThat(options.hostAgent()).isNotNull();
        assertThat(options.withoutHostAgent().hostAgent()).isNull();
        assertThat(options.withHostAgent(Path.of("/srv/locks.sock")).hostAgent())
                .isEqualTo(Path.of("/srv/locks.sock"));
        assertThat(options.startsCommand()).isFalse();
        assertThat(options.withCommand().withTtl(Duration.ofMinutes(1)).startsCommand())
                .isTrue();
    }

    @Test
    void whatOperatorsMayReadOfAnAgentIsChosen() {
        assertThat(options.slowHoldThreshold()).isNull();
        assertThat(options.presence()).isTrue();
        assertThat(options.withPresence(false).presence()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withSlowHoldThreshold(Duration.ofMillis(999)))
                .withMessageContaining("PT0.999S")
                .withMessageContaining("PT1S");
    }

    @Test
    void anAgentClosesItselfAtTheEndOfTheJvmOnlyWhereItWasAsked() {
        assertThat(options.shutdownGrace()).isNull();
        assertThat(options.withShutdownHook(Duration.ZERO).shutdownGrace()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withShutdownHook(Duration.ofSeconds(-1)))
                .withMessageContaining("PT-1S");
    }

    @Test
    void aBlankServiceANegativeAllowanceAndAnEndlessTimeoutAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> AgentOptions.forService(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withClockSkewAllowance(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withAnswerTimeout(Duration.ofHours(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockRequest.of("a").withLongestWait(Duration.ofMillis(-1)));
    }
}
