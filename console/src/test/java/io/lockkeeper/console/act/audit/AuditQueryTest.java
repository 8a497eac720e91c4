package io.lockkeeper.console.act.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AuditQueryTest {

    @Test
    void whatIsTypedIsTextAndNoPattern() {
        assertThat(new AuditQuery(LockScope.EVERYTHING, " order.* ", "")
                        .lockPattern()
                        .orElseThrow()
                        .pattern())
                .isEqualTo("\\Qorder.*\\E");
        assertThat(new AuditQuery(LockScope.EVERYTHING, "", " ").byPattern()).isEmpty();
    }

    @Test
    void daysAreDaysInUtcAndTheLastIsMeantWhole() {
        AuditQuery query = new AuditQuery(
                LockScope.EVERYTHING, "", "", AuditQuery.day("2026-11-22"), AuditQuery.day("2026-11-22"));
        assertThat(query.since()).isEqualTo(Instant.parse("2026-11-22T00:00:00Z"));
        assertThat(query.until()).isEqualTo(Instant.parse("2026-11-23T00:00:00Z"));
        assertThat(new AuditQuery(LockScope.EVERYTHING, "", "").since()).isNull();
        assertThat(AuditQuery.day(" ")).isNull();
    }

    @Test
    void aDayThatIsNoneIsRefusedWithASentence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AuditQuery.day("22.11.2026"))
                .withMessage("\"22.11.2026\" is no day as in 2026-11-23.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AuditQuery.day("9999-01-01"))
                .withMessage("The day is 9999-01-01; it must be in the years 2000 to 2999.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditQuery(
                        LockScope.EVERYTHING, "", "", AuditQuery.day("2026-11-23"), AuditQuery.day("2026-11-22")))
                .withMessage("The first day is after the last.");
    }

    @Test
    void aNulIsRefusedWithASentence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditQuery(LockScope.EVERYTHING, "a\0b", ""))
                .withMessage("The filter for the lock contains a NUL character, which no name contains.");
    }

    @Test
    void anOversizedTextIsRefusedWithItsLengthAndTheRule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditQuery(LockScope.EVERYTHING, "", "x".repeat(40_000)))
                .withMessage("The filter for the operator is 40,000 characters long; at most 256 are allowed.");
    }
}
