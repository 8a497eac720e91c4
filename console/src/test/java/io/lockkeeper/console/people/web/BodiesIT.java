package io.lockkeeper.console.people.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.RawHttp;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Announces 400 MB, by each method, content type, kind of transfer and address, and sends a little more than may be read: the
 * console answers then and does not wait for more. It has 128 MB of memory.
 */
@Tag("alone")
class BodiesIT {

    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "BREW");
    private static final List<String> TYPES = List.of(
            "application/x-www-form-urlencoded",
            "Application/X-WWW-Form-Urlencoded; charset=utf-8",
            "multipart/form-data; boundary=x",
            "application/json",
            "text/plain",
            "");
    private static final List<String> ADDRESSES = List.of(
            "/login",
            "/",
            "/locks",
            "/?v-r=uidl&v-uiId=0",
            "/?v-r=heartbeat&v-uiId=0",
            "/VAADIN/push?v-r=push&v-uiId=0&v-pushId=x",
            "/VAADIN/dynamic/resource/0/x/upload",
            "/api/v1/locks/-",
            "/api/v1/locks/-/x/eviction",
            "/actuator/health",
            "/actuator/prometheus",
            "/console/console.css",
            "/worker.js",
            "/no-such-page");
    private static final String BODY = "a".repeat(RequestBodies.LONGEST + 4_096);
    private static final long FAR_MORE = 400_000_000;
    private static final String CHUNKED =
            "POST /?v-r=uidl HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final Pattern PUSH_ID = Pattern.compile("\"Vaadin-Push-ID\" ?: ?\"([^\"]+)\"");

    @AutoClose
    private static final ConsoleProcess console = ConsoleProcess.start();

    private static RawHttp http = console.http();

    /** How the body is announced. */
    private enum Transfer {
        LENGTH("Content-Length: " + FAR_MORE),
        CHUNKED("Transfer-Encoding: chunked"),
        ENCODED("Content-Encoding: gzip\r\nContent-Length: " + FAR_MORE),
        EXPECTED("Expect: 100-continue\r\nContent-Length: " + FAR_MORE);

        private final String headers;

        Transfer(String headers) {
            this.headers = headers;
        }
    }

    private record Attack(String method, String type, Transfer transfer, String address) {

        String head() {
            String line = type.isEmpty() ? "" : "Content-Type: " + type + "\r\n";
            return "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n%s%s\r\n\r\n"
                    .formatted(method, address, http.port(), line, transfer.headers);
        }

        String body() {
            return switch (transfer) {
                case CHUNKED -> Long.toHexString(FAR_MORE) + "\r\n" + BODY;
                case EXPECTED -> "";
                case LENGTH, ENCODED -> BODY;
            };
        }
    }

    @BeforeAll
    static void warmUp() throws IOException {
        assertThat(http.get("/login").status()).isEqualTo(200);
    }

    @Test
    void noBodyIsReadPastItsLimit() throws Exception {
        long before = console.liveBytes();
        List<String> wrong = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<String>> answers = new ArrayList<>();
            attacks().forEach(attack -> answers.add(threads.submit(judged(attack))));
            for (Future<String> answer : answers) {
                wrong.add(answer.get());
            }
        }
        assertThat(wrong.stream().filter(line -> !line.isEmpty())).isEmpty();
        System.out.printf(
                Locale.ROOT,
                "live bytes before=%,d after=%,d requests=%,d%n",
                before,
                console.liveBytes(),
                wrong.size());
        assertThat(console.liveBytes() - before).isLessThan(4 << 20);
    }

    /** Each is larger than any that is meant, and none of them is read whole. */
    @ParameterizedTest
    @EnumSource(Head.class)
    void noHeadIsReadPastItsLimit(Head head) throws Exception {
        long before = console.liveBytes();
        for (int i = 0; i < 20; i++) {
            assertThat(answer(head.text)).startsWith("HTTP/1.1 4");
        }
        assertThat(console.liveBytes() - before).isLessThan(4 << 20);
    }

    enum Head {
        ONE_HEADER("GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: " + BODY),
        MANY_HEADERS("GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "X: y\r\n".repeat(10_000) + "\r\n"),
        COOKIES("GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + "a=b; ".repeat(10_000) + "\r\n\r\n"),
        QUERY("GET /login?q=" + BODY + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        PATH("GET /" + BODY + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        CHUNK_EXTENSION(CHUNKED + "1;x=" + BODY),
        TRAILER(CHUNKED + "0\r\nX-Large: " + BODY),
        FIELDS(
                "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 6000\r\n\r\n"
                        + "a=b&cd=".repeat(6_000 / 7)
                        + "ab&"),
        PARTS(
                "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 400000000\r\n\r\n"
                        + "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n".repeat(1_200));

        private final String text;

        Head(String text) {
            this.text = text;
        }
    }

    @Test
    void bodiesThatArriveSlowlyTogetherCostLittle() throws Exception {
        long before = console.liveBytes();
        List<Socket> halves = new ArrayList<>();
        String half =
                "POST /?v-r=uidl HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 65000\r\n\r\n" + "a".repeat(64_000);
        for (int i = 0; i < 600; i++) {
            Socket socket = http.open();
            socket.getOutputStream().write(half.getBytes(StandardCharsets.UTF_8));
            halves.add(socket);
        }
        long during = console.liveBytes();
        for (Socket socket : halves) {
            socket.close();
        }
        System.out.printf(Locale.ROOT, "600 halves: live bytes before=%,d during=%,d%n", before, during);
        assertThat(during - before).isLessThan(20 << 20);
        assertThat(http.get("/actuator/health").status()).isEqualTo(200);
    }

    @Test
    void aMessageOverAPagesWebSocketIsCollectedToItsLimitOnly() throws Exception {
        long before = console.liveBytes();
        CompletableFuture<Integer> closed = new CompletableFuture<>();
        WebSocket socket = push(closed);
        try {
            socket.sendText("2000000000|", true).join();
            for (int i = 0; i < 2_500 && !closed.isDone(); i++) {
                socket.sendText("x".repeat(16_000), true).join();
            }
        } catch (CompletionException ended) {
            // the console has closed it
        }
        System.out.printf(Locale.ROOT, "WebSocket: live bytes before=%,d after=%,d%n", before, console.liveBytes());
        assertThat(console.liveBytes() - before).isLessThan(4 << 20);
        assertThat(http.get("/actuator/health").status()).isEqualTo(200);
    }

    /** The WebSocket of a login page, within that page's session: without one, Vaadin refuses any message. */
    private static WebSocket push(CompletableFuture<Integer> closed) throws IOException {
        String cookie = http.get("/login").session();
        RawHttp.Answer page = http.get("/?v-r=init&location=login&query=", "Cookie: " + cookie);
        assertThat(page.session()).as("a second session").isEmpty();
        Matcher id = PUSH_ID.matcher(page.text());
        assertThat(id.find()).isTrue();
        String address = "ws://127.0.0.1:%s/VAADIN/push?v-r=push&v-uiId=0&v-pushId=%s&X-Atmosphere-Transport=websocket"
                .formatted(http.port(), id.group(1));
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Cookie", cookie)
                .header("Origin", "http://127.0.0.1:" + http.port())
                .buildAsync(URI.create(address), new Ended(closed))
                .join();
    }

    private record Ended(CompletableFuture<Integer> closed) implements WebSocket.Listener {

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            closed.complete(status);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            closed.complete(-1);
        }
    }

    private static Stream<Attack> attacks() {
        return METHODS.stream()
                .flatMap(method -> TYPES.stream()
                        .flatMap(type -> Stream.of(Transfer.values())
                                .flatMap(transfer -> ADDRESSES.stream()
                                        .map(address -> new Attack(method, type, transfer, address)))));
    }

    /** Empty if the attack is answered with a refusal as soon as it was sent. */
    private static Callable<String> judged(Attack attack) {
        return () -> {
            String answer = answer(attack.head() + attack.body());
            return answer.matches("(?s)HTTP/1.1 (4\\d\\d|501) .*")
                    ? ""
                    : attack + " -> " + answer.lines().findFirst();
        };
    }

    private static String answer(String sent) {
        try (Socket socket = http.open()) {
            socket.setSoTimeout(3_000);
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.UTF_8));
            byte[] answer = socket.getInputStream().readNBytes(12);
            return new String(answer, StandardCharsets.UTF_8) + " ";
        } catch (SocketTimeoutException e) {
            return "waits for more";
        } catch (IOException e) {
            return e.toString();
        }
    }
}
