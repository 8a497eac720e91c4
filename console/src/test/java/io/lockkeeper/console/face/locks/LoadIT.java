package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.fixture.Changes;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Latency;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What many locks that change often cost the console. A build takes few of both; {@code ./lockkeeper bench console} takes
 * 100,000 live ones in a collection of 1,000,000 and 1,000 changes a second, and prints the figures.
 */
@Tag("load")
class LoadIT {

    private static final int LOCKS = Integer.getInteger("load.locks", 2_000);
    private static final int FREE = Integer.getInteger("load.free", 2_000);
    private static final int CHANGES = Integer.getInteger("load.changes", 200);
    private static final int SAMPLES = Integer.getInteger("load.samples", 20);
    private static final int WATCHED_SECONDS = Integer.getInteger("load.seconds", 2);
    private static final int FURTHER_PAGES = 5;
    private static final int REPEATS = 15;
    private static final int PASSES = 5;
    private static final Duration LONG = Duration.ofMinutes(5);

    @Test
    void manyLocksThatChangeOftenAreShownAndFound() throws InterruptedException {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            Scene scene = new Scene(console.locks()).few().manyFree(FREE).many(LOCKS);
            BoardPublisher board = console.bean(BoardPublisher.class);
            await().atMost(LONG)
                    .until(() -> board.snapshot(LockScope.EVERYTHING).locks().size() >= LOCKS);
            say("heap with the board, MB", heap());
            Page first = entered(console, chromium);
            say("the first page of a new console opens, ms", millis(() -> open(first, console)));
            say(
                    "ordering the board, ms",
                    median(
                            REPEATS,
                            () -> board.snapshot(LockScope.EVERYTHING).locks().size()));
            finds(board.snapshot(LockScope.EVERYTHING));
            say("a pass of findings and deadlocks, ms", pass(console));
            Changes changes = Changes.of(scene, console.locks(), LOCKS, CHANGES);
            showsChanges(console, chromium, changes);
            changes.stop();
        }
    }

    /** In a method of its own: a board that is held meanwhile would count as the pages'. */
    private static void finds(BoardSnapshot board) {
        LockQuery search = LockQuery.ALL.searching("pay-7");
        say("a search over all, ms", median(REPEATS, () -> search.of(board, Map.of())));
        assertThat(search.of(board, Map.of())).isNotEmpty().hasSizeLessThan(LOCKS);
    }

    private static void showsChanges(Console console, Chromium chromium, Changes changes) throws InterruptedException {
        List<Long> seen = Latency.of(SAMPLES, console, chromium);
        say("change to screen p50, ms", seen.get(SAMPLES / 2));
        say("change to screen p95, ms", seen.get(SAMPLES * 95 / 100));
        say("a pass of findings and deadlocks under these changes, ms", pass(console));
        await().atMost(LONG).until(changes::wentRound);
        double cpu = cpuPercent();
        double heap = heap();
        List<Page> pages = new ArrayList<>();
        List<Page> entered = new ArrayList<>();
        say("a login, ms", median(FURTHER_PAGES, () -> entered.add(entered(console, chromium))));
        Iterator<Page> next = entered.iterator();
        say("a further page opens, ms", median(FURTHER_PAGES, () -> pages.add(open(next.next(), console))));
        say("a further page, % of a core", (cpuPercent() - cpu) / FURTHER_PAGES);
        say("a further page, MB", (heap() - heap) / FURTHER_PAGES);
        say(String.format(Locale.ROOT, "heap with %d pages, MB", FURTHER_PAGES + 1), heap());
        pages.forEach(page -> assertThat(page.locator(".badge.live")).isVisible());
        say("a page is loaded again, ms", median(REPEATS, () -> reload(pages.getFirst())));
    }

    /** The median of passes that began one after the other. */
    private static double pass(Console console) {
        FindingsFeed findings = console.bean(FindingsFeed.class);
        List<Double> passes = new ArrayList<>();
        for (int i = 0; i < PASSES; i++) {
            Instant now = findings.latest(LockScope.EVERYTHING).asOf();
            await().atMost(LONG)
                    .until(() -> !Objects.equals(
                            now, findings.latest(LockScope.EVERYTHING).asOf()));
            passes.add(findings.latest(LockScope.EVERYTHING).took().toNanos() / 1e6);
        }
        return passes.stream().sorted().toList().get(PASSES / 2);
    }

    /** A browser that has nothing of the console but its cookie. */
    private static Page entered(Console console, Chromium chromium) {
        return chromium.enter(chromium.browser(1280, 800, ColorScheme.LIGHT).newPage(), console, Console.VIEWER);
    }

    private static Page open(Page page, Console console) {
        page.navigate(console.address("/locks"));
        return listed(page);
    }

    private static Page reload(Page page) {
        page.reload();
        return listed(page);
    }

    private static Page listed(Page page) {
        assertThat(page.locator(".lock-cell:visible").first()).isVisible();
        return page;
    }

    private static double millis(Supplier<?> timed) {
        long start = System.nanoTime();
        Object unused = timed.get();
        return (System.nanoTime() - start) / 1e6;
    }

    private static double median(int times, Supplier<?> timed) {
        List<Double> each = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            each.add(millis(timed));
        }
        return each.stream().sorted().toList().get(times / 2);
    }

    /** Of this process, in which the changes are made as well. */
    private static double cpuPercent() throws InterruptedException {
        Duration before = cpu();
        boolean unused = new CountDownLatch(1).await(WATCHED_SECONDS, TimeUnit.SECONDS);
        return 100.0
                * cpu().minus(before).toNanos()
                / Duration.ofSeconds(WATCHED_SECONDS).toNanos();
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    /** The least of several collections: between two passes of the findings many locks are in use as they were, too. */
    private static double heap() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        return DoubleStream.generate(() -> {
                    memory.gc();
                    return memory.getHeapMemoryUsage().getUsed() / 1024.0 / 1024.0;
                })
                .limit(REPEATS)
                .min()
                .orElseThrow();
    }

    private static void say(String what, double value) {
        System.out.printf("%,d live locks, %,d free, %,d changes/s: %s: %.1f%n", LOCKS, FREE, CHANGES, what, value);
    }
}
