package io.lockkeeper.console.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Changes;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.model.Owner;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A console's heap while pages are abandoned, and while visitors come and go. A build takes few of both; {@code ./lockkeeper
 * soak} takes 50 abandoned pages of each view for ten minutes, then 100 visitors and 10,000 openings, and prints the figures.
 */
class SoakIT {

    private static final int ABANDONED = Integer.getInteger("soak.abandoned", 2);
    private static final int SECONDS = Integer.getInteger("soak.seconds", 75);
    private static final int VISITORS = Integer.getInteger("soak.visitors", 2);
    private static final int OPENINGS = Integer.getInteger("soak.openings", 24);
    private static final int AGENTS = 300;
    private static final int LOCKS = 2_000;
    private static final int CHANGES = 200;
    private static final int SAMPLE_SECONDS = 5;
    private static final double FLAT = 1.2;
    private static final List<String> VIEWS =
            List.of("/", "/locks", "/locks/" + Scene.STUCK, "/findings", "/agents", "/audit");

    @Test
    void pagesWhoseBrowserStandsStillCostNothingAndAreClosed() {
        try (Console console = Console.start();
                Chromium closedLaptop = new Chromium();
                Life life = new Life(console)) {
            OpenPages pages = console.bean(OpenPages.class);
            BrowserContext browser = patient(closedLaptop);
            closedLaptop.logIn(browser.newPage(), console, Console.VIEWER, "/locks");
            for (int i = 0; i < ABANDONED; i++) {
                VIEWS.forEach(view -> open(browser, console, view));
            }
            assertThat(pages.count()).isEqualTo(ABANDONED * VIEWS.size() + 1);
            closedLaptop.freeze();
            double before = heap();
            double most = 0;
            for (int second = 0; second < SECONDS; second += SAMPLE_SECONDS) {
                life.goOn(Duration.ofSeconds(SAMPLE_SECONDS));
                most = Math.max(most, say("abandoned", second + SAMPLE_SECONDS, pages.count()));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> pages.count() == 0);
            assertThat(most).isLessThan(before * FLAT);
        }
    }

    @Test
    void visitorsThatComeAndGoLeaveNothing() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium();
                Life life = new Life(console)) {
            List<BrowserContext> visitors = IntStream.range(0, VISITORS)
                    .mapToObj(i -> visitor(chromium, console))
                    .toList();
            visitors.forEach(visitor -> visit(visitor, console));
            life.goOn(Duration.ofSeconds(SAMPLE_SECONDS));
            double before = heap();
            int opened = 0;
            while (opened < OPENINGS) {
                for (BrowserContext visitor : visitors) {
                    opened += visit(visitor, console);
                }
                say("visited", opened, console.bean(OpenPages.class).count());
            }
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> console.bean(OpenPages.class).count() == 0);
            assertThat(heap()).isLessThan(before * FLAT);
        }
    }

    private static BrowserContext visitor(Chromium chromium, Console console) {
        BrowserContext browser = patient(chromium);
        chromium.logIn(browser.newPage(), console, Console.VIEWER, "/locks").close();
        return browser;
    }

    /** Hundreds of pages in one browser open slowly on a machine that has other work. */
    private static BrowserContext patient(Chromium chromium) {
        BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT);
        browser.setDefaultTimeout(180_000);
        return browser;
    }

    /** Opens a lock, goes from there to each page of the menu, and leaves. Answers how many pages that were. */
    private static int visit(BrowserContext visitor, Console console) {
        Page page = open(visitor, console, "/locks/" + Scene.STUCK);
        int opened = 1;
        for (Locator link : page.locator(".side nav a").all()) {
            link.click();
            page.waitForCondition(() -> "page".equals(link.getAttribute("aria-current")));
            opened++;
        }
        page.close();
        return opened;
    }

    private static Page open(BrowserContext browser, Console console, String view) {
        Page page = browser.newPage();
        page.navigate(console.address(view));
        page.locator(".shell").waitFor();
        return page;
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
