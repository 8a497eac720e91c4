package io.lockkeeper.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.people.security.UserName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesktopUserTest {

    @ParameterizedTest
    @CsvSource({
        "alice, laptop, alice@laptop",
        "Alice Ängström, laptop.local, alice--ngstr-m@laptop.local",
        "CORP\\bob, PC 7, corp-bob@pc-7",
        "'', '', desktop@",
        "_x, h, x@h",
    })
    void theSystemsUserHasANameThatTheConsoleAllows(String user, String host, String name) {
        assertThat(DesktopUser.of(user, host).name()).isEqualTo(name).matches(UserName::isAllowed);
    }

    @ParameterizedTest
    @CsvSource({"80", "63", "64"})
    void aLongNameIsCut(int length) {
        assertThat(DesktopUser.of("a".repeat(length), "laptop").name()).matches(UserName::isAllowed);
    }
}
