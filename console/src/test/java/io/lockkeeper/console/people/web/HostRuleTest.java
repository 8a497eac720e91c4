package io.lockkeeper.console.people.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostRuleTest {

    private final OwnHosts.HostRule rule = OwnHosts.HostRule.of(List.of("Ops.example.com"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST.",
                "lockkeeper.localhost",
                "127.0.0.1",
                "[::1]",
                "10.1.2.3",
                "[fe80::1]",
                "ops.example.com",
                "OPS.example.com."
            })
    void itsOwnNamesAddressesAndLocalhostAreAllowed(String host) {
        assertThat(rule.allows(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "evil-localhost",
                "ops.example.com.evil.example",
                "a.ops.example.com",
                "2130706433",
                "0x7f.1",
                "[::1",
                ""
            })
    void everyOtherNameIsRefused(String host) {
        assertThat(rule.allows(host)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://ops.example.com", "ops.example.com:8443", "ops.example.com/x", "*.example.com", "a b"})
    void aSettingThatIsNoNameIsRefusedWithTheRule(String given) {
        assertThatThrownBy(() -> OwnHosts.HostRule.of(List.of(given)))
                .hasMessageContaining("“" + given + "” is no host name")
                .hasMessageContaining("without scheme, port and path");
    }

    @Test
    void aPortIsNoPartOfTheName() {
        assertThat(OwnHosts.HostRule.withoutPort("ops.example.com:8443")).isEqualTo("ops.example.com");
        assertThat(OwnHosts.HostRule.withoutPort("[::1]:80")).isEqualTo("[::1]");
        assertThat(OwnHosts.HostRule.withoutPort("[::1]")).isEqualTo("[::1]");
    }

    @Test
    void anAsteriskAllowsEveryName() {
        assertThat(OwnHosts.HostRule.of(List.of("*")).allows("anything.example"))
                .isTrue();
    }
}
