package io.lockkeeper.console.story;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every page as services of a process of their own keep it busy, and as it is when MongoDB does not answer; for people to look at. */
@OwnServer
@Tag("screenshots")
class PagesScreenshotsIT {

    private static final Duration LOAD = Duration.ofSeconds(Long.getLong("screenshots.load", 100));
    private static final int LOCKS = Integer.getInteger("screenshots.locks", 0);
    private static final String SERVICES = System.getProperty("screenshots.services", "all");
    private static final Map<String, String> PAGES = new LinkedHashMap<>();

    static {
        PAGES.put("overview", "/");
        named("locks", "waits", "findings", "agents", "history", "incident", "audit");
        named("sources", "alerts", "tokens", "users", "logins", "settings", "consent");
        PAGES.put("locks-by-service", "/locks?group=service");
        PAGES.put("locks-columns", "/locks?columns=state,host,granted,waiters&rows=roomy");
        PAGES.put("lock-beside", "/locks/import:products");
        PAGES.put("lock-page", "/lock/import:products");
        PAGES.put("lock-page-hot", "/lock/exchange-rates");
        PAGES.put("history-hour", "/history?window=hour");
        PAGES.put("history-no-match", "/history?window=hour&lock=nobody");
        PAGES.put("costs", "/history?window=hour&costs=service");
    }

    private static void named(String... names) {
        Stream.of(names).forEach(name -> PAGES.put(name, "/" + name));
    }

    /** What a newcomer sees: nothing was ever held, and another cluster has locks of other libraries. */
    @Test
    void thePagesOfAConsoleThatIsNew() {
        try (ReplicaSet eu = ReplicaSet.start(1);
                Console console = Console.start("--lockkeeper.clusters.eu=" + eu.uri());
                Chromium chromium = new Chromium()) {
            eu.client().getDatabase("shop").getCollection("shedLock").insertOne(ShedLocks.held("report", "app-1"));
            console.administrator("maria", "maria-chose-this");
            for (String name :
                    List.of("overview", "locks", "findings", "history", "sources", "alerts", "users", "logins")) {
                Pictures.takeAll(chromium, "new-" + name, page -> {
                    page.navigate(console.address(Objects.requireNonNull(PAGES.get(name))));
                    chromium.fill(page, "maria", "maria-chose-this");
                    page.locator(".shell h1").first().waitFor();
                    assertThat(page.locator(".skeleton:visible")).hasCount(0);
                });
            }
        }
    }

    @Test
    @SuppressWarnings("try") // services that only work
    void everyPageUnderLoadAndWithoutMongoDb() throws InterruptedException {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            console.administrator("maria", "maria-chose-this");
            try (ChildProcess services = new ChildProcess(
                    BusyServices.class,
                    MongoServer.shared().uri(),
                    console.database().getName(),
                    SERVICES)) {
                boolean unused = new CountDownLatch(1).await(LOAD.toSeconds(), TimeUnit.SECONDS);
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> !console.bean(FindingsFeed.class)
                                .latest(LockScope.EVERYTHING)
                                .findings()
                                .isEmpty());
                if (LOCKS > 0) {
                    new Scene(console.locks()).few().many(LOCKS);
                }
                for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                    for (int width : Pictures.widths()) {
                        shootAll(console, chromium, width, scheme);
                    }
                }
            }
        }
    }

    private static void shootAll(Console console, Chromium chromium, int width, ColorScheme scheme) {
        try (BrowserContext browser = chromium.browser(width, width < 700 ? 844 : 800, scheme)) {
            Page page = browser.newPage();
            page.navigate(console.address("/locks"));
            chromium.fill(page, "maria", "maria-chose-this");
            page.locator(".shell").waitFor();
            PAGES.forEach((name, path) -> {
                page.navigate(console.address(path));
                page.locator(".shell h1").first().waitFor();
                assertThat(page.locator(".skeleton:visible")).hasCount(0);
                Pictures.take(page, "page-" + name);
                if (name.startsWith("lock-page")) {
                    page.locator(".contention .plot").scrollIntoViewIfNeeded();
                    Pictures.take(page, "page-" + name + "-plot");
                }
            });
            if ((width > 1200) == (scheme == ColorScheme.LIGHT)) {
                disconnected(console, browser);
            }
        }
    }

    /** The board stands still, and what has to be read cannot be. */
    private static void disconnected(Console console, BrowserContext browser) {
        Map<String, Page> open = new LinkedHashMap<>();
        for (String name : List.of("overview", "locks", "lock-page", "waits", "history")) {
            Page page = browser.newPage();
            page.navigate(console.address(Objects.requireNonNull(PAGES.get(name))));
            page.locator(".shell h1").first().waitFor();
            open.put(name, page);
        }
        console.fail(new Document("failCommands", List.of("hello", "getMore", "aggregate", "find"))
                .append("closeConnection", true));
        open.forEach((name, page) -> {
            page.bringToFront();
            assertThat(page.locator(".badge.disconnected").first()).isVisible();
            Pictures.take(page, "disconnected-" + name);
        });
        console.heal();
        await().atMost(Duration.ofMinutes(5))
                .until(() -> console.bean(Pulse.class).freshness().isLive());
    }
}
