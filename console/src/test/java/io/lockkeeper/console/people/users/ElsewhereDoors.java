package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.IdentityProvider;
import io.lockkeeper.console.fixture.Traveller;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.people.security.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The doors for those who log in elsewhere, one of each role by an identity provider and one by what a proxy says. No browser comes by them. */
final class ElsewhereDoors implements AutoCloseable {

    /** The ways in. */
    static final List<String> WAYS = List.of("provider", "proxy");

    private static final String PROXY = "127.0.0.2";
    private static final String USER = "X-Forwarded-User";
    private static final String GROUPS = "X-Forwarded-Groups";

    private final Map<Who, Visitor> visitors = new HashMap<>();
    private final Console console;
    private final IdentityProvider provider;

    ElsewhereDoors(Console console, IdentityProvider provider) {
        this.console = console;
        this.provider = provider;
        provider.start(console.address(""));
        WAYS.forEach(way -> Stream.of(Role.values()).forEach(role -> enter(who(way, role))));
    }

    /** A role's group has its name. */
    static String[] settings(IdentityProvider provider) {
        List<Role> roles = List.of(Role.values());
        Stream<String> rules = IntStream.range(0, roles.size()).boxed().flatMap(index -> {
            String rule = String.format(Locale.ROOT, "--lockkeeper.login.rules[%d].", index);
            Role role = roles.get(index);
            return Stream.of(rule + "group=" + role, rule + "role=" + role);
        });
        Stream<String> proxy = Stream.of(
                "--lockkeeper.trusted-proxies=" + PROXY,
                "--lockkeeper.login.header=" + USER,
                "--lockkeeper.login.groups-header=" + GROUPS);
        return provider.settings(Stream.concat(rules, proxy).toArray(String[]::new));
    }

    Who who(String way, Role role) {
        String there = there(role);
        String name = way.equals("proxy") ? there + " (proxy)" : provider.named(there);
        return new Who(name, "", role, way);
    }

    String page(String path, Who who) {
        return PageDoor.page(path, visitor(who));
    }

    String file(String path, Who who) {
        return visitor(who)
                        .get(path)
                        .headers()
                        .firstValue("Content-Disposition")
                        .filter(value -> value.startsWith("attachment"))
                        .isPresent()
                ? "sent"
                : "denied";
    }

    /** The API with the session of a page. */
    int session(String path, Who who) {
        return visitor(who).get("/api/v1" + path).statusCode();
    }

    @Override
    public void close() {
        visitors.values().forEach(Visitor::close);
    }

    private static String there(Role role) {
        return "ann-" + role.name().toLowerCase(Locale.ROOT);
    }

    private Visitor visitor(Who who) {
        Visitor visitor = visitors.get(who);
        assertThat(visitor).as("who has entered").isNotNull();
        return visitor;
    }

    private void enter(Who who) {
        Role role = who.role();
        assertThat(role).isNotNull();
        visitors.put(who, who.way().equals("proxy") ? byProxy(role) : byProvider(role));
    }

    private Visitor byProvider(Role role) {
        Visitor visitor = new Visitor(console);
        provider.user(there(role), role.name());
        try (Traveller traveller = new Traveller(console, provider, visitor.cookies())) {
            assertThat(traveller.logIn(there(role))).doesNotContain("login");
        }
        return visitor;
    }

    private Visitor byProxy(Role role) {
        Visitor visitor = new Visitor(console, PROXY).saying(USER, there(role)).saying(GROUPS, role.name());
        assertThat(visitor.saying("Accept", "text/html").get("/locks").statusCode())
                .isEqualTo(200);
        return visitor;
    }
}
