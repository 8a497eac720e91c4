package io.lockkeeper.console.remember.costs;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.RawHttp.Answer;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.remember.history.HoldRecord;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What one token that may only read can do to a console with a long history and a heap of 128 MB; with a longer one, and more heap, by
 * {@code ./lockkeeper bench history}.
 */
@Tag("alone")
class ManyReadersIT {

    private static final Instant THEN = Instant.parse("2025-11-22T04:00:00Z");
    private static final Duration WEEK = Duration.ofDays(7);
    private static final int LEASES = Integer.getInteger("readers.leases", 61_500);
    private static final int HEAP_MEGABYTES = Integer.getInteger("readers.heap", 128);
    /** How many waited behind each lease. */
    private static final int BEHIND = Integer.getInteger("readers.behind", 20);

    private static final int TOGETHER = 1_000;
    private static final int REPEATS = 5;
    private static final int LOCKS = 200;
    private static final int READERS = 40;
    private static final String COSTS = "/api/v1/history/costs?window=P7D&moment=" + THEN;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(database.getName() + "_console");

    @Test
    void fortyReadsOfAWeekAtOnceLeaveASmallConsoleAnswering() throws IOException {
        try (ConsoleProcess console = ConsoleProcess.on(
                        database,
                        HEAP_MEGABYTES,
                        "--lockkeeper.history.past=0",
                        "--lockkeeper.history.retention=P3650D")
                .healthy()) {
            store();
            String bearer = "Authorization: Bearer "
                    + ApiClient.mint(
                            own,
                            Console.VIEWER,
                            Role.VIEWER,
                            "test",
                            Instant.now().plusSeconds(3_600));
            said(
                    "one read, p50",
                    IntStream.range(0, REPEATS)
                            .mapToDouble(i -> seconds(() ->
                                    assertThat(get(console, bearer).status()).isEqualTo(200)))
                            .sorted()
                            .skip(REPEATS / 2)
                            .findFirst()
                            .orElseThrow());
            said(
                    "forty at once",
                    seconds(() -> assertThat(together(console, bearer))
                            .allSatisfy(answer -> assertThat(answer.status()).isIn(200, 429))
                            .filteredOn(answer -> answer.status() == 429)
                            .allSatisfy(answer ->
                                    assertThat(answer.header("Retry-After")).isPresent())));
            abandon(console, bearer);
            said(
                    "room again after forty that were abandoned",
                    seconds(() -> await().atMost(20, SECONDS)
                            .until(() -> get(console, bearer).isOk())));
            assertThat(console.isRunning()).isTrue();
            assertThat(console.http().get("/actuator/health").isOk()).isTrue();
        } finally {
            own.drop();
        }
    }

    private static List<Answer> together(ConsoleProcess console, String bearer) {
        try (ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            return IntStream.range(0, READERS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> get(console, bearer), readers))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        }
    }

    /** Their clients go before they are answered. */
    private static void abandon(ConsoleProcess console, String bearer) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            Socket socket = console.http().open();
            socket.getOutputStream()
                    .write(("GET " + COSTS + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + bearer + "\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            sockets.add(socket);
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static Answer get(ConsoleProcess console, String bearer) {
        try {
            return console.http().get(COSTS, bearer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double seconds(Runnable work) {
        long began = System.nanoTime();
        work.run();
        return (System.nanoTime() - began) / 1e9;
    }

    private static void said(String what, double seconds) {
        System.out.printf(Locale.ROOT, "%,d records: %d MB: %s: %.1f s%n", LEASES, HEAP_MEGABYTES, what, seconds);
    }

    /** The indexes, which the console has made, are made again once all are there: that is quicker. */
    private void store() {
        MongoCollection<Document> leases = own.getCollection("leases");
        List<Document> indexes = leases.listIndexes().into(new ArrayList<>()).stream()
                .filter(index -> !"_id_".equals(index.getString("name")))
                .toList();
        leases.dropIndexes();
        for (int from = 0; from < LEASES; from += TOGETHER) {
            leases.insertMany(IntStream.range(from, Math.min(LEASES, from + TOGETHER))
                    .mapToObj(ManyReadersIT::lease)
                    .toList());
        }
        own.runCommand(new Document("createIndexes", "leases").append("indexes", indexes));
    }

    /** Spread over the week, each after a wait of some seconds. */
    private static Document lease(int number) {
        Instant granted = THEN.minusMillis(WEEK.toMillis() / LEASES * (number + 1));
        Instant asked = granted.minusSeconds(1 + number % 50);
        Instant ended = granted.plusSeconds(1 + number % 40);
        return new Document("_id", new Document("lock", "order:" + number % LOCKS).append("token", number + 1L))
                .append("acquirer", "a-" + number)
                .append("holder", party(number))
                .append("weight", 1)
                .append("grantedAt", Date.from(granted))
                .append("askedAt", Date.from(asked))
                .append("waitedMillis", Duration.between(asked, granted).toMillis())
                .append("endedAt", Date.from(ended))
                .append("ending", "RELEASED")
                .append("heldMillis", Duration.between(granted, ended).toMillis())
                .append("waiters", BEHIND)
                .append(
                        "behind",
                        IntStream.range(0, BEHIND)
                                .mapToObj(i -> "shop · shop-of-the-north-" + i)
                                .toList())
                .append("heldClass", Objects.requireNonNull(HoldRecord.heldClass(granted, ended)))
                .append("waitClass", Objects.requireNonNull(HoldRecord.heldClass(asked, granted)))
                .append("purgeAt", Date.from(Instant.now().plusSeconds(86_400)));
    }

    private static Document party(int number) {
        Document party = new Document("pid", 1L);
        List.of("host", "thread", "note").forEach(field -> party.append(field, field));
        return party.append("agent", "agent-of-the-north-" + number % 300)
                .append("service", "shop-" + number % 12)
                .append("instance", "shop-of-the-north-" + number % 300);
    }
}
