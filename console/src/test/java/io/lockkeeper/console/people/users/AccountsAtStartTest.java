package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.store.StartRefusedException;
import io.lockkeeper.console.people.security.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

class AccountsAtStartTest {

    private static final String HASH = "{bcrypt}$2a$10$" + "a".repeat(53);
    private final PasswordEncoder encoder = PasswordEncoderFactories.createDelegatingPasswordEncoder();

    @Test
    void aPasswordOfTheEnvironmentThatIsTooShortOrTooLongEndsTheStartWithASentence() {
        assertThatThrownBy(() -> new GivenPasswords("", "operator", encoder))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(
                        "LOCKKEEPER_USERS_OPERATOR_PASSWORD cannot be used. The password has 8 characters; it needs at least 12.");
        assertThatThrownBy(() -> new GivenPasswords("x".repeat(73), "", encoder))
                .hasMessageStartingWith("LOCKKEEPER_USERS_VIEWER_PASSWORD cannot be used.")
                .hasMessageContaining("73 bytes");
    }

    @Test
    void aHashOfTheEnvironmentIsTakenAsItIsAndAPasswordIsHashed() {
        GivenPasswords given = new GivenPasswords(HASH, "a good long password", encoder);
        assertThat(given.hashes().get(Role.VIEWER)).isEqualTo(HASH);
        assertThat(encoder.matches("a good long password", given.hashes().get(Role.OPERATOR)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0.0.0.0", "192.0.2.1", "::"})
    void theDemosAccountsAreRefusedWhereOthersCouldReachThem(String address) {
        assertThatThrownBy(() -> new DemoAccounts(true, address, encoder))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("well-known passwords");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "localhost"})
    void theDemosAccountsAreThereOnThisMachineAloneAndOnlyInTheDemo(String address) {
        assertThat(new DemoAccounts(true, address, encoder).find("operator")).isPresent();
        assertThat(new DemoAccounts(false, address, encoder).find("operator")).isEmpty();
    }
}
