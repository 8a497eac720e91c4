package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

class AccountsAtStartTest {

    private final PasswordEncoder encoder = PasswordEncoderFactories.createDelegatingPasswordEncoder();

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
