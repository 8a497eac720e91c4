package io.lockkeeper.console.people.web;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
