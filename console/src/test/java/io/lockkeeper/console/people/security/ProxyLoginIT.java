package io.lockkeeper.console.people.security;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import io.lockkeeper.console.fixture.Chromium;
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
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins by what a proxy says, which is an nginx at 127.0.0.2; whoever comes directly comes from 127.0.0.1. */
@Tag("nightly")
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
            String session = "Cookie: " + ann.session();
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
                            .get(FILE, HTML, "Cookie: " + ann.session())
                            .status())
                    .isEqualTo(302);
        }
    }

    /** As people come: by a path, with a socket, from a link in a mail, and for as long as the proxy says who they are. */
    @Test
    void inABrowserThePageIsLiveALinkFromElsewhereFindsTheSessionAndItEndsWithTheHeader() {
        assumeTrue(Nginx.binary().isPresent(), "nginx is not here");
        try (Nginx nginx = Nginx.believingTheCookie(console.port(), "127.0.0.2");
                Chromium chromium = new Chromium();
                BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT)) {
            String origin = String.format(Locale.ROOT, "http://127.0.0.1:%d/lockkeeper", nginx.port());
            browser.addCookies(List.of(new Cookie("who", "ann").setUrl(origin)));
            Page page = browser.newPage();
            List<String> sockets = new CopyOnWriteArrayList<>();
            page.onWebSocket(socket -> sockets.add(socket.url()));
            page.navigate(origin + "/locks");
            assertThat(page.locator(".badge.live")).isVisible();
            console.locks().enqueue("order:2", Locks.owner("billing", "b", 1, "main", ""), Duration.ofMinutes(10));
            assertThat(page.getByText("order:2").first()).isVisible();
            assertThat(sockets).anyMatch(url -> url.startsWith(origin.replace("http", "ws") + "/VAADIN/push"));

            String session = session(browser);
            Page mail = browser.newPage();
            mail.route("http://mail.example/**", route -> route.fulfill(mail(origin)));
            mail.navigate("http://mail.example/");
            mail.getByText("The lock").click();
            assertThat(mail).hasURL(Pattern.compile(".*/lockkeeper/lock/order:1.*"));
            assertThat(mail.locator("h1")).containsText("order:1");
            assertThat(session(browser)).as("the same as before").isEqualTo(session);
            mail.navigate("http://mail.example/");
            mail.getByText("Log out").click();
            assertThat(mail).hasURL(Pattern.compile(".*/lockkeeper/.*"));
            assertThat(browser.request().get(origin + "/export/locks.csv").url())
                    .as("what another site posts ends no session")
                    .endsWith("/export/locks.csv");

            page.navigate(origin + "/locks");
            page.getByText("ann (proxy)").click();
            page.getByText("Log out").click();
            assertThat(page).hasURL(Pattern.compile(".*/lockkeeper/login.*"));
            page.navigate(origin + "/locks");
            assertThat(page.locator(".badge.live")).isVisible();
            browser.clearCookies(new BrowserContext.ClearCookiesOptions().setName("who"));
            assertThat(page).hasURL(Pattern.compile(".*/lockkeeper/login.*"));
        }
    }

    private static Route.FulfillOptions mail(String origin) {
        return new Route.FulfillOptions().setContentType("text/html").setBody("""
            <a href="%1$s/lock/order:1">The lock</a>
            <form method="post" action="%1$s/logout"><button>Log out</button></form>\
            """.formatted(origin));
    }

    private static String session(BrowserContext browser) {
        return browser.cookies().stream()
                .filter(cookie -> cookie.name.startsWith("lockkeeper-session-"))
                .map(cookie -> cookie.value)
                .findFirst()
                .orElseThrow();
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
