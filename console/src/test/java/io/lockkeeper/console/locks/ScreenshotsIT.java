package io.lockkeeper.console.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Scene;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Every page and state as people see them, in both sizes and colour schemes; also what 100,000 locks cost. */
class ScreenshotsIT {

    private static final int MANY = 100_000;
    private static final Path FOLDER = Path.of("target", "screenshots");

    private Runnable before = () -> {};

    @Test
    void everyPageAndState() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            each(chromium, page -> logIn(page, console), "login");
            each(chromium, page -> open(chromium, page, console, "/locks"), "empty");
            each(chromium, page -> open(chromium, page, console, "/audit"), "audit-empty");
            Scene scene = new Scene(console.locks()).few().states();
            before = scene::touch;
            each(chromium, page -> open(chromium, page, console, "/locks"), "locks");
            each(chromium, page -> free(open(chromium, page, console, "/locks")), "locks-free");
            each(chromium, page -> search(open(chromium, page, console, "/locks")), "no-match");
            each(chromium, page -> open(chromium, page, console, "/locks/" + Scene.STUCK), "lock");
            each(chromium, page -> open(chromium, page, console, "/locks/legacy:job"), "lock-damaged");
            each(
                    chromium,
                    page -> chromium.logIn(page, console, Console.VIEWER, "/locks/" + Scene.STUCK),
                    "lock-viewer");
            each(chromium, page -> dialog(open(chromium, page, console, "/locks/" + Scene.STUCK)), "evict");
            each(chromium, page -> freeNow(open(chromium, page, console, "/locks/" + Scene.STUCK)), "evict-now");
            Page evicting = chromium.page(console, Console.OPERATOR, "/locks/" + Scene.STUCK);
            evict(evicting);
            shoot(evicting, "evict-marked-1280-light");
            each(chromium, page -> open(chromium, page, console, "/locks"), "locks-evicted");
            each(chromium, page -> open(chromium, page, console, "/audit"), "audit");
            each(chromium, page -> open(chromium, page, console, "/nowhere"), "not-found");
            manyLocks(console, chromium, scene);
            disconnected(console, chromium);
            assertThat(chromium.errors()).isEmpty();
        }
    }

    private void manyLocks(Console console, Chromium chromium, Scene scene) {
        long before = usedMegabytes();
        scene.many(MANY);
        BoardPublisher board = console.bean(BoardPublisher.class);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> board.snapshot().locks().size() >= MANY);
        System.out.printf("%,d locks on the board: %d MB of heap more than before%n", MANY, usedMegabytes() - before);
        long start = System.nanoTime();
        board.snapshot();
        System.out.printf("Sorting them takes %d ms%n", (System.nanoTime() - start) / 1_000_000);
        each(chromium, page -> open(chromium, page, console, "/locks"), "locks-100000");
    }

    private static void disconnected(Console console, Chromium chromium) {
        Page page = chromium.page(console, Console.OPERATOR, "/locks");
        Page dark = chromium.logIn(chromium.page(390, 844, ColorScheme.DARK), console, Console.OPERATOR, "/locks");
        console.fail(
                new Document("failCommands", List.of("hello", "getMore", "aggregate")).append("closeConnection", true));
        assertThat(page.locator(".badge.disconnected")).containsText("showing the last known state");
        shoot(page, "disconnected-1280-light");
        shoot(dark, "disconnected-390-dark");
        console.heal();
        assertThat(page.locator(".badge.live")).isVisible();
    }

    private void each(Chromium chromium, Consumer<Page> open, String name) {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int[] size : new int[][] {{1280, 800}, {390, 844}}) {
                Page page = chromium.page(size[0], size[1], scheme);
                open.accept(page);
                shoot(page, "%s-%d-%s".formatted(name, size[0], scheme.name().toLowerCase(Locale.ROOT)));
                page.context().close();
            }
        }
    }

    /** What is drawn in steps has come to rest when two frames in a row are equal. */
    private static void shoot(Page page, String name) {
        page.waitForFunction("() => !document.querySelector('.v-loading-indicator:not([style*=\"none\"])')");
        page.waitForFunction("() => document.fonts.status === 'loaded'");
        byte[] last = {};
        byte[] now = page.screenshot();
        for (int i = 0; i < 3 && !Arrays.equals(last, now); i++) {
            last = now;
            now = page.screenshot();
        }
        page.screenshot(new Page.ScreenshotOptions().setPath(FOLDER.resolve(name + ".png")));
    }

    private Page open(Chromium chromium, Page page, Console console, String path) {
        before.run();
        chromium.logIn(page, console, Console.OPERATOR, path);
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

    private static void dialog(Page page) {
        page.locator(".lock-panel .foot vaadin-button").click();
        assertThat(page.locator(".lease-facts")).containsText("Held by");
    }

    private static void freeNow(Page page) {
        dialog(page);
        page.getByText("The process is dead, free it now").click();
        page.locator(".free-now input").fill("order:47");
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
}
