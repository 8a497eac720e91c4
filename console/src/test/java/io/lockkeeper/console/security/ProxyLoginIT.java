package io.lockkeeper.console.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Nginx;
import io.lockkeeper.console.fixture.RawHttp;
import io.lockkeeper.console.fixture.RawHttp.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins by what a proxy says, which is an nginx at 127.0.0.2; whoever comes directly comes from 127.0.0.1. */
class ProxyLoginIT {

    private static final String FILE = "/lockkeeper/export/locks.csv";
    private static final String HTML = "Accept: text/html";

    @AutoClose
    private static final Console console = Console.start(
            "--server.servlet.context-path=/lockkeeper",
            "--lockkeeper.trusted-proxies=127.0.0.2",
            "--lockkeeper.login.header=X-Forwarded-User",
            "--lockkeeper.login.groups-header=X-Forwarded-Groups",
            "--lockkeeper.login.rules[0].group=of-ann",
            "--lockkeeper.login.rules[0].role=operator",
            "--lockkeeper.login.rules[0].locks=order:*",
            "--lockkeeper.login.rules[1].group=of-cem",
            "--lockkeeper.login.rules[1].role=viewer");

    @BeforeAll
    static void start() {
        console.locks().enqueue("order:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        console.locks().enqueue("secret:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-User", "x-forwarded-user", "X-FORWARDED-USER"})
    void aHeaderFromAnywhereElseIsNotBelieved(String header) throws IOException {
        Answer answer = console.http()
                .get(FILE, HTML, header + ": ann", "X-Forwarded-Groups: of-ann", "X-Forwarded-For: 127.0.0.2");
        assertThat(answer.header("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith("/lockkeeper/login"));
    }

    @Test
    void throughTheProxySomebodyIsWhoItSaysAndNobodyElse() throws IOException {
        assumeTrue(Nginx.binary().isPresent(), "nginx is not here");
        try (Nginx nginx =
                Nginx.askingWho(console.port(), "127.0.0.2", List.of("ann", "bob", "cem"), "staff, of-$remote_user")) {
            RawHttp proxy = new RawHttp(nginx.port());
            assertThat(proxy.get(FILE, HTML).status()).as("nobody").isEqualTo(401);

            Answer ann = proxy.get(FILE, HTML, as("ann"));
            assertThat(ann.text()).contains("order:1").doesNotContain("secret:1");
            assertThat(Objects.requireNonNull(user("ann (proxy)")).getString("role"))
                    .isEqualTo("OPERATOR");
            assertThat(recorded("ann (proxy)", "logged in (proxy)"))
                    .as("with the visitor's address")
                    .isPositive();
            String session = "Cookie: JSESSIONID=" + ann.session();
            assertThat(proxy.get(FILE, as("ann"), session).text())
                    .as("no page: the session")
                    .contains("order:1");

            assertThat(proxy.get(FILE, HTML, as("bob"), "X-Forwarded-User: ann", "X-Forwarded-Groups: of-ann")
                            .header("Location"))
                    .as("what the visitor sends under these names goes no further")
                    .hasValueSatisfying(to -> assertThat(to).endsWith("/lockkeeper/login?group"));
            assertThat(user("bob (proxy)")).isNull();

            assertThat(proxy.get("/lockkeeper/login", HTML, as("bob")).status())
                    .as("the page that says why")
                    .isEqualTo(200);
            Answer cem = proxy.get(FILE, HTML, as("cem"), session);
            assertThat(cem.text()).as("as cem, with ann's cookie").contains("secret:1");
            assertThat(proxy.get(FILE, as("ann"), session).status())
                    .as("it has ended")
                    .isEqualTo(302);
        }
    }

    @Test
    void aSessionThatTheHeaderOpenedIsWorthNothingWithoutIt() throws IOException {
        assumeTrue(Nginx.binary().isPresent(), "nginx is not here");
        try (Nginx nginx = Nginx.askingWho(console.port(), "127.0.0.2", List.of("ann"), "of-$remote_user")) {
            Answer ann = new RawHttp(nginx.port()).get(FILE, HTML, as("ann"));
            assertThat(ann.status()).isEqualTo(200);
            assertThat(console.http()
                            .get(FILE, HTML, "Cookie: JSESSIONID=" + ann.session())
                            .status())
                    .isEqualTo(302);
        }
    }

    private static String as(String user) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Document user(String name) {
        return console.own()
                .getCollection("users")
                .find(new Document("_id", name))
                .first();
    }

    private static long recorded(String user, String what) {
        return console.own()
                .getCollection("access")
                .countDocuments(new Document("user", user).append("what", what).append("ip", "127.0.0.1"));
    }
}
