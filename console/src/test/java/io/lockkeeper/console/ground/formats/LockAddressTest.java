package io.lockkeeper.console.ground.formats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockAddressTest {

    @Test
    void plainNamesStandForThemselves() {
        assertThat(LockAddress.of("order:4711")).isEqualTo("order:4711");
        assertThat(LockAddress.of("report.nightly-2=x_y")).isEqualTo("report.nightly-2=x_y");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "~", "a/b", "..", ".", "100%", "~41", "a b?c#d;e\\f", "שלום 🔒", "<img src=x>", "$a.b"})
    void everyNameComesBackFromItsAddress(String name) {
        assertThat(LockAddress.of(name)).matches("[A-Za-z0-9_:=~-][A-Za-z0-9_:.=~-]*");
        assertThat(LockAddress.nameOf(LockAddress.of(name))).isEqualTo(name);
    }

    @Test
    void anAddressThatNobodyMadeIsTakenAsItIs() {
        assertThat(LockAddress.nameOf("a~zz~4")).isEqualTo("a~zz~4");
    }
}
