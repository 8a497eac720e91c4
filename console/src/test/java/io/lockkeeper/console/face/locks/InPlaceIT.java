package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is on a page stays there while it is updated, and no state is cut. */
@Tag("nightly")
class InPlaceIT {

    private static final Duration TTL = Duration.ofMinutes(10);

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    /** A text that somebody selects would be gone with the element around it. */
    @Test
    void aHoldersCardAndARowStayWhileTheLeaseIsRenewed() {
        String first = console.locks().enqueue("place:many", 2, Locks.owner("billing", "b-1", 1, "main", ""), TTL);
        String second = console.locks().enqueue("place:many", 2, Locks.owner("billing", "b-2", 2, "main", ""), TTL);
        Page page = chromium.page(console, Console.VIEWER, "/locks/place:many");
        Locator cards = page.locator(".lock-panel .facts");
        assertThat(cards).hasCount(2);
        page.evaluate(
                "() => document.querySelectorAll('.lock-panel .facts *, .lock-cell').forEach(it => it.mine = true)");
        int marked = marked(page);
        assertThat(marked).isGreaterThan(40);
        String renewed = cards.first().locator("lk-left").getAttribute("from");
        for (int i = 0; i < 3; i++) {
            console.locks().touch("place:many", first);
            String before = renewed;
            await().until(() -> !before.equals(cards.first().locator("lk-left").getAttribute("from")));
            renewed = cards.first().locator("lk-left").getAttribute("from");
        }
        assertThat(marked(page)).isGreaterThanOrEqualTo(marked);

        console.locks().remove("place:many", first);
        assertThat(cards).hasCount(1);
        assertThat(cards).containsText("b-2");
        assertThat((Boolean) cards.locator(".value").first().evaluate("it => it.mine === true"))
                .isTrue();
        console.locks().remove("place:many", second);
        assertThat(page.locator(".lock-panel")).containsText("No one holds this lock.");
        assertThat(cards).hasCount(0);
    }

    @Test
    void noStateIsCutInTheListWhateverItsWidth() {
        new Scene(console.locks()).few().states();
        console.locks().enqueue("late", Locks.owner("shop", "s", 1, "main", ""), TTL);
        console.locks().age("late", TTL.multipliedBy(3).dividedBy(4));
        for (String marked : List.of("evicted", "unanswered")) {
            console.locks().enqueue(marked, Locks.owner("shop", "s", 2, "main", ""), TTL);
            Holder seen = console.locks().find(marked).holders().get(0);
            Duration quarantine = Duration.ofSeconds(marked.equals("evicted") ? 120 : 1);
            console.locks().evict(marked, seen, "op", "test", quarantine, "stamp-" + marked);
        }
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        for (int width : List.of(1600, 1280, 1100, 1024, 900, 780, 390)) {
            page.setViewportSize(width, 800);
            assertThat(page.locator(".state.renewal-late:visible").first()).isVisible();
            assertThat(page.locator(".state.unanswered:visible").first()).isVisible();
            await().untilAsserted(() -> assertThat(cut(page)).as("at %d", width).isEmpty());
        }
        page.setViewportSize(1280, 800);
        page.locator(".lock-cell:visible").first().click();
        assertThat(page.locator(".lock-panel")).isVisible();
        await().untilAsserted(() -> assertThat(cut(page)).isEmpty());
    }

    private static int marked(Page page) {
        return ((Number)
                        page.evaluate(
                                "() => [...document.querySelectorAll('.lock-panel .facts *, .lock-cell')].filter(it => it.mine).length"))
                .intValue();
    }

    /** The states of which not all letters are seen. */
    @SuppressWarnings("unchecked")
    private static List<String> cut(Page page) {
        return (List<String>) page.evaluate("""
                () => [...document.querySelectorAll('.locks-grid .state')].filter(it => it.checkVisibility()).filter(it => {
                  const cell = it.closest('vaadin-grid-cell-content');
                  const style = getComputedStyle(cell);
                  const range = document.createRange();
                  range.selectNodeContents(it);
                  return range.getBoundingClientRect().right
                    > cell.getBoundingClientRect().right - parseFloat(style.paddingRight) + 0.5;
                }).map(it => it.textContent)""");
    }
}
