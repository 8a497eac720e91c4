package io.lockkeeper.console.people.web;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.util.NetMask;
import org.apache.catalina.valves.RemoteIpValve;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.http.MimeHeaders;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Believes {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port} only of the proxies that are named, by address or
 * network, because a believed sender can put any address into the audit.
 */
@Component
@Order(1)
final class TrustedProxies implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    /** No host names: what a name resolves to is for others to decide. */
    private static final Pattern LITERAL =
            Pattern.compile("([0-9]{1,3}\\.){3}[0-9]{1,3}/[0-9]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*/[0-9]+");

    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");

    private final List<String> proxies;
    private final List<String> loginHeaders;

    TrustedProxies(
            @Value("${lockkeeper.trusted-proxies}") List<String> proxies,
            @Value("${lockkeeper.login.header:}") String loginHeader,
            @Value("${lockkeeper.login.groups-header:}") String groupsHeader) {
        this.proxies = proxies.stream()
                .map(String::strip)
                .filter(proxy -> !proxy.isEmpty())
                .map(TrustedProxies::network)
                .toList();
        this.loginHeaders = Stream.of(loginHeader, groupsHeader)
                .filter(header -> !header.isEmpty())
                .toList();
        checkLoginHeaders(loginHeader);
    }

    private void checkLoginHeaders(String loginHeader) {
        loginHeaders.stream()
                .filter(header -> !HEADER.matcher(header).matches())
                .forEach(header -> refuse(
                        "LOCKKEEPER_LOGIN_HEADER or LOCKKEEPER_LOGIN_GROUPS_HEADER is \"%s\", which is no header's name"
                                .formatted(header)));
        if (!loginHeader.isEmpty() && (proxies.isEmpty() || proxies.stream().anyMatch(it -> it.endsWith("/0")))) {
            refuse(
                    "LOCKKEEPER_LOGIN_HEADER is set, and LOCKKEEPER_TRUSTED_PROXIES names %s: any visitor could claim any name. Name the addresses of your proxies"
                            .formatted(proxies.isEmpty() ? "no address" : "every address"));
        }
    }

    private static void refuse(String why) {
        throw new StartRefusedException(why);
    }

    @Override
    public void customize(TomcatServletWebServerFactory server) {
        if (!loginHeaders.isEmpty()) {
            server.addEngineValves(new LoginHeaders(loginHeaders, proxies));
        }
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

    /** A single address as a network of one: without a slash, Tomcat would take it for a regular expression. */
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

    /**
     * Takes the headers in which a trusted proxy says who somebody is out of every request that comes from anywhere else, before
     * anybody reads them. It stands in front of the valve that replaces the proxy's address by the visitor's.
     */
    private static final class LoginHeaders extends ValveBase {

        private final List<String> names;
        private final List<NetMask> proxies;

        LoginHeaders(List<String> names, List<String> proxies) {
            super(true);
            this.names = names;
            this.proxies = proxies.stream().map(NetMask::new).toList();
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            if (!isTrusted(request.getRemoteAddr())) {
                MimeHeaders headers = request.getCoyoteRequest().getMimeHeaders();
                names.forEach(headers::removeHeader);
            }
            getNext().invoke(request, response);
        }

        /** The address of a connection is a literal, which is looked up nowhere. */
        private boolean isTrusted(String address) throws IOException {
            InetAddress peer = InetAddress.getByName(address);
            return proxies.stream().anyMatch(proxy -> proxy.matches(peer));
        }
    }
}
