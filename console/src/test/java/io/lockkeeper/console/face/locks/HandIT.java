package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is under the user's hand stays there. */
@Tag("nightly")
class HandIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner OWNER = Locks.owner("billing", "bill-7f", 2211, "worker-3", "payment");
    private static final int CLICKS = 6;

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AfterEach
    void clear() {
        console.locks().collection().deleteMany(new Document());
    }

    @Test
    void whileThePointerIsInTheListItsOrderStandsStillUntilTheChangesAreApplied() {
        Page page = three();
        row(page, 2).hover();
        wanted("c");
        assertThat(page.locator(".held-back")).hasText("1 change · apply");
        assertOrder(page, "a", "b", "c");
        assertThat(row(page, 2)).containsText("c");
        page.locator(".held-back").click();
        assertOrder(page, "c", "a", "b");
        assertThat(page.locator(".held-back")).isHidden();
        assertThat(page.locator(".lock-panel")).isHidden();
        page.context().close();
    }

    @Test
    void onceThePointerHasLeftTheOrderIsTheCurrentOne() {
        Page page = three();
        row(page, 0).hover();
        wanted("b");
        assertThat(page.locator(".held-back")).isVisible();
        page.locator("h1").hover();
        assertOrder(page, "b", "a", "c");
        assertThat(page.locator(".held-back")).isHidden();
        page.context().close();
    }

    @Test
    void aClickOpensTheRowThatStoodThereWhenTheButtonWentDown() {
        Page page = three();
        row(page, 0).hover();
        page.mouse().down();
        page.evaluate("() => document.querySelector('.locks-page').$server.holding(false)");
        wanted("c");
        assertOrder(page, "c", "a", "b");
        page.mouse().up();
        assertThat(page.locator(".lock-panel h2")).hasText("a");
        page.context().close();
    }

    @Test
    void eachOfManyClicksOpensTheRowThatWasAimedAtWhileTheOrderChangesAllTheTime() {
        Page page = three();
        String[] names = {"a", "b", "c"};
        for (int i = 0; i < CLICKS; i++) {
            wanted(names[i % names.length]);
            Locator aimed = row(page, 2);
            aimed.hover();
            String name = aimed.locator(".lock-name").textContent();
            page.mouse().down();
            wanted(names[(i + 1) % names.length]);
            page.mouse().up();
            assertThat(page.locator(".lock-panel h2")).hasText(name);
            page.keyboard().press("Escape");
            assertThat(page.locator(".lock-panel")).isHidden();
            page.locator("h1").hover();
        }
        page.context().close();
    }

    @Test
    void keysActOnTheRowThatIsMarkedWhateverIsOpen() {
        three().context().close();
        Page page = chromium.page(console, Console.OPERATOR, "/locks/a");
        assertThat(page.locator(".lock-panel h2")).hasText("a");
        page.keyboard().press("j");
        assertMarked(page, "b");
        page.keyboard().press("ArrowDown");
        assertMarked(page, "c");
        page.keyboard().press("ArrowUp");
        assertMarked(page, "b");
        page.keyboard().press("e");
        assertThat(page.locator("vaadin-dialog.eviction")).containsText("b");
        page.keyboard().press("Escape");
        assertThat(page.locator("vaadin-dialog.eviction")).hasCount(0);
        page.keyboard().press("k");
        assertMarked(page, "a");
        page.keyboard().press("j");
        assertMarked(page, "b");
        page.keyboard().press("Enter");
        assertThat(page.locator(".lock-panel h2")).hasText("b");
        page.context().close();
    }

    private static Page three() {
        console.locks().enqueue("a", OWNER, TTL);
        console.locks().enqueue("b", OWNER, TTL);
        console.locks().enqueue("c", OWNER, TTL);
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        assertThat(page.locator(".lock-name:visible")).hasCount(3);
        page.locator("h1").hover();
        assertOrder(page, "a", "b", "c");
        return page;
    }

    /** What more waiters want stands higher. */
    private static void wanted(String lock) {
        for (int i = console.locks().find(lock).queue().size(); i < 60; i++) {
            console.locks().enqueue(lock, OWNER, TTL);
            if (isMostWanted(lock)) {
                return;
            }
        }
    }

    private static boolean isMostWanted(String lock) {
        int waiters = console.locks().find(lock).queue().size();
        return java.util.stream.Stream.of("a", "b", "c")
                .filter(other -> !other.equals(lock))
                .allMatch(other -> console.locks().find(other).queue().size() < waiters);
    }

    private static void assertOrder(Page page, String... names) {
        page.waitForFunction("""
                names => {
                  const rows = [...document.querySelector('.locks-grid').$.items.children]
                      .filter(row => !row.hidden).sort((a, b) => a.index - b.index);
                  return JSON.stringify(rows.map(row => row._item?.lock)) === JSON.stringify(names);
                }""", names);
    }

    private static void assertMarked(Page page, String lock) {
        page.waitForFunction("""
                lock => [...document.querySelector('.locks-grid').$.items.children]
                    .some(row => row.getAttribute('aria-selected') === 'true' && row._item?.lock === lock)""", lock);
    }

    private static Locator row(Page page, int place) {
        return page.locator(".lock-cell:visible").nth(place);
    }
}
