package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.web.util.matcher.IpAddressMatcher;
import org.springframework.stereotype.Component;

/**
 * Resolves a webhook's host once per connection and returns the addresses that are allowed. The connection uses exactly these,
 * so no second answer from a name server can slip in (DNS rebinding). Private addresses are allowed only if their network is in
 * {@code LOCKKEEPER_ALERTS_ALLOWED_NETWORKS}.
 */
@Component
final class AllowedAddresses implements DnsResolver {

    /** Addresses outside the internet, or ways around it: IANA's special-purpose registries, and IPv6 that carries an IPv4 address. */
    private static final List<IpAddressMatcher> PRIVATE = Stream.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/3",
                    "::/96",
                    "64:ff9b::/96",
                    "64:ff9b:1::/48",
                    "100::/64",
                    "2001::/23",
                    "2001:db8::/32",
                    "2002::/16",
                    "fc00::/7",
                    "fe80::/9",
                    "ff00::/8")
            .map(IpAddressMatcher::new)
            .toList();

    private static final Pattern LITERAL = Pattern.compile("[0-9.]+(/[0-9]+)?|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(/[0-9]+)?");

    private final List<IpAddressMatcher> allowed;
    private final Lookup lookup;

    @Autowired
    AllowedAddresses(AlertSettings settings) {
        this(settings.allowedNetworks(), InetAddress::getAllByName);
    }

    AllowedAddresses(List<String> networks, Lookup lookup) {
        this.allowed = networks.stream()
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(AllowedAddresses::network)
                .toList();
        this.lookup = lookup;
    }

    /** Asks the name servers. */
    interface Lookup {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] permitted =
                Stream.of(lookup.of(host)).filter(this::isAllowed).toArray(InetAddress[]::new);
        if (permitted.length == 0) {
            throw new PrivateAddressException();
        }
        return permitted;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    boolean isAllowed(InetAddress address) {
        String literal = address.getHostAddress().replaceFirst("%.*", "");
        return PRIVATE.stream().noneMatch(it -> it.matches(literal))
                || allowed.stream().anyMatch(it -> it.matches(literal));
    }

    private static IpAddressMatcher network(String given) {
        try {
            if (LITERAL.matcher(given).matches()) {
                return new IpAddressMatcher(given);
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new StartRefusedException(
                "LOCKKEEPER_ALERTS_ALLOWED_NETWORKS names \"%s\", which is neither an address nor a network: write for example 10.0.0.5, 10.0.0.0/24 or fd00:12::/64, separated by commas."
                        .formatted(given));
    }

    /** Reports that every address of the host is private. */
    static final class PrivateAddressException extends UnknownHostException {

        static final String SENTENCE =
                "The host has a private address, and LOCKKEEPER_ALERTS_ALLOWED_NETWORKS does not name its network.";

        PrivateAddressException() {
            super(SENTENCE);
        }
    }
}
