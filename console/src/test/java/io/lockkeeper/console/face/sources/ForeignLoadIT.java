package io.lockkeeper.console.face.sources;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.ask.locks.LockSearch;
import io.lockkeeper.console.fixture.Bulk;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Latency;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardCounts;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What many locks of another library that change often cost the console, beside some of our own. A build takes few of both; {@code
 * ./lockkeeper bench foreign} takes 100,000 and 1,000 changes a second, and prints the figures.
 */
@Tag("load")
class ForeignLoadIT {

    private static final int LOCKS = Integer.getInteger("load.locks", 2_000);
    private static final int CHANGES = Integer.getInteger("load.changes", 200);
    private static final int SAMPLES = Integer.getInteger("load.samples", 20);
    private static final int FURTHER_PAGES = 5;
    private static final int REPEATS = 15;
    private static final int EVERY_MILLIS = 50;
    private static final int TAKEN_OR_FREED = 5;
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration TTL = Duration.ofHours(1);
    private static final String LATENCY = "latency";
    private static final String HELD = "held or cooling down";

    @Test
    void manyLocksOfAnotherLibraryThatChangeOftenAreShownAndFound() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            Scene unused = new Scene(console.locks()).few();
            MongoCollection<Document> locks = console.database().getCollection("shedLock");
            fill(locks);
            double before = heap();
            String id = watch(console);
            say("live after, ms", millis(() -> await().atMost(LONG).until(() -> isLive(console, id))));
            say("heap of the board, MB", heap() - before);
            String page = "/" + LockAddress.list(id);
            say("a first page opens, with the login, ms", millis(() -> open(chromium, console, page)));
            Page other = chromium.page(console, Console.VIEWER, "/locks");
            say("a page opens from another one, ms", millis(() -> {
                other.navigate(console.address(page));
                assertThat(other.locator(".lock-cell:visible").first()).isVisible();
            }));
            other.context().close();
            Board board = console.watched(id).orElseThrow().board().orElseThrow();
            say(
                    "a search over all, ms",
                    median(() -> assertThat(board.inUse(Instant.now()))
                            .filteredOn(LockSearch.of("job-7").at(Instant.now()))
                            .isNotEmpty()));
            say("a pass of findings, ms", pass(console));
            try (ScheduledExecutorService changing = Executors.newSingleThreadScheduledExecutor()) {
                ScheduledFuture<?> running =
                        changing.scheduleAtFixedRate(changes(locks), 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
                showsChanges(console, chromium, locks, id);
                say("a pass of findings under these changes, ms", pass(console));
                running.cancel(false);
            }
            assertThat(console.watched(id).orElseThrow().feed().map(CollectionFeed::trouble))
                    .contains("");
        }
    }

    private static void showsChanges(
            Console console, Chromium chromium, MongoCollection<Document> locks, String source) {
        LockId lock = new LockId(source, LATENCY);
        Page latency = chromium.page(console, Console.VIEWER, "/" + LockAddress.page(lock));
        String state = ".lock-panel .line .state";
        assertThat(latency.locator(state).first()).hasText("free");
        List<Long> seen = Latency.of(SAMPLES, latency, state, i -> {
            boolean free = i % 2 == 1;
            locks.updateOne(new Document("_id", LATENCY), free ? freed() : taken("pod-1"));
            return free ? "free" : HELD;
        });
        say("change to screen p50, ms", seen.get(SAMPLES / 2));
        say("change to screen p95, ms", seen.get(SAMPLES * 95 / 100));
        double heap = heap();
        List<Page> pages = new ArrayList<>();
        for (int i = 0; i < FURTHER_PAGES; i++) {
            pages.add(open(chromium, console, "/" + LockAddress.list(source)));
        }
        say("a further page, MB", (heap() - heap) / FURTHER_PAGES);
        say(String.format(Locale.ROOT, "heap with %d pages, MB", FURTHER_PAGES + 1), heap());
        pages.forEach(page -> assertThat(page.locator(".badge.live")).isVisible());
    }

    /** Of five changes four are renewals, and one frees a lock or takes it again. */
    private static Runnable changes(MongoCollection<Document> locks) {
        int together = CHANGES * EVERY_MILLIS / 1_000;
        int few = together / TAKEN_OR_FREED;
        AtomicInteger at = new AtomicInteger();
        return () -> {
            int from = at.getAndAdd(together);
            locks.updateMany(in("_id", names(from + few, from + together)), renewed());
            locks.updateMany(
                    in("_id", names(from, from + few)),
                    from / LOCKS % 2 == 0 ? freed() : taken(String.format(Locale.ROOT, "pod-%d", from)));
        };
    }

    private static Bson renewed() {
        return set("lockUntil", Date.from(Instant.now().plus(TTL)));
    }

    private static Bson freed() {
        return set("lockUntil", Date.from(Instant.now()));
    }

    private static Bson taken(String by) {
        Instant now = Instant.now();
        return combine(
                set("lockUntil", Date.from(now.plus(TTL))), set("lockedAt", Date.from(now)), set("lockedBy", by));
    }

    private static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> name(i % LOCKS)).toList();
    }

    private static String name(int i) {
        return String.format(Locale.ROOT, "job-%06d", i);
    }

    private static void fill(MongoCollection<Document> locks) {
        Instant now = Instant.now();
        locks.insertOne(ShedLocks.lock(LATENCY, "pod-1", -60, 0));
        for (List<Integer> part : Bulk.parts(LOCKS, 5_000)) {
            locks.insertMany(part.stream()
                    .map(i -> new Document("_id", name(i))
                            .append("lockUntil", Date.from(now.plus(TTL)))
                            .append("lockedAt", Date.from(now.minusSeconds(i % 5_000)))
                            .append("lockedBy", String.format(Locale.ROOT, "pod-%d", i % 40)))
                    .toList());
        }
    }

    private static String watch(Console console) {
        console.administrator("boss", "correct horse battery");
        return console.watch("shedLock", "shedlock").id();
    }

    private static boolean isLive(Console console, String id) {
        Watched watched = console.watched(id).orElseThrow();
        boolean live = watched.feed().filter(feed -> feed.freshness().isLive()).isPresent();
        BoardCounts now = watched.board().orElseThrow().counts(Instant.now());
        return live && now.held() + now.expired() + now.free() + now.unreadable() == LOCKS + 1;
    }

    private static Page open(Chromium chromium, Console console, String address) {
        Page page = chromium.page(console, Console.VIEWER, address);
        assertThat(page.locator(".lock-cell:visible").first()).isVisible();
        return page;
    }

    /** The next pass, whole. */
    private static double pass(Console console) {
        FindingsFeed findings = console.bean(FindingsFeed.class);
        Instant now = Instant.now();
        await().atMost(LONG).until(() -> {
            Instant asOf = findings.latest(LockScope.EVERYTHING).asOf();
            return asOf != null && asOf.isAfter(now);
        });
        return findings.latest(LockScope.EVERYTHING).took().toNanos() / 1e6;
    }

    private static double millis(Runnable timed) {
        long start = System.nanoTime();
        timed.run();
        return (System.nanoTime() - start) / 1e6;
    }

    private static double median(Runnable timed) {
        return IntStream.range(0, REPEATS)
                .mapToDouble(i -> millis(timed))
                .sorted()
                .toArray()[REPEATS / 2];
    }

    private static double heap() {
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024.0 / 1024.0;
    }

    private static void say(String what, double value) {
        System.out.printf("%,d locks of another library, %,d changes/s: %s: %.1f%n", LOCKS, CHANGES, what, value);
    }
}
