package io.lockkeeper.console.people.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.RawHttp;
import io.lockkeeper.console.fixture.RawHttp.Answer;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers, tokens and origins, byte for byte. The console stands under a path of its own, behind nobody. */
@Tag("alone")
class DoorsIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" content=\"([^\"]+)\"");

    @AutoClose
    private static final Console console = Console.start("--server.servlet.context-path=/ops");

    @SuppressWarnings("NullAway.Init")
    private static RawHttp http;

    @BeforeAll
    static void start() {
        http = console.http();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/ops/login",
                "/ops/",
                "/ops/locks",
                "/ops/?v-r=init&location=login&query=",
                "/ops/console/console.css",
                "/ops/console/icon.svg",
                "/ops/actuator/health",
                "/ops/actuator/env",
                "/ops/api/nothing",
                "/ops/no-such-page",
                "/elsewhere"
            })
    void everyAnswerCarriesTheHeaders(String path) throws IOException {
        Answer answer = http.get(path);
        assertThat(answer.header("Content-Security-Policy"))
                .as(answer.head())
                .hasValueSatisfying(policy -> assertThat(policy)
                        .contains("default-src 'self'", "frame-ancestors 'none'", "object-src 'none'")
                        .doesNotContain("script-src 'self' 'unsafe-inline'"));
        assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.header("X-Frame-Options")).hasValue("DENY");
        assertThat(answer.header("Referrer-Policy")).hasValue("same-origin");
        assertThat(answer.header("Cache-Control"))
                .hasValueSatisfying(
                        cache -> assertThat(cache).contains(path.startsWith("/ops/console/") ? "max-age" : "no-store"));
        assertThat(answer.header("Strict-Transport-Security")).as("no TLS").isEmpty();
    }

    @Test
    void aRefusedBodyCarriesTheHeadersToo() throws IOException {
        Answer answer = http.post("/ops/?v-r=uidl", "application/json", "x".repeat(RequestBodies.LONGEST + 1));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.header("Content-Security-Policy")).isPresent();
    }

    @Test
    void noTwoPagesHaveTheSameNonce() throws IOException {
        assertThat(http.get("/ops/login").header("Content-Security-Policy"))
                .isNotEqualTo(http.get("/ops/login").header("Content-Security-Policy"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ops/no-such-page", "/ops/actuator/env"})
    void anErrorPageLeadsBackToWhereTheConsoleIs(String path) throws IOException {
        assertThat(http.get(path, "Accept: text/html", loggedIn()).text())
                .doesNotContain("href=\"/locks\"")
                .doesNotContain("{context}");
    }

    @Test
    void theErrorPageOfABadRequestNamesTheContextPath() throws IOException {
        assertThat(http.post("/ops/login", FORM, "username=viewer&password=viewer", "Accept: text/html")
                        .text())
                .satisfiesAnyOf(
                        text -> assertThat(text).contains("Location: /ops/login"),
                        text -> assertThat(text).contains("href=\"/ops/locks\""));
    }

    @Test
    void theLoginIsRefusedWithoutItsToken() throws IOException {
        Answer answer = http.post("/ops/login", FORM, "username=viewer&password=viewer");
        assertThat(isLoggedIn(answer)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ops/login", "/ops/logout", "/ops/?v-r=uidl&v-uiId=0"})
    void whatAnotherSitePostsIsRefusedWithoutASession(String path) throws IOException {
        Answer answer = http.post(path, FORM, "username=viewer&password=viewer", "Sec-Fetch-Site: cross-site");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(answer.header("Content-Security-Policy")).isPresent();
    }

    @Test
    void aLinkFromAnotherSiteOpensAPage() throws IOException {
        assertThat(http.get("/ops/locks", "Sec-Fetch-Site: cross-site", loggedIn())
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatAnotherOriginOfTheSameSitePostsFindsTheSessionAndIsRefused() throws IOException {
        String cookie = loggedIn();
        assertThat(http.post("/ops/logout", FORM, "", "Sec-Fetch-Site: same-site", cookie)
                        .status())
                .isEqualTo(403);
        assertThat(http.get("/ops/locks", cookie).status()).isEqualTo(200);
    }

    @Test
    void theLoginIsAcceptedWithItsToken() throws IOException {
        assertThat(http.get("/ops/locks", loggedIn()).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: https://elsewhere.example",
                "Origin: http://127.0.0.1:1",
                "Origin: null",
                "X-No-Origin: at all"
            })
    void aWebSocketIsRefusedToOtherOrigins(String origin) throws IOException {
        assertThat(upgrade(origin).status()).isEqualTo(403);
    }

    @Test
    void aWebSocketIsNotRefusedToItsOwnPage() throws IOException {
        assertThat(upgrade("Origin: http://127.0.0.1:" + http.port()).status()).isNotEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ops/login", "/ops/", "/ops/api/v1/locks/-", "/ops/actuator/health", "/elsewhere"})
    void aNameThatSomebodyElseLetsLeadHereIsNotAnswered(String path) throws IOException {
        for (String name : List.of("rebound.example", "rebound.example:" + http.port(), "127.0.0.1.evil.example")) {
            Answer answer = new Answer(
                    http.exchange("GET " + path + " HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n"));
            assertThat(answer.status()).as(name).isEqualTo(421);
            assertThat(answer.header("Location")).isEmpty();
            assertThat(answer.header("Set-Cookie")).isEmpty();
            assertThat(answer.header("Content-Security-Policy")).isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1", "[::1]:8080"})
    void anAddressAndLocalhostAreItsOwnNames(String name) throws IOException {
        Answer answer =
                new Answer(http.exchange("GET /ops/login HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n"));
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void nobodyIsBelievedToForwardWhoWasNotNamed() throws IOException {
        Answer answer = http.get("/ops/locks", "X-Forwarded-Proto: https", "X-Forwarded-Host: evil.example");
        assertThat(answer.header("Location"))
                .hasValueSatisfying(
                        location -> assertThat(location).doesNotContain("evil").doesNotContain("https"));
        assertThat(answer.header("Strict-Transport-Security")).isEmpty();
    }

    /** Behind a proxy that reads it the other way, what follows would be somebody else's request. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length: 5, 5",
                "Content-Length: +5",
                "Content-Length: -1",
                "Content-Length : 5",
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunked, identity",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
                "Transfer-Encoding : chunked",
                "Transfer-Encoding: \"chunked\"",
                "X: a\rTransfer-Encoding: chunked"
            })
    void aRequestWithTwoLengthsIsRefusedAndNothingBehindItIsAnswered(String lengths) throws IOException {
        String answers = http.exchange("POST /ops/login HTTP/1.1\r\nHost: 127.0.0.1\r\n" + lengths
                + "\r\n\r\n0\r\n\r\nGET /ops/actuator/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
        assertThat(answers)
                .containsOnlyOnce("HTTP/1.1 ")
                .doesNotStartWith("HTTP/1.1 2")
                .doesNotContain("UP");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/ops/?v-r=zzz",
                "/ops/locks?a=1&v-r=zzz",
                "/ops/?v-r=heartbeat&v-uiId=zz",
                "/ops/?v-r=uidl&v-uiId=99999999999",
                "/ops/?v-r=push&v-uiId=zz",
                "/ops/beat?page=%zz",
                "/ops/beat?page=%",
                "/ops/api/v1/locks/-?q=%zz",
                "/ops/console/console.css Accept-Encoding: gzip;q=zz",
                "/ops/console/console.css Accept-Encoding: br, gzip;q=",
                "/ops/VAADIN/none.js Accept-Encoding: gzip;q=zz",
                "/ops/console/console.css Range: bytes=0-1,3-4",
                "/ops/console/console.css Range: bytes=zz",
                "/ops/console/console.css If-Modified-Since: zz",
                "/ops/console/console.css Accept: text/css;q=zz",
                "/ops/locks Accept-Language: de;q=zz"
            })
    void whatNoBrowserSendsIsAnsweredWithoutAFailure(String request) throws IOException {
        String[] parts = request.split(" ", 2);
        String header = parts.length > 1 ? parts[1] : "X-None: none";
        Answer answer = http.get(parts[0], loggedIn(), header);
        assertThat(answer.status()).as(answer.head()).isBetween(200, 499);
        if (answer.status() >= 400) {
            assertThat(answer.text()).as("a body with a sentence").containsPattern("(?s)\r\n\r\n.*\\w{3,} \\w+");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept-Encoding: gzip;q=0.5, br;q=1.0", "Range: bytes=0-99", "Accept-Encoding: *;q=0"})
    void whatBrowsersSendIsAnswered(String header) throws IOException {
        assertThat(http.get("/ops/console/console.css", header).status()).isIn(200, 206);
    }

    private static Answer upgrade(String origin) throws IOException {
        return http.send(
                "GET /ops/VAADIN/push?v-r=push&v-uiId=0&v-pushId=x&X-Atmosphere-Transport=websocket HTTP/1.1\r\n"
                        + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + origin + "\r\n\r\n");
    }

    private static String loggedIn() throws IOException {
        Answer page = http.get("/ops/login");
        Matcher token = TOKEN.matcher(page.text());
        assertThat(token.find()).isTrue();
        Answer answer = http.post(
                "/ops/login",
                FORM,
                "username=viewer&password=viewer&_csrf=" + token.group(1),
                "Cookie: " + page.session());
        assertThat(isLoggedIn(answer)).as(answer.head()).isTrue();
        return "Cookie: " + answer.session();
    }

    private static boolean isLoggedIn(Answer answer) {
        return answer.status() == 302
                && answer.header("Location").filter(to -> !to.contains("login")).isPresent();
    }
}
