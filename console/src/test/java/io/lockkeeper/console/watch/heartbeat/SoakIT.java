package io.lockkeeper.console.watch.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.BarePage;
import io.lockkeeper.console.fixture.Changes;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.model.Owner;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A console's heap while pages are abandoned, and while visitors come and go. {@code ./lockkeeper soak} takes 50 vanished pages
 * of each view for ten minutes, then 100 visitors and 10,000 openings, and prints the figures; by itself it takes few of both.
 */
@Tag("load")
class SoakIT {

    private static final int ABANDONED = Integer.getInteger("soak.abandoned", 2);
    /** At least a minute, after which a page is closed whose browser is silent. */
    private static final int SECONDS = Integer.getInteger("soak.seconds", 75);

    private static final int VISITORS = Integer.getInteger("soak.visitors", 5);
    private static final int OPENINGS = Integer.getInteger("soak.openings", 90);
    private static final int ROUNDS = Integer.getInteger("soak.rounds", 5);
    private static final int AGENTS = 300;
    private static final int LOCKS = 2_000;
    private static final int CHANGES = 200;
    private static final int SAMPLE_SECONDS = 5;
    private static final AtomicInteger VISITS = new AtomicInteger();
    private static final double FLAT = 1.2;
    private static final List<String> VIEWS = List.of(
            "/",
            "/locks",
            "/locks/" + Scene.STUCK,
            "/lock/" + Scene.STUCK,
            "/waits",
            "/findings",
            "/history",
            "/agents",
            "/audit");

    /** Some in a browser that stands still; the many of a soak without one, half closed like a laptop, half cut off. */
    @Test
    void pagesThatNobodySeesCostNothingAndAreClosed() {
        try (Console console = Console.start();
                Chromium closedLaptop = Chromium.ofItsOwn();
                Visitor visitor = new Visitor(console);
                Life life = new Life(console)) {
            OpenPages pages = console.bean(OpenPages.class);
            BrowserContext browser = patient(closedLaptop);
            closedLaptop.logIn(browser.newPage(), console, Console.VIEWER, "/locks");
            VIEWS.forEach(view -> open(browser, console, view));
            visitor.logIn(Console.VIEWER, Console.VIEWER);
            List<BarePage> bare = Stream.generate(() -> VIEWS)
                    .limit(ABANDONED)
                    .flatMap(List::stream)
                    .map(view -> BarePage.open(visitor, view))
                    .toList();
            assertThat(pages.count()).isEqualTo((ABANDONED + 1) * VIEWS.size() + 1);
            closedLaptop.freeze();
            IntStream.range(0, bare.size()).forEach(i -> vanish(bare.get(i), i % 2 == 0));
            double before = say("abandoned", 0, pages.count());
            double most = 0;
            for (int second = 0; second < SECONDS; second += SAMPLE_SECONDS) {
                life.goOn(Duration.ofSeconds(SAMPLE_SECONDS));
                most = Math.max(most, say("abandoned", second + SAMPLE_SECONDS, pages.count()));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> pages.count() == 0);
            assertThat(most).isLessThan(before * FLAT);
        }
    }

    private static void vanish(BarePage page, boolean frozen) {
        if (frozen) {
            page.freeze();
        } else {
            page.vanish();
        }
    }

    @Test
    void visitorsThatComeAndGoLeaveNothing() {
        try (Console console = Console.start();
                Life life = new Life(console)) {
            List<Visitor> visitors =
                    Stream.generate(() -> new Visitor(console)).limit(VISITORS).toList();
            visitors.forEach(visitor -> visitor.logIn(Console.VIEWER, Console.VIEWER));
            visitors.forEach(SoakIT::visit);
            life.goOn(Duration.ofSeconds(SAMPLE_SECONDS));
            OpenPages pages = console.bean(OpenPages.class);
            double before = say("visited", 0, pages.count());
            for (int opened = 0; opened < OPENINGS; opened += VISITORS * VIEWS.size()) {
                visitors.forEach(SoakIT::visit);
                say("visited", opened + VISITORS * VIEWS.size(), pages.count());
            }
            await().atMost(Duration.ofMinutes(2)).until(() -> pages.count() == 0);
            assertThat(say("visited, and all gone", OPENINGS, 0)).isLessThan(before * FLAT);
            visitors.forEach(Visitor::close);
        }
    }

    /** As one that hangs on a wall for a month does. */
    @Test
    void aPageThatGoesFromViewToViewStaysAsSmallAsItWas() {
        try (Console console = Console.start();
                Visitor visitor = new Visitor(console);
                Life life = new Life(console)) {
            visitor.logIn(Console.VIEWER, Console.VIEWER);
            BarePage page = BarePage.open(visitor, VIEWS.getFirst());
            rounds(page, 3);
            life.goOn(Duration.ofSeconds(SAMPLE_SECONDS));
            double before = say("walked", 0, 1);
            rounds(page, ROUNDS);
            assertThat(say("walked", ROUNDS * VIEWS.size(), 1)).isLessThan(before * FLAT);
            page.close();
        }
    }

    private static void rounds(BarePage page, int rounds) {
        for (int i = 0; i < rounds; i++) {
            VIEWS.forEach(page::go);
        }
    }

    /** Looks at each view in one page. Of two visits one ends with a closed tab, the other without a word. */
    private static void visit(Visitor visitor) {
        BarePage page = BarePage.open(visitor, VIEWS.getFirst());
        VIEWS.stream().skip(1).forEach(page::go);
        if (VISITS.incrementAndGet() % 2 == 0) {
            page.close();
        } else {
            page.vanish();
        }
    }

    /** A page in a browser of many opens slowly on a machine that has other work. */
    private static BrowserContext patient(Chromium chromium) {
        BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT);
        browser.setDefaultTimeout(180_000);
        return browser;
    }

    private static void open(BrowserContext browser, Console console, String view) {
        Page page = browser.newPage();
        page.navigate(console.address(view));
        page.locator(".shell").waitFor();
    }

    private static double say(String what, int at, int pages) {
        double heap = heap();
        System.out.printf("soak: %s, at %d: %.1f MB of heap, %d pages%n", what, at, heap, pages);
        return heap;
    }

    private static double heap() {
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024.0 / 1024.0;
    }

    /** What goes on meanwhile: locks that change, and agents that write. */
    private static final class Life implements AutoCloseable {

        private final ScheduledExecutorService agents = Executors.newSingleThreadScheduledExecutor();
        private final List<Future<?>> going;
        private final Changes changes;

        Life(Console console) {
            Scene scene = new Scene(console.locks()).few().many(LOCKS);
            Agents listed = new Agents(console.database());
            List<Owner> owners = new ArrayList<>();
            for (int i = 0; i < AGENTS; i++) {
                owners.add(Locks.owner("service-" + i % 30, "host-" + i, i, "", ""));
            }
            Future<?> beats = agents.scheduleWithFixedDelay(
                    () -> owners.forEach(
                            owner -> listed.beat(owner, Duration.ofSeconds(System.nanoTime() / 1_000_000_000), 1, 0)),
                    0,
                    3,
                    TimeUnit.SECONDS);
            Future<?> touches = agents.scheduleWithFixedDelay(
                    () -> console.locks().touchAll(Scene.STUCK), 0, 500, TimeUnit.MILLISECONDS);
            going = List.of(beats, touches);
            changes = Changes.of(scene, console.locks(), LOCKS, CHANGES);
        }

        void goOn(Duration time) {
            long until = System.nanoTime() + time.toNanos();
            await().atMost(time.plusSeconds(30)).until(() -> System.nanoTime() >= until);
        }

        @Override
        public void close() {
            going.forEach(each -> each.cancel(false));
            agents.close();
            changes.stop();
        }
    }
}
