package io.lockkeeper.console.people.web;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Answers only under the host names of {@code LOCKKEEPER_ALLOWED_HOSTS}, besides addresses and localhost. Where it names none, a
 * console that listens on loopback has no other name, and any other console takes every name.
 *
 * <p>See docs/maintainers/decisions/2026-11-26-the-consoles-own-hosts.md.
 */
@Component
@Order(3)
final class OwnHosts implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final Logger LOG = LoggerFactory.getLogger(OwnHosts.class);

    private final HostRule rule;

    OwnHosts(
            @Value("${lockkeeper.allowed-hosts}") List<String> names,
            @Value("${server.address:}") @Nullable InetAddress address) {
        List<String> given = names.stream()
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        try {
            rule = given.isEmpty() && !isLoopback(address) ? HostRule.EVERY : HostRule.of(given);
        } catch (IllegalArgumentException e) {
            throw new StartRefusedException("LOCKKEEPER_ALLOWED_HOSTS: %s".formatted(e.getMessage()));
        }
    }

    private static boolean isLoopback(@Nullable InetAddress address) {
        return address != null && address.isLoopbackAddress();
    }

    /** Runs after the headers of every answer were set, and the proxies were asked for the visitor's host name. */
    @Override
    public void customize(TomcatServletWebServerFactory server) {
        if (rule.takesEvery()) {
            LOG.info("It answers under every host name. LOCKKEEPER_ALLOWED_HOSTS names those that it has.");
        } else {
            server.addEngineValves(new HostValve(rule));
        }
    }

    private static final class HostValve extends ValveBase {

        private static final int MISDIRECTED = 421;

        private final HostRule rule;

        HostValve(HostRule rule) {
            super(true);
            this.rule = rule;
        }

        /** Checks both the proxy's header and the received one: a page can set the former for its own requests, but not the latter. */
        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            String sent = request.getHeader("Host");
            if (rule.allows(request.getServerName()) && (sent == null || rule.allows(HostRule.withoutPort(sent)))) {
                getNext().invoke(request, response);
                return;
            }
            response.setStatus(MISDIRECTED);
            response.setHeader("Connection", "close"); // so that the rest is not read
            response.setContentType("text/plain;charset=UTF-8");
            response.getOutputStream()
                    .write(
                            "This console does not have the host name that you asked for, so nothing was done. If it should have it, add the name to LOCKKEEPER_ALLOWED_HOSTS and start the console again."
                                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * The host names that a console answers under. Addresses and localhost are always among them: no name server can make them lead
     * elsewhere, so that no page of another site has them.
     *
     * @param names in lower case; {@value #ANY} for every name
     */
    record HostRule(Set<String> names) {

        static final String ANY = "*";
        static final HostRule EVERY = new HostRule(Set.of(ANY));

        private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)*");
        private static final Pattern ADDRESS = Pattern.compile("([0-9]{1,3}\\.){3}[0-9]{1,3}|\\[[0-9a-fA-F:.]+]");

        /** @throws IllegalArgumentException if one of them is no host name, in words */
        static HostRule of(List<String> given) {
            return new HostRule(given.stream().map(HostRule::checked).collect(Collectors.toUnmodifiableSet()));
        }

        private static String checked(String given) {
            String name = plain(given);
            if (!name.equals(ANY) && !NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "“%s” is no host name. Write names without scheme, port and path, as in ops.example.com, with commas between; or * for every name"
                                .formatted(given));
            }
            return name;
        }

        boolean takesEvery() {
            return names.contains(ANY);
        }

        /** @param host without a port */
        boolean allows(String host) {
            String name = plain(host);
            return takesEvery()
                    || ADDRESS.matcher(host).matches()
                    || name.equals("localhost")
                    || name.endsWith(".localhost")
                    || names.contains(name);
        }

        static String withoutPort(String header) {
            return header.replaceFirst(":[0-9]*$", "");
        }

        private static String plain(String host) {
            String name = host.toLowerCase(Locale.ROOT);
            return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        }
    }
}
