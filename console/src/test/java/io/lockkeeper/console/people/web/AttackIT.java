package io.lockkeeper.console.people.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.RawHttp;
import io.lockkeeper.console.fixture.RawHttp.Answer;
import io.lockkeeper.console.fixture.RawPage;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody without a login can do to a console that has 128 MB of memory: each attack is followed by a question. */
@Tag("alone")
class AttackIT {

    private static final String RPC = "/?v-r=uidl&v-uiId=0";
    private static final String JSON = "application/json";
    private static final int NINE_MEGABYTES = 9 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final List<String> NONSENSE = List.of(
            "}{ \u0000",
            "null",
            "5",
            "{}",
            "[1,null,\"x\",{}]",
            "[".repeat(30_000) + "]".repeat(30_000),
            "[{\"type\":5,\"node\":1}]",
            "[{\"type\":\"event\",\"node\":\"x\",\"event\":\"click\"}]",
            "[{\"type\":\"event\",\"node\":1e300,\"event\":\"click\",\"data\":[]}]",
            "[{\"type\":\"event\",\"node\":1,\"event\":\"ui-navigate\",\"data\":{\"route\":5,\"query\":[]}}]",
            "[{\"type\":\"mSync\",\"node\":1,\"feature\":77,\"property\":\"x\",\"value\":{\"a\":[1]}}]",
            "[{\"type\":\"publishedEventHandler\",\"node\":1,\"templateEventMethodName\":\"x\",\"templateEventMethodArgs\":[{},null]}]",
            "[{\"type\":\"channel\",\"node\":1,\"channel\":5,\"args\":{}}]",
            "[{\"type\":\"history\"},{\"type\":\"navigation\",\"location\":\"/../x\"}]");

    @SuppressWarnings("NullAway.Init")
    private static ConsoleProcess console;

    @SuppressWarnings("NullAway.Init")
    private static RawHttp http;

    @BeforeAll
    static void start() throws Exception {
        console = ConsoleProcess.start();
        http = console.http();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void eightRequestsOfNineMegabytesAreRefusedAndEndNothing() throws Exception {
        String cookie = openLoginPage();
        String body = "{\"a\":[" + "{},".repeat(NINE_MEGABYTES / 3) + "0]}";
        List<Answer> answers = together(8, () -> http.post(RPC, JSON, body, cookie));
        assertThat(answers).extracting(Answer::status).containsOnly(413);
        assertAnswers();
    }

    @Test
    void aBodyWithoutALengthIsReadToTheLimitAlone() throws Exception {
        String part = "10000\r\n" + "{},".repeat(21_845) + "{\r\n";
        List<Answer> answers = together(
                8,
                () -> http.send("POST " + RPC + " HTTP/1.1\r\nContent-Type: " + JSON
                        + "\r\nTransfer-Encoding: chunked\r\n\r\n" + part.repeat(144) + "0\r\n\r\n"));
        assertThat(answers).extracting(Answer::status).containsOnly(413);
        assertAnswers();
    }

    @ParameterizedTest
    @CsvSource({"/?v-r=uidl&v-uiId=0, application/json", "/login, application/x-www-form-urlencoded"})
    void sixHundredHalfSentRequestsKeepNobodyWaiting(String path, String type) throws Exception {
        List<Socket> halves = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            halves.add(half("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: " + type
                    + "\r\nContent-Length: 1000\r\n\r\na"));
        }
        assertAnswers();
        closeAll(halves);
    }

    @Test
    void sixHundredHalfSentHeadersKeepNobodyWaiting() throws Exception {
        List<Socket> halves = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            halves.add(half("GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: a"));
        }
        assertAnswers();
        closeAll(halves);
    }

    @Test
    void aHalfSentRequestIsEndedWithinSeconds() throws Exception {
        try (Socket half = half("POST " + RPC + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\na")) {
            assertThat(new String(half.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .doesNotContain("HTTP/1.1 200");
        }
    }

    @Test
    void whatManyBadRequestsLogIsBounded() throws Exception {
        String cookie = openLoginPage();
        long before = console.logged();
        for (int i = 0; i < 500; i++) {
            http.post(RPC, JSON, "{\"csrfToken\":\"forged\"}", cookie);
        }
        assertThat(console.logged() - before).isLessThan(200_000);
        assertAnswers();
    }

    @Test
    void threeThousandVisitorsOfOneAddressKeepFiftySessionsAndANewOneCanLogIn() throws Exception {
        String first = openLoginPage();
        together(8, () -> {
            for (int i = 0; i < 375; i++) {
                http.get("/login");
            }
            return http.get("/login");
        });
        assertThat(http.get("/login", first).session())
                .as("the first session is gone")
                .isNotEmpty();
        String last = openLoginPage();
        assertThat(http.get("/login", last).session())
                .as("the last one is known")
                .isEmpty();
    }

    /** Each failure is said on the page, which is the attacker's to keep open. */
    @Test
    void aThousandCallsThatFailAreAnsweredWithOneSentence() throws Exception {
        String call = "{\"type\":\"event\",\"node\":2,\"event\":\"x\"}";
        Answer answer = RawPage.open(http, newSession()).call("[" + (call + ",").repeat(1_200) + call + "]");
        assertThat(answer.text())
                .containsOnlyOnce("Something went wrong on this page")
                .hasSizeLessThan(20_000);
    }

    @Test
    void aSessionWithoutALoginHasTwentyPagesAndTheOldestEnd() throws Exception {
        String cookie = newSession();
        List<RawPage> pages = new ArrayList<>();
        for (int i = 0; i <= PageLimit.MOST; i++) {
            pages.add(RawPage.open(http, cookie));
        }
        assertThat(pages.getFirst().call("[]").text()).contains("sessionExpired");
        assertThat(pages.get(1).call("[]").text()).doesNotContain("sessionExpired");
        assertThat(pages.getLast().call("[]").text()).doesNotContain("sessionExpired");
    }

    /** What no browser sends to a page: answered without a stack trace, and others' pages go on. */
    @Test
    void messagesThatMeanNothingDisturbNobodyAndLogLittle() throws Exception {
        RawPage neighbour = RawPage.open(http, newSession());
        String cookie = newSession();
        long before = console.logged();
        for (String body : NONSENSE) {
            for (String sent :
                    List.of(body, "{\"csrfToken\":\"$KEY\",\"syncId\":0,\"clientId\":0,\"rpc\":" + body + "}")) {
                Answer answer = RawPage.open(http, cookie).send(sent);
                assertThat(answer.status()).as(sent).isBetween(200, 499);
                assertThat(answer.text()).doesNotContain("\tat ", "Exception");
            }
        }
        assertThat(console.logged() - before).isLessThan(200_000);
        assertThat(neighbour.call("[]").text()).contains("\"clientId\":1");
        assertAnswers();
    }

    private static String newSession() throws IOException {
        return "Cookie: " + http.get("/login").session();
    }

    private static String openLoginPage() throws IOException {
        String cookie = "Cookie: " + http.get("/login").session();
        http.get("/?v-r=init&location=login&query=", cookie);
        return cookie;
    }

    private static void assertAnswers() throws IOException {
        long start = System.nanoTime();
        assertThat(http.get("/actuator/health").status()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
        assertThat(console.isRunning()).isTrue();
    }

    private static Socket half(String text) throws IOException {
        Socket socket = http.open();
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** Each attack is one of its own: it is over when the console has let all its connections go. */
    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.shutdownOutput();
        }
        for (Socket socket : sockets) {
            socket.setSoTimeout(30_000);
            var unused = socket.getInputStream().readAllBytes();
            socket.close();
        }
    }

    private static <T> List<T> together(int times, Callable<T> what) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> all = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                all.add(threads.submit(what));
            }
            List<T> answers = new ArrayList<>();
            for (Future<T> each : all) {
                answers.add(each.get());
            }
            return answers;
        }
    }
}
