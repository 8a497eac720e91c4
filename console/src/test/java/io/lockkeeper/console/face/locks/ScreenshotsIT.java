package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every page and state as people see them, in both sizes and colour schemes; also what 100,000 locks cost. */
@Tag("screenshots")
class ScreenshotsIT {

    private static final int MANY = 100_000;

    private static final List<View> VIEWS = List.of(
            new View(1280, 800, ColorScheme.LIGHT),
            new View(390, 844, ColorScheme.LIGHT),
            new View(1280, 800, ColorScheme.DARK),
            new View(390, 844, ColorScheme.DARK));

    private final Map<View, BrowserContext> browsers = new HashMap<>();
    private Runnable before = () -> {};

    @Test
    void everyPageAndState() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            each(chromium, page -> logIn(page, console), "login");
            each(chromium, page -> open(chromium, page, console, "/locks"), "empty");
            each(chromium, page -> open(chromium, page, console, "/audit"), "audit-empty");
            each(chromium, page -> open(chromium, page, console, "/agents"), "agents-empty");
            Agents agents = new Agents(console.database());
            Scene scene = new Scene(console.locks()).few().states();
            before = () -> {
                scene.touch();
                agents.few();
            };
            each(chromium, page -> open(chromium, page, console, "/locks"), "locks");
            each(chromium, page -> free(open(chromium, page, console, "/locks")), "locks-free");
            each(chromium, page -> search(open(chromium, page, console, "/locks")), "no-match");
            each(chromium, page -> open(chromium, page, console, "/locks/" + Scene.STUCK), "lock");
            each(chromium, page -> stack(open(chromium, page, console, "/locks/report:nightly")), "lock-stack");
            each(chromium, page -> agents(open(chromium, page, console, "/agents")), "agents");
            each(chromium, page -> open(chromium, page, console, "/locks/legacy:job"), "lock-damaged");
            logOut();
            each(
                    chromium,
                    page -> chromium.logIn(page, console, Console.VIEWER, "/locks/" + Scene.STUCK),
                    "lock-viewer");
            logOut();
            each(chromium, page -> dialog(open(chromium, page, console, "/locks/" + Scene.STUCK)), "evict");
            each(chromium, page -> evictNow(open(chromium, page, console, "/locks/" + Scene.STUCK)), "evict-now");
            Page evicting = chromium.page(console, Console.OPERATOR, "/locks/" + Scene.STUCK);
            evict(evicting);
            Pictures.take(evicting, "evict-marked");
            each(chromium, page -> open(chromium, page, console, "/locks"), "locks-evicted");
            each(chromium, page -> open(chromium, page, console, "/audit"), "audit");
            each(chromium, page -> open(chromium, page, console, "/nowhere"), "not-found");
            manyLocks(console, chromium, scene);
            disconnected(console, chromium);
        }
    }

    private void manyLocks(Console console, Chromium chromium, Scene scene) {
        long before = usedMegabytes();
        scene.many(MANY);
        BoardPublisher board = console.bean(BoardPublisher.class);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> board.snapshot(LockScope.EVERYTHING).locks().size() >= MANY);
        System.out.printf("%,d locks on the board: %d MB of heap more than before%n", MANY, usedMegabytes() - before);
        long start = System.nanoTime();
        board.snapshot(LockScope.EVERYTHING);
        System.out.printf("Sorting them takes %d ms%n", (System.nanoTime() - start) / 1_000_000);
        each(chromium, page -> open(chromium, page, console, "/locks"), "locks-100000");
    }

    private static void disconnected(Console console, Chromium chromium) {
        Page page = chromium.page(console, Console.OPERATOR, "/locks");
        Page dark = chromium.logIn(
                chromium.browser(390, 844, ColorScheme.DARK).newPage(), console, Console.OPERATOR, "/locks");
        console.fail(
                new Document("failCommands", List.of("hello", "getMore", "aggregate")).append("closeConnection", true));
        assertThat(page.locator(".badge.disconnected")).containsText("showing the last known state");
        Pictures.take(page, "disconnected");
        Pictures.take(dark, "disconnected");
        console.heal();
        assertThat(page.locator(".badge.live")).isVisible();
    }

    /** One page after the other in browsers that stay, so that whoever has logged in is so on the next page too. */
    private void each(Chromium chromium, Consumer<Page> open, String name) {
        for (View view : VIEWS) {
            BrowserContext browser = browsers.computeIfAbsent(view, one -> one.browser(chromium));
            try (Page page = browser.newPage()) {
                open.accept(page);
                Pictures.take(page, name);
            }
        }
    }

    private void logOut() {
        browsers.values().forEach(BrowserContext::close);
        browsers.clear();
    }

    private Page open(Chromium chromium, Page page, Console console, String path) {
        before.run();
        page.navigate(console.address(path));
        if (page.url().endsWith("/login")) {
            chromium.logIn(page, console, Console.OPERATOR, path);
        }
        page.locator(".shell").waitFor();
        if (path.startsWith("/locks")) {
            assertThat(page.locator(".badge.live")).isVisible();
        }
        return page;
    }

    private static void logIn(Page page, Console console) {
        page.navigate(console.address("/login"));
        page.locator("input[name=password]").waitFor();
    }

    private static void free(Page page) {
        page.getByText("Free locks", new Page.GetByTextOptions().setExact(true)).click();
        page.locator(".lock-cell.free:visible").first().waitFor();
    }

    private static void search(Page page) {
        page.locator(".search input").fill("payments of mars");
        assertThat(page.getByText("No lock matches")).isVisible();
    }

    private static void stack(Page page) {
        page.locator(".stack summary").click();
        assertThat(page.locator(".stack pre")).isVisible();
    }

    private static void agents(Page page) {
        assertThat(page.locator(".agent.silent", new Page.LocatorOptions().setHasText("rp-0")))
                .isVisible();
    }

    private static void dialog(Page page) {
        page.locator(".lock-panel .foot vaadin-button").click();
        assertThat(page.locator(".lease-facts")).containsText("Held by");
    }

    private static void evictNow(Page page) {
        dialog(page);
        page.getByText("The process is dead: evict now").click();
        page.locator(".evict-now input").fill("order:47");
    }

    private static void evict(Page page) {
        dialog(page);
        page.locator(".reason vaadin-text-field input").fill("OPS-4711 hung on a dead peer");
        page.keyboard().press("Tab");
        page.locator("vaadin-button", new Page.LocatorOptions().setHasText("Evict this holder"))
                .click();
        assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");
    }

    private static long usedMegabytes() {
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    private record View(int width, int height, ColorScheme scheme) {

        BrowserContext browser(Chromium chromium) {
            return chromium.browser(width, height, scheme);
        }
    }
}
