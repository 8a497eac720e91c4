package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PastSourceIT {

    private static final String AT = "/history?at=" + Night.AT.toString().replace("Z", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    private static final Night night = new Night(console);

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void recordTheNight() {
        night.record();
    }

    @Test
    void itsMenuNarrowsTheHistoryToOneCollectionAndTheAddressSaysWhich() {
        Page page = chromium.page(console, Console.VIEWER, AT);
        Locator rows = page.locator("tr.past");
        Locator menu = page.locator(".source-menu vaadin-menu-bar-button").first();
        assertThat(rows).hasCount(8);
        assertThat(menu).hasText("All collections");
        choose(page, Pattern.compile("shedLock"));
        assertThat(rows).hasCount(2);
        assertThat(page.locator(".summary")).hasText(Pattern.compile("2 held · waiting unknown, at .* UTC"));
        assertThat(page.locator(".tools .badge")).isInViewport(new LocatorAssertions.IsInViewportOptions().setRatio(1));
        assertThat(page).hasURL(Pattern.compile(".*source=.*shedLock.*"));
        assertThat(page.locator("a[href*='export/history.csv']"))
                .hasAttribute("href", Pattern.compile(".*source=.*shedLock.*"));
        page.reload();
        assertThat(rows).hasCount(2);
        assertThat(menu).containsText("shedLock");
        Pictures.takeAll(chromium, "history-of-a-source", other -> {
            chromium.logIn(
                    other,
                    console,
                    Console.VIEWER,
                    AT + "&source=" + night.source().replace("/", "~2f"));
            assertThat(other.locator("tr.past")).hasCount(2);
        });
        choose(page, Pattern.compile("\\.locks · Lockkeeper|lockkeeper_locks"));
        assertThat(rows).hasCount(6);
        assertThat(page).hasURL(Pattern.compile(".*source=first.*"));
        choose(page, Pattern.compile("All collections"));
        assertThat(rows).hasCount(8);
    }

    @Test
    void itsFilesHaveTheSameCollectionOnly() {
        Page page = chromium.page(console, Console.VIEWER, AT);
        assertThat(file(page, "")).contains("reindex").contains("import:products");
        assertThat(file(page, "&source=first")).doesNotContain("reindex").contains("import:products");
        assertThat(file(page, "&source=" + night.source().replace("/", "~2f")))
                .contains("reindex")
                .doesNotContain("import:products");
    }

    @Test
    void whoCostWhomSaysThatItKnowsNoWaitsOfOtherCollections() {
        Page page = chromium.page(
                console,
                Console.VIEWER,
                AT + "&costs=service&source=" + night.source().replace("/", "~2f"));
        assertThat(page.locator(".caveat").first())
                .hasText("Of collections of other libraries, no waits are recorded.");
        assertThat(page.locator(".summary")).hasText("waits unknown");
        assertThat(page.locator(".costs .message h2")).hasText("Who waited is unknown.");
        assertThat(page.locator(".costs table")).hasCount(0);
        Pictures.takeAll(chromium, "costs-of-a-source", other -> {
            chromium.logIn(
                    other,
                    console,
                    Console.VIEWER,
                    AT + "&costs=service&source=" + night.source().replace("/", "~2f"));
            assertThat(other.locator(".costs .message h2")).isVisible();
        });
        page.navigate(console.address(AT + "&costs=service"));
        assertThat(page.locator(".summary")).hasText(Pattern.compile("\\d+ waits? took .*"));
        assertThat(page.locator(".caveat").first())
                .containsText("Of collections of other libraries, no waits are recorded.");
        page.navigate(console.address(AT + "&costs=service&source=first"));
        assertThat(page.locator(".summary")).hasText(Pattern.compile("\\d+ waits? took .*"));
        assertThat(page.locator(".costs")).not().containsText("no waits are recorded");
    }

    private static String file(Page page, String narrowed) {
        return page.request()
                .get(console.address(AT.replace("/history?", "/export/history.csv?") + narrowed))
                .text();
    }

    private static void choose(Page page, Pattern collection) {
        page.locator(".source-menu vaadin-menu-bar-button").first().click();
        page.locator("vaadin-menu-bar-item:visible")
                .filter(new Locator.FilterOptions().setHasText(collection))
                .last()
                .click();
    }
}
