package io.lockkeeper.console.api;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.console.people.security.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The board's events, from the first one to the last. */
class BoardEventsIT {

    private static final Duration TTL = Duration.ofMinutes(10);

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.api.listeners-per-user=2");

    private final List<Stream> open = new ArrayList<>();

    @AfterEach
    void end() {
        open.forEach(Stream::close);
        awaitListeners(0);
    }

    /** A listener that has gone is noticed as soon as something is written to it. */
    private static void awaitListeners(int most) {
        AtomicInteger changes = new AtomicInteger();
        await().atMost(60, SECONDS).until(() -> {
            hold(String.format(Locale.ROOT, "events:end:%d:%d", most, changes.incrementAndGet()), "billing");
            return console.bean(Listeners.class).count() <= most;
        });
    }

    @Test
    void aListenerIsToldWhatThereIsAndThenEachChange() {
        hold("events:1", "billing");
        Stream events = listen("viewer", "?q=events:");
        events.await("complete", "");
        events.await("lock", "events:1"); // the board may hear of it a moment later
        assertThat(events.all().getFirst().name()).isEqualTo("snapshot");
        assertThat(events.of("lock", "events:1")
                        .data()
                        .get("holder")
                        .get("service")
                        .asString())
                .isEqualTo("billing");
        String second = hold("events:2", "shop");
        events.await("lock", "events:2");
        hold("other:1", "shop");
        console.locks().remove("events:2", second);
        events.await("gone", "events:2");
        assertThat(events.all())
                .extracting(event -> event.data().toString())
                .noneMatch(data -> data.contains("other:1"));
    }

    @Test
    void aListenerIsToldWhenItsTokenIsRevoked() {
        Stream events = listen("operator", "");
        events.await("complete", "");
        console.own().getCollection("tokens").deleteMany(new Document("user", "operator"));
        events.await("end", "The token has ended");
    }

    @Test
    void aUserHasABoundedNumberOfListeners() {
        console.administrator("eager", "correct horse battery");
        listen("eager", "").await("complete", "");
        listen("eager", "").await("complete", "");
        try (ApiClient third = new ApiClient(console).as("eager", Role.VIEWER)) {
            HttpResponse<String> refused = third.get("/events/-");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        }
        open.getFirst().close();
        awaitListeners(1);
        listen("eager", "").await("complete", "");
    }

    @Test
    void aSearchThatIsNoneIsAProblem() {
        try (ApiClient client = new ApiClient(console).as("viewer", Role.VIEWER)) {
            assertThat(client.get("/events/-?q=held%3Esoon").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aListenerIsToldThatTheConsoleStops() {
        Console other = console.another();
        Stream events = new Stream(other, "viewer", "");
        open.add(events);
        events.await("complete", "");
        other.stop();
        events.await("end", "The console is stopping");
    }

    /** What it was not told is not kept for it: there is one board, the latest, and the connection ends. */
    @Test
    void aReaderThatStandsStillIsCutOff() throws Exception {
        try (Console busy = Console.start()) {
            new Scene(busy.locks()).few().many(20_000);
            Listeners listeners = busy.bean(Listeners.class);
            try (Socket still = busy.http().open()) {
                still.setReceiveBufferSize(4_096);
                String token = ApiClient.mint(
                        busy, "viewer", Role.VIEWER, "still", Instant.now().plusSeconds(600));
                still.getOutputStream()
                        .write(("GET /api/v1/events/- HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token
                                        + "\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                await().atMost(30, SECONDS).until(() -> listeners.count() == 1);
                await().atMost(90, SECONDS).until(() -> listeners.count() == 0);
            }
        }
    }

    private Stream listen(String user, String query) {
        Stream events = new Stream(console, user, query);
        open.add(events);
        return events;
    }

    private static String hold(String lock, String service) {
        return console.locks().enqueue(lock, Locks.owner(service, service + "-1", 1, "main", ""), TTL);
    }

    private record Event(String name, JsonNode data) {}

    /** What a listener was told so far. */
    private static final class Stream implements AutoCloseable {

        private final List<Event> events = new CopyOnWriteArrayList<>();
        private final ApiClient client;
        private final InputStream in;

        Stream(Console console, String user, String query) {
            client = new ApiClient(console).as(user, user.equals("operator") ? Role.OPERATOR : Role.VIEWER);
            HttpResponse<InputStream> answer = client.stream("/events/-" + query);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
            in = answer.body();
            Thread.ofVirtual().start(this::read);
        }

        List<Event> all() {
            return events;
        }

        Event of(String name, String text) {
            return events.stream()
                    .filter(event ->
                            event.name().equals(name) && event.data().toString().contains(text))
                    .findFirst()
                    .orElseThrow();
        }

        void await(String name, String text) {
            org.awaitility.Awaitility.await()
                    .atMost(60, SECONDS)
                    .until(() -> events.stream()
                            .anyMatch(event -> event.name().equals(name)
                                    && event.data().toString().contains(text)));
        }

        private void read() {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                String name = "";
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("event: ")) {
                        name = line.substring(7);
                    } else if (line.startsWith("data: ")) {
                        events.add(new Event(name, JsonMapper.shared().readTree(line.substring(6))));
                    }
                }
            } catch (IOException over) {
                // it was closed
            }
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                client.close();
            }
        }
    }
}
