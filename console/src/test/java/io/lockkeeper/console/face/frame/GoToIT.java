package io.lockkeeper.console.face.frame;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** By keys from anywhere to a lock, a service or a page. */
class GoToIT {

    private static final String PREFIX = "checkout-service:order-processing:tenant-";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void locks() {
        IntStream.range(0, 12)
                .forEach(i -> console.locks()
                        .enqueue(
                                PREFIX + (4700 + i),
                                Locks.owner("billing", "bill-1", 1, "main", ""),
                                Duration.ofMinutes(10)));
        console.locks().enqueue("tenant-47", Locks.owner("report", "rp-1", 1, "main", ""), Duration.ofMinutes(10));
    }

    @Test
    void aFewLettersLeadToALockFromAnyPage() {
        Page page = opened("/audit");
        page.keyboard().type("tenant-4711");
        assertThat(marked(page)).containsText(PREFIX + "4711");
        page.keyboard().press("Enter");
        assertThat(dialog(page)).isHidden();
        assertThat(page).hasURL(Pattern.compile(".*/locks/" + PREFIX + "4711"));
    }

    @Test
    void theWholeNameComesFirstThenBeginningsThenParts() {
        Page page = opened("/");
        page.keyboard().type("tenant-47");
        assertThat(options(page).first()).containsText("tenant-47");
        assertThat(options(page).first()).containsText("held by report");
        assertThat(options(page)).hasCount(Destinations.MOST_LOCKS + 1);
        assertThat(options(page).last()).hasText(Pattern.compile("list.*All locks that match"));
        Axe.assertNothingSerious(page);
        Pictures.takeAll(chromium, "go-to", picture -> {
            chromium.logIn(picture, console, Console.VIEWER, "/");
            picture.keyboard().press("Control+k");
            picture.keyboard().type("tenant-47");
            assertThat(options(picture)).hasCount(Destinations.MOST_LOCKS + 1);
        });
    }

    @Test
    void enterWaitsForTheAnswerToWhatStandsInTheField() {
        Page page = opened("/");
        page.keyboard().type("billing");
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*/locks\\?q=service.*billing.*"));
        assertThat(page.locator(".locks-grid")).containsText("4700");
    }

    @Test
    void arrowsMoveTheMarkAndEscapeGivesTheFocusBack() {
        Page page = opened("/locks");
        assertThat(marked(page)).containsText("Overview");
        page.keyboard().press("ArrowDown");
        assertThat(marked(page)).containsText("Locks");
        page.keyboard().press("ArrowUp");
        page.keyboard().press("ArrowUp");
        assertThat(marked(page)).isVisible();
        assertThat(options(page).last()).hasAttribute("aria-selected", "true");
        page.keyboard().press("Escape");
        assertThat(dialog(page)).isHidden();
        page.locator(".go-to").click();
        page.keyboard().type("no such thing");
        assertThat(dialog(page)).containsText("Nothing of that name is in use.");
        page.keyboard().press("Control+k");
        assertThat(dialog(page)).isHidden();
    }

    @Test
    void aLetterAfterGLeadsToAPageAndNoKeyOfThePageComesBetween() {
        Page page = chromium.page(console, Console.OPERATOR, "/locks/" + PREFIX + "4700");
        page.keyboard().press("g");
        page.keyboard().press("e"); // alone it evicts
        assertThat(page.locator("vaadin-dialog.eviction")).hasCount(0);
        page.keyboard().press("g");
        page.keyboard().press("h");
        assertThat(page.locator("h1")).hasText("History");
        page.keyboard().press("g");
        page.keyboard().press("w");
        assertThat(page.locator("h1")).hasText("Waits");
    }

    @Test
    void aKeyThatAnInputMethodTakesIsNoKeyOfThePage() {
        Page page = opened("/locks");
        CDPSession tools = page.context().newCDPSession(page);
        tools.send("Input.imeSetComposition", json("{'text': 'tenant-47', 'selectionStart': 9, 'selectionEnd': 9}"));
        assertThat(options(page).first()).containsText("held by report");
        tools.send("Input.dispatchKeyEvent", taken("Enter"));
        assertThat(dialog(page)).isVisible();
        tools.send("Input.insertText", json("{'text': 'tenant-47'}"));
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*/locks/tenant-47"));
        page.navigate(console.address("/locks"));
        page.locator(".search input").focus();
        tools.send("Input.dispatchKeyEvent", taken("Escape"));
        assertThat(page.locator(".search input")).isFocused();
    }

    /** As browsers report it: the key by its name, with the code of all keys that an input method takes. */
    private static JsonObject taken(String key) {
        return json("{'type': 'rawKeyDown', 'key': '%s', 'windowsVirtualKeyCode': 229}".formatted(key));
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }

    private static Page opened(String path) {
        Page page = chromium.page(console, Console.VIEWER, path);
        assertThat(page.locator("h1").first()).isVisible();
        page.keyboard().press("Control+k");
        assertThat(dialog(page)).isVisible();
        return page;
    }

    private static Locator dialog(Page page) {
        return page.locator(".go-to-dialog");
    }

    private static Locator options(Page page) {
        return page.locator(".go-to-dialog [role=option]");
    }

    private static Locator marked(Page page) {
        return page.locator(".go-to-dialog [aria-selected=true]");
    }
}
