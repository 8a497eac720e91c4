package io.lockkeeper.console.web;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.catalina.util.NetMask;
import org.apache.catalina.valves.RemoteIpValve;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Believes {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port} of the proxies that are named, by address
 * or network, and of nobody else: whoever is believed can put any address into the audit.
 */
@Component
@Order(1)
final class TrustedProxies implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    /** No host names: what a name resolves to is for others to decide. */
    private static final Pattern LITERAL =
            Pattern.compile("([0-9]{1,3}\\.){3}[0-9]{1,3}/[0-9]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*/[0-9]+");

    private final List<String> proxies;

    TrustedProxies(@Value("${lockkeeper.trusted-proxies}") List<String> proxies) {
        this.proxies = proxies.stream()
                .map(String::strip)
                .filter(proxy -> !proxy.isEmpty())
                .map(TrustedProxies::network)
                .toList();
    }

    @Override
    public void customize(TomcatServletWebServerFactory server) {
        if (!proxies.isEmpty()) {
            RemoteIpValve valve = new RemoteIpValve();
            valve.setInternalProxies(String.join(",", proxies));
            valve.setRemoteIpHeader("X-Forwarded-For");
            valve.setProtocolHeader("X-Forwarded-Proto");
            valve.setHostHeader("X-Forwarded-Host");
            valve.setPortHeader("X-Forwarded-Port");
            server.addEngineValves(valve);
        }
    }

    /** An address alone is a network of one: without a slash, Tomcat would take it for a regular expression. */
    static String network(String given) {
        String network = given.contains("/") ? given : given + (given.contains(":") ? "/128" : "/32");
        try {
            if (!LITERAL.matcher(network).matches()) {
                throw new IllegalArgumentException(given);
            }
            return new NetMask(network).toString();
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "LOCKKEEPER_TRUSTED_PROXIES names \"%s\", which is neither an address nor a network: write for example 10.0.0.5, 10.0.0.0/24 or 2001:db8::/64, with commas between"
                            .formatted(given),
                    e);
        }
    }
}
