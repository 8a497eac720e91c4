package io.lockkeeper.commandline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.console.SourceWatch.Now;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Follows a stand-in for the console that says what a test has it say. */
class SourceWatchTest {

    private static final String SOURCE = "app-shedLock";
    private static final String LISTED = """
            {"asOf": "2026-11-23T10:00:00Z", "locks": []}""";
    private static final String CUT = "cut";
    private static final String ALL_TOLD = event("complete", "{\"locks\": 1}");

    /** What each connection is sent; {@link #CUT} ends it. */
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private final AtomicInteger connections = new AtomicInteger();
    private volatile int status = 200;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/v1/locks/app-shedLock", exchange -> answer(exchange, status, LISTED));
        server.createContext("/api/v1/events/app-shedLock", this::stream);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void changesComeByOneConnectionInTheConsolesOrder() throws Exception {
        try (SourceWatch watch = watch()) {
            events.add(state("snapshot", "live"));
            events.add(lock("late", "held", "\"2026-11-23T09:59:00.5Z\""));
            assertThat(watch.await(10)).isInstanceOf(Now.Connecting.class);
            events.add(lock("early", "held", "\"2026-11-23T09:59:00Z\""));
            events.add(lock("unknown", "held", "null"));
            events.add(lock("over", "expired, not yet taken over", "\"2026-11-23T09:59:59Z\""));
            events.add(": beat\n\n" + ALL_TOLD);
            assertThat(names(await(watch, locks -> true))).containsExactly("over", "early", "late", "unknown");
            events.add(event("gone", "{\"name\": \"over\"}"));
            events.add(event("gone", "{\"name\": \"early\"}"));
            events.add(state("board", "behind"));
            Now.Locks now = await(watch, locks -> locks.freshness().equals("behind"));
            assertThat(names(now)).containsExactly("late", "unknown");
            assertThat(now.asOf()).isAfterOrEqualTo("2026-11-23T10:00:00Z");
            assertThat(await(watch, 1, locks -> true).inUse()).isEqualTo(2);
            assertThat(connections).hasValue(1);
        }
    }

    @Test
    void aConnectionThatEndsIsMadeAgainAndWhatIsGoneMeanwhileIsGone() throws Exception {
        try (SourceWatch watch = watch()) {
            events.add(state("snapshot", "live") + lock("a", "held", "null") + ALL_TOLD);
            assertThat(names(await(watch, locks -> true))).containsExactly("a");
            events.add(event("end", "{\"reason\": \"The console is stopping.\"}"));
            events.add(CUT);
            assertThat(awaitSilence(watch)).isEqualTo("The console is stopping.");
            events.add(state("snapshot", "live") + lock("b", "held", "null") + ALL_TOLD);
            assertThat(names(await(watch, locks -> true))).containsExactly("b");
        }
    }

    @Test
    void aTokenThatHasEndedEndsIt() throws Exception {
        try (SourceWatch watch = watch()) {
            events.add(state("snapshot", "live") + ALL_TOLD);
            await(watch, locks -> true);
            status = 401;
            events.add(CUT);
            assertThatThrownBy(() -> await(watch, locks -> false))
                    .isInstanceOfSatisfying(
                            FailedException.class,
                            failed -> assertThat(failed.exitCode()).isEqualTo(ExitCode.NOT_ALLOWED));
        }
    }

    private SourceWatch watch() {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new SourceWatch(new ConsoleClient(HttpClient.newHttpClient(), address, "lockkeeper_token"), SOURCE, "");
    }

    private static Now.Locks await(SourceWatch watch, Predicate<Now.Locks> until) throws InterruptedException {
        return await(watch, 10, until);
    }

    /** Each turn waits for news. */
    private static Now.Locks await(SourceWatch watch, int most, Predicate<Now.Locks> until)
            throws InterruptedException {
        for (int turn = 0; turn < 60; turn++) {
            if (watch.await(most) instanceof Now.Locks locks && until.test(locks)) {
                return locks;
            }
        }
        throw new AssertionError("It has not come");
    }

    private static String awaitSilence(SourceWatch watch) throws InterruptedException {
        for (int turn = 0; turn < 60; turn++) {
            if (watch.await(10) instanceof Now.Disconnected(String why)) {
                return why;
            }
        }
        throw new AssertionError("It is connected");
    }

    private static List<String> names(Now.Locks now) {
        return now.first().stream()
                .map(lock -> lock.getString("name").getValue())
                .toList();
    }

    private static String lock(String name, String state, String since) {
        return event("lock", "{\"name\": \"%s\", \"state\": \"%s\", \"heldSince\": %s}".formatted(name, state, since));
    }

    private static String state(String event, String freshness) {
        return event(event, "{\"freshness\": \"%s\", \"notice\": \"\"}".formatted(freshness));
    }

    private static String event(String name, String data) {
        return "event: %s\ndata: %s\n\n".formatted(name, data);
    }

    private void stream(HttpExchange exchange) throws IOException {
        connections.incrementAndGet();
        exchange.sendResponseHeaders(200, 0);
        try (exchange;
                var out = exchange.getResponseBody()) {
            for (String next = events.take(); !next.equals(CUT); next = events.take()) {
                out.write(next.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (exchange;
                var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
