package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.Scene;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every page and state as people see them, in both sizes and colour schemes. */
@Tag("screenshots")
class ScreenshotsIT {

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
        }
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

    private record View(int width, int height, ColorScheme scheme) {

        BrowserContext browser(Chromium chromium) {
            return chromium.browser(width, height, scheme);
        }
    }
}
