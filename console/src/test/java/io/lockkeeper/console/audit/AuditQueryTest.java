package io.lockkeeper.console.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class AuditQueryTest {

    @Test
    void whatIsTypedIsTextAndNoPattern() {
        assertThat(new AuditQuery(" order.* ", "").lockPattern().orElseThrow().pattern())
                .isEqualTo("\\Qorder.*\\E");
        assertThat(new AuditQuery("", " ").byPattern()).isEmpty();
    }

    @Test
    void aNulIsRefusedWithASentence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditQuery("a\0b", ""))
                .withMessage("The filter for the lock contains a NUL character, which no name contains.");
    }

    @Test
    void anOversizedTextIsRefusedWithItsLengthAndTheRule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AuditQuery("", "x".repeat(40_000)))
                .withMessage("The filter for the operator is 40,000 characters long; at most 256 are allowed.");
    }
}
