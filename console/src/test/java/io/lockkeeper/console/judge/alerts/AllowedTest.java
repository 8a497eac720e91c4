package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedTest {

    @Test
    void aWebhookGoesToTheHostsThatAreNamedAndByTheSchemeAndPortThatAreNamed() {
        AllowedHosts hosts =
                new AllowedHosts(Settings.hosts("hooks.example.com", " Other.example.com:8443 ", "http://relay:8080"));
        assertThat(List.of(
                        "https://hooks.example.com/a?b=c",
                        "https://HOOKS.example.com:443/",
                        "https://other.example.com:8443/x",
                        "http://relay:8080/x"))
                .allSatisfy(url -> assertThat(hosts.fault(url)).isEmpty());
        assertThat(List.of(
                        "http://hooks.example.com/",
                        "https://hooks.example.com:8443/",
                        "https://evil.example.com/",
                        "https://hooks.example.com.evil.org/",
                        "https://other.example.com/",
                        "http://relay/"))
                .allSatisfy(url -> assertThat(hosts.fault(url)).get().asString().contains("not among the hosts"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hooks.example.com",
                "ftp://hooks.example.com/",
                "https://hooks.example.com@evil.org/",
                "https://evil.org#@hooks.example.com/",
                "https://hooks.example.com\\@evil.org/",
                "https://hooks.example.com/\r\nHost: evil.org",
                "https:///path",
                "javascript:alert(1)"
            })
    void whatIsNoPlainAddressIsRefused(String url) {
        assertThat(new AllowedHosts(Settings.hosts("hooks.example.com", "evil.org")).fault(url))
                .get()
                .asString()
                .contains("not the address of a webhook");
    }

    @Test
    void withoutANamedHostWebhooksGoToSlackTeamsAndPagerDutyOnly() {
        AllowedHosts hosts = new AllowedHosts(Settings.hosts(" "));
        assertThat(List.of(
                        "https://hooks.slack.com/services/T0/B0/x",
                        "https://events.pagerduty.com/v2/enqueue",
                        "https://events.eu.pagerduty.com/v2/enqueue",
                        "https://prod-01.westeurope.logic.azure.com:443/workflows/x",
                        "https://default0.1.environment.api.powerplatform.com/powerautomate/x"))
                .allSatisfy(url -> assertThat(hosts.fault(url)).isEmpty());
        assertThat(List.of(
                        "https://hooks.example.com/",
                        "http://hooks.slack.com/services/T0/B0/x",
                        "https://hooks.slack.com:8443/",
                        "https://hooks.slack.com.evil.org/",
                        "https://evil-logic.azure.com/",
                        "https://x.logic.azure.com:8443/",
                        "https://x.logic.azure.com.evil.org/"))
                .allSatisfy(url -> assertThat(hosts.fault(url)).get().asString().contains("ALLOWED_HOSTS"));
        assertThat(new AllowedHosts(Settings.hosts("hooks.example.com")).fault("https://hooks.slack.com/services/x"))
                .as("what is named is all")
                .isPresent();
    }

    @Test
    void aBadEntryStopsTheStart() {
        assertThatThrownBy(() -> new AllowedHosts(Settings.hosts("https://hooks.example.com/path")))
                .isInstanceOf(StartRefusedException.class);
        assertThatThrownBy(() -> new AllowedAddresses(List.of("relay.internal"), InetAddress::getAllByName))
                .isInstanceOf(StartRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.1.2.3",
                "0.0.0.0",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "fe80::1",
                "fec0::1",
                "fd00::1",
                "ff02::1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::1",
                "2001:0:1::1"
            })
    void privateAddressesAreRefused(String address) throws UnknownHostException {
        AllowedAddresses addresses = new AllowedAddresses(List.of(), InetAddress::getAllByName);
        assertThat(addresses.isAllowed(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "172.32.0.1", "192.169.0.1", "100.128.0.1", "2606:4700::1111"})
    void publicAddressesAreAllowed(String address) throws UnknownHostException {
        AllowedAddresses addresses = new AllowedAddresses(List.of(), InetAddress::getAllByName);
        assertThat(addresses.isAllowed(InetAddress.getByName(address))).isTrue();
    }

    @Test
    void ofAHostsAddressesThoseThatAreAllowedAreUsed() throws UnknownHostException {
        InetAddress inside = InetAddress.getByName("10.0.0.5");
        InetAddress outside = InetAddress.getByName("1.1.1.1");
        InetAddress[] both = {inside, outside};
        assertThat(new AllowedAddresses(List.of(), host -> both.clone()).resolve("x"))
                .containsExactly(outside);
        assertThat(new AllowedAddresses(List.of("10.0.0.0/24"), host -> both.clone()).resolve("x"))
                .containsExactly(inside, outside);
        assertThatThrownBy(() -> new AllowedAddresses(List.of(), host -> new InetAddress[] {inside}).resolve("x"))
                .hasMessageContaining("LOCKKEEPER_ALERTS_ALLOWED_NETWORKS");
    }
}
