package io.lockkeeper.console.people.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {

    @ParameterizedTest
    @CsvSource({"10.0.0.5, 10.0.0.5/32", "10.0.0.0/24, 10.0.0.0/24", "2001:db8::1, 2001:db8::1/128"})
    void anAddressAloneIsANetworkOfOne(String given, String network) {
        assertThat(TrustedProxies.network(given)).isEqualTo(network);
    }

    @Test
    void aLoginHeaderIsRefusedWhereEverybodyCouldSendIt() {
        assertThatThrownBy(() -> new TrustedProxies(List.of(), "X-Forwarded-User", ""))
                .hasMessageContaining("LOCKKEEPER_TRUSTED_PROXIES names no address");
        assertThatThrownBy(() -> new TrustedProxies(List.of("10.0.0.5", "0.0.0.0/0"), "X-Forwarded-User", ""))
                .hasMessageContaining("names every address");
        assertThatThrownBy(() -> new TrustedProxies(List.of("10.0.0.5"), "X-User:", ""))
                .hasMessageContaining("\"X-User:\", which is no header's name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example.com", "10.0.0", ".*", "10.0.0.0/33", "10.0.0.0/x"})
    void whatIsNoAddressIsRefusedWithWhatWasGiven(String given) {
        assertThatThrownBy(() -> TrustedProxies.network(given))
                .hasMessageContaining("\"" + given + "\"")
                .hasMessageContaining("neither an address nor a network");
    }
}
