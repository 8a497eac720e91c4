package io.lockkeeper.console.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {

    @ParameterizedTest
    @CsvSource({"10.0.0.5, 10.0.0.5/32", "10.0.0.0/24, 10.0.0.0/24", "2001:db8::1, 2001:db8::1/128"})
    void anAddressAloneIsANetworkOfOne(String given, String network) {
        assertThat(TrustedProxies.network(given)).isEqualTo(network);
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example.com", "10.0.0", ".*", "10.0.0.0/33", "10.0.0.0/x"})
    void whatIsNoAddressIsRefusedWithWhatWasGiven(String given) {
        assertThatThrownBy(() -> TrustedProxies.network(given))
                .hasMessageContaining("\"" + given + "\"")
                .hasMessageContaining("neither an address nor a network");
    }
}
