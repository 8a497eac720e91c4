package io.lockkeeper.console.face.frame;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What stands around every page. */
class FrameIT {

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @Test
    void aQuestionMarkShowsTheKeysAndEscapeGivesTheFocusBack() {
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        Locator keys = page.getByRole(AriaRole.DIALOG, new Page.GetByRoleOptions().setName("Keys"));
        Locator opener = page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Keys").setExact(true));
        opener.focus();
        page.keyboard().press("?");
        assertThat(keys).isVisible();
        assertThat(keys).containsText("Evict its holder");
        assertThat(keys.locator("button")).isFocused();
        Axe.assertNothingSerious(page);
        page.keyboard().press("/");
        assertThat(keys.locator("button")).isFocused();
        page.keyboard().press("Escape");
        assertThat(keys).isHidden();
        assertThat(opener).isFocused();

        opener.click();
        assertThat(keys).isVisible();
        keys.locator("button").click();
        assertThat(keys).isHidden();
    }

    @Test
    void whoTypesAQuestionMarkSearchesForIt() {
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        page.locator(".search input").focus();
        page.keyboard().press("?");
        assertThat(page.locator(".search input")).hasValue("?");
        assertThat(page.locator("dialog[open]")).hasCount(0);
    }

    @Test
    void theKeysAreThereOnEveryPageAlsoAfterOthers() {
        Page page = chromium.page(console, Console.VIEWER, "/audit");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Agents"))
                .click();
        assertThat(page.locator("h1")).hasText("Agents");
        page.keyboard().press("?");
        assertThat(page.locator("dialog[open]")).hasCount(1);
    }

    @Test
    void theThemeIsLightDarkOrTheSystemsAndTheBrowserKeepsIt() {
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        Locator html = page.locator("html");
        theme(page, "system");
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertThat(html).hasAttribute("theme", "dark");
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        assertThat(html).hasAttribute("theme", "light");

        theme(page, "system").click();
        theme(page, "dark");
        assertThat(html).hasAttribute("theme", "dark");
        page.reload();
        theme(page, "dark").click();
        theme(page, "light");
        assertThat(html).hasAttribute("theme", "light");
        theme(page, "light").click();
        theme(page, "system");
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertThat(html).hasAttribute("theme", "dark");
    }

    @Test
    void theTabOfAHiddenPageSaysHowManyFindingsThereAre() {
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        assertThat(page).hasTitle(Pattern.compile("Locks.*"));
        page.waitForResponse(beat -> beat.url().endsWith("hidden=true"), () -> hide(page, true));
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'broken', holders: 'x' }"));
        assertThat(page).hasTitle(Pattern.compile("\\(1\\) Locks.*"));
        // nothing is drawn into it
        assertThat(page.locator("nav a[href$='findings'] .count")).hasText("");
        console.locks().collection().deleteOne(new Document("_id", "broken"));
        assertThat(page).hasTitle(Pattern.compile("Locks.*"));
        hide(page, false);
        assertThat(page.locator(".badge.live")).isVisible();
    }

    private static void hide(Page page, boolean hidden) {
        page.evaluate("""
                hidden => {
                  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
                  dispatchEvent(new Event('visibilitychange'));
                }""", hidden);
    }

    private static Locator theme(Page page, String name) {
        Locator theme = page.getByRole(
                AriaRole.BUTTON,
                new Page.GetByRoleOptions().setName("Theme: " + name).setExact(true));
        assertThat(theme).isVisible();
        return theme;
    }
}
