package io.lockkeeper.console.people.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Cookie;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Nginx;
import io.lockkeeper.console.fixture.RawHttp;
import io.lockkeeper.console.fixture.RawHttp.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The console behind the proxies of the documents: nginx itself where it is, and what is written for it and Traefik everywhere. */
class ProxyIT {

    @AutoClose
    private static final Console console = Console.start(
            "--server.servlet.context-path=/lockkeeper",
            "--lockkeeper.trusted-proxies=10.1.2.3, 127.0.0.1",
            "--lockkeeper.allowed-hosts=ops.example.com");

    @Test
    void aTrustedProxyIsBelievedWhereTheVisitorIsAndHowHeCame() throws IOException {
        Answer answer = forwarded("X-Forwarded-For: 198.51.100.7");
        assertThat(answer.header("Location")).hasValue("https://ops.example.com/lockkeeper/login");
        assertThat(answer.header("Strict-Transport-Security")).hasValue("max-age=31536000");
        assertThat(answer.header("Set-Cookie"))
                .hasValueSatisfying(cookie ->
                        assertThat(cookie).contains("Secure", "HttpOnly", "SameSite=Lax", "Path=/lockkeeper"));
    }

    /** Fifty sessions are kept for an address: an address that anybody could invent would be no bound. */
    @Test
    void ofAListTheLastAddressThatNoTrustedProxyHasIsTheVisitors() throws IOException {
        String first = forwarded("X-Forwarded-For: 203.0.113.1, 198.51.100.9").session();
        for (int i = 0; i < AnonymousSessions.PER_ADDRESS; i++) {
            forwarded(String.format(Locale.ROOT, "X-Forwarded-For: 203.0.113.%d, 198.51.100.9", i));
        }
        assertThat(forwarded("X-Forwarded-For: 198.51.100.9", "Cookie: " + first)
                        .session())
                .as("the first of these sessions is gone")
                .isNotEmpty();
    }

    @Test
    void aTrustedProxyDoesNotMakeAnotherHostTheConsoles() throws IOException {
        assertThat(console.http()
                        .get("/lockkeeper/login", "X-Forwarded-Host: evil.example")
                        .status())
                .isEqualTo(421);
    }

    @Test
    void throughNginxAPageIsLiveAndItsCookiesAreSecure() {
        assumeTrue(Nginx.binary().isPresent(), "nginx is not here; its configuration is read all the same");
        try (Nginx nginx = Nginx.before(console.http().port());
                Chromium chromium = new Chromium();
                var browser = chromium.browser(new Browser.NewContextOptions().setIgnoreHTTPSErrors(true))) {
            Page page = browser.newPage();
            String origin = "https://127.0.0.1:" + nginx.port();
            chromium.logInAt(page, origin + "/lockkeeper/locks", Console.VIEWER);
            assertThat(page.locator(".badge.live")).isVisible();
            assertThat(page.evaluate("() => performance.getEntriesByType('resource').length > 0"))
                    .isEqualTo(true);
            List<Cookie> cookies = browser.cookies();
            assertThat(cookies)
                    .extracting(cookie -> cookie.name)
                    .anyMatch(name -> name.startsWith("lockkeeper-session-"));
            assertThat(cookies).allSatisfy(cookie -> {
                assertThat(cookie.secure).isTrue();
                assertThat(cookie.path).isEqualTo("/lockkeeper");
            });
            assertThat(page.url()).startsWith(origin + "/lockkeeper/locks");
        }
    }

    @Test
    void theConfigurationForNginxIsWellFormedAndReplacesEveryHeaderThatIsBelieved() throws IOException {
        String text = Nginx.configuration();
        assertBraces(text);
        assertThat(text)
                .contains(
                        "proxy_set_header X-Forwarded-For   $remote_addr;",
                        "proxy_set_header X-Forwarded-Proto $scheme;",
                        "proxy_set_header X-Forwarded-Port  $server_port;",
                        "proxy_set_header X-Forwarded-Host  $http_host;",
                        "proxy_set_header Upgrade    $http_upgrade;");
    }

    @Test
    @SuppressWarnings("unchecked")
    void theConfigurationForTraefikNamesOnlyWhatItDefines() throws IOException {
        Map<String, Object> http = (Map<String, Object>) Objects.requireNonNull(new Yaml()
                .<Map<String, Object>>load(Files.readString(Path.of("../docs/reference/operations/traefik.yml")))
                .get("http"));
        Map<String, Object> router = part(part(http, "routers"), "lockkeeper");
        assertThat(part(http, "services")).containsKey((String) router.get("service"));
        assertThat(part(http, "middlewares").keySet())
                .containsExactlyInAnyOrderElementsOf((List<String>) router.get("middlewares"));
        assertThat(part(part(part(http, "middlewares"), "lockkeeper-body"), "buffering"))
                .containsEntry("maxRequestBodyBytes", RequestBodies.LONGEST);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(Map<String, Object> of, String name) {
        return (Map<String, Object>) Objects.requireNonNull(of.get(name), name);
    }

    /** Every directive ends with a semicolon or opens a block, and every block is closed. */
    private static void assertBraces(String text) {
        Deque<String> open = new ArrayDeque<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            assertThat(line).matches(".*[;{}]$");
            if (line.endsWith("{")) {
                open.push(line);
            } else if (line.equals("}")) {
                open.pop();
            }
        }
        assertThat(open).isEmpty();
    }

    private static Answer forwarded(String... headers) throws IOException {
        RawHttp http = console.http();
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "X-Forwarded-Proto: https";
        all[headers.length + 1] = "X-Forwarded-Host: ops.example.com";
        return http.get("/lockkeeper/locks", all);
    }
}
