package io.lockkeeper.console.people.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordRuleTest {

    @Test
    void aPasswordThatIsTooShortIsRefusedWithItsLengthAndTheRule() {
        assertThat(PasswordRule.fault("olga", "eleven char"))
                .hasValue("The password has 11 characters; it needs at least 12.");
        assertThat(PasswordRule.fault("olga", "twelve chars")).isEmpty();
    }

    @Test
    void aPasswordBeyondWhatBcryptReadsIsRefusedAndNotCut() {
        assertThat(PasswordRule.fault("olga", "é".repeat(36))).isEmpty();
        assertThat(PasswordRule.fault("olga", "é".repeat(36) + "x"))
                .hasValue("The password has 73 bytes; at most 72 are compared, so choose a shorter one.");
    }

    @Test
    void theUserNameIsNoPassword() {
        assertThat(PasswordRule.fault("operator.olga", "Operator.Olga1")).isPresent();
        assertThat(PasswordRule.fault("olga", "olga likes long passwords")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-olga", "olga\n", "ol ga", "$where", "ölga", "a/b", "a\u0000b"})
    void aNameThatCouldBeTakenForSomethingElseIsRefused(String name) {
        assertThat(UserName.fault(name)).isPresent();
    }

    @Test
    void ofANameThatIsTooLongLittleIsKept() {
        assertThat(UserName.of("x".repeat(1_000_000))).hasSize(65);
        assertThat(UserName.isAllowed(UserName.of("x".repeat(1_000_000)))).isFalse();
        assertThat(UserName.isAllowed("x".repeat(64))).isTrue();
    }

    @Test
    void namesAreTheSameWhateverTheirCase() {
        assertThat(UserName.of(" Olga@Example.ORG ")).isEqualTo("olga@example.org");
        assertThat(UserName.isAllowed("olga@example.org")).isTrue();
    }
}
