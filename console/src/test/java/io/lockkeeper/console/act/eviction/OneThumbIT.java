package io.lockkeeper.console.act.eviction;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** At night, with one thumb on a telephone: from a finding to a finished eviction, and each name whole in a line of its own. */
class OneThumbIT {

    private static final int WIDTH = 360;
    private static final int HEIGHT = 740;
    private static final int ABOVE_THE_KEYBOARD = 380;
    private static final int FINGER = 44;
    private static final int MOST_TAPS = 6;
    private static final String EVICT = ".lock-panel .foot vaadin-button";

    private static final String PLACE = "prod/eu-central-1/payments/settlement/2026-11-26T00:00:00Z/";
    private static final Owner HUNG =
            Locks.owner("settlement-eu-central-1", "settlement-5b64c7d8f9-k8k2w", 2211, "worker-3", "");
    private static final Owner NEXT =
            Locks.owner("settlement-eu-central-1", "settlement-5b64c7d8f9-x2x9z", 1187, "worker-1", "");
    private static final Duration TTL = Duration.ofMinutes(10);

    /** What else is painted beside the lines of an element: in its dialog, its panel or its page. */
    private static final String BESIDE = """
            it => {
              const text = document.createRange();
              text.selectNodeContents(it);
              const own = text.getBoundingClientRect();
              const all = [...it.closest('vaadin-dialog, .lock-panel, .content').querySelectorAll('*')];
              return all.filter(other => !it.contains(other) && !other.contains(it) && other.checkVisibility())
                .filter(other => other.matches('vaadin-icon') || (other.childElementCount === 0 && other.textContent.trim()))
                .filter(other => {
                  const words = document.createRange();
                  words.selectNode(other);
                  return [...words.getClientRects()].some(box => box.top < own.bottom - 2 && box.bottom > own.top + 2
                    && other.parentElement.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)));
                }).map(other => other.textContent || other.localName);
            }""";

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.findings.long-wait=3s");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private int taps;

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void fromAFindingToAFinishedEvictionInSixTaps(ColorScheme scheme) {
        String lock = PLACE + "acquirer-" + scheme;
        String hung = hang(lock);
        try (BrowserContext phone = phone(scheme)) {
            Page page = open(phone, "/findings");
            Locator found = page.locator("a.finding-lock", new Page.LocatorOptions().setHasText(lock))
                    .first();
            isWhole(found, lock);
            Pictures.take(page, "thumb-1-finding");
            tap(found);
            isWhole(page.locator(".lock-panel h2"), lock);
            Pictures.take(page, "thumb-2-lock");
            tap(page.locator(EVICT));
            isWhole(title(page), lock);
            Pictures.take(page, "thumb-3-dialog");
            tap(page.locator(".reason vaadin-select vaadin-select-value-button"));
            tap(page.locator("vaadin-select-item").first());
            Pictures.take(page, "thumb-4-reason");
            tap(button(page));
            assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");
            console.locks().remove(lock, hung);
            assertThat(title(page)).containsText("Evicted: the holder of");
            isWhole(title(page), lock);
            Pictures.take(page, "thumb-5-evicted");
            assertThat(taps).isLessThanOrEqualTo(MOST_TAPS);
        }
    }

    @Test
    void namesAreWholeInTheListOnThePageOfALockAndOnTheOverview() {
        String lock = PLACE + "acquirer-of-the-list";
        hang(lock);
        try (BrowserContext phone = phone(ColorScheme.LIGHT)) {
            Page page = open(phone, "/locks");
            isWhole(
                    page.locator(".lock-name:visible", new Page.LocatorOptions().setHasText(lock))
                            .first(),
                    lock);
            Pictures.take(page, "thumb-list");
            page.navigate(console.address("/lock/" + LockAddress.of(lock)));
            isWhole(page.locator(".lock-page h1"), lock);
            Pictures.take(page, "thumb-page");
            page.navigate(console.address("/"));
            isWhole(
                    page.locator(".cards a > lk-name", new Page.LocatorOptions().setHasText(lock))
                            .first(),
                    lock);
            Pictures.take(page, "thumb-overview");
        }
    }

    /** Some browsers make the window smaller for a keyboard, others cover a part of it. */
    @Test
    void theKeyboardNeverCoversTheButton() {
        String lock = PLACE + "acquirer-of-the-keyboard";
        hang(lock);
        try (BrowserContext phone = phone(ColorScheme.LIGHT)) {
            Page page = open(phone, "/locks/" + LockAddress.of(lock));
            page.locator(EVICT).tap();
            Locator words = page.locator(".reason vaadin-text-field input");
            words.tap();
            page.setViewportSize(WIDTH, ABOVE_THE_KEYBOARD);
            isAbove(words);
            isAbove(button(page));
            Pictures.take(page, "thumb-keyboard");
            page.setViewportSize(WIDTH, HEIGHT);
            page.evaluate(
                    "height => Object.defineProperty(visualViewport, 'height', { value: height })", ABOVE_THE_KEYBOARD);
            page.evaluate("() => visualViewport.dispatchEvent(new Event('resize'))");
            isAbove(words);
            isAbove(button(page));
        }
    }

    /** The keyboard does not cover it, and nothing else does. */
    private static void isAbove(Locator element) {
        element.page().waitForCondition(() -> (Boolean) element.evaluate("""
                (it, end) => {
                  const box = it.getBoundingClientRect();
                  return box.bottom <= end && it.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
                }""", ABOVE_THE_KEYBOARD));
    }

    private void tap(Locator element) {
        element.scrollIntoViewIfNeeded();
        assertThat(element.boundingBox().height).as("height of " + element).isGreaterThanOrEqualTo(FINGER);
        assertThat((Boolean) element.evaluate("""
                (it, height) => {
                  for (let on = it; on; on = on.assignedSlot ?? on.parentNode ?? on.host)
                    if (on instanceof Element && /auto|scroll/.test(getComputedStyle(on).overflowY)) return true;
                  return it.getBoundingClientRect().top >= height / 3;
                }""", HEIGHT))
                .as("a thumb reaches " + element)
                .isTrue();
        element.tap();
        taps++;
    }

    private static void isWhole(Locator element, String name) {
        element.scrollIntoViewIfNeeded();
        assertThat(element).isVisible();
        element.page().waitForFunction("() => document.fonts.status === 'loaded'");
        assertThat(element.page().evaluate("() => document.scrollingElement.scrollWidth - innerWidth"))
                .isEqualTo(0);
        element.page().waitForCondition(() ->
                (Boolean) element.evaluate("it => it.scrollWidth <= it.clientWidth && !it.querySelector('.dots')"));
        assertThat(element.innerText().replaceAll("\\s", "")).contains(name);
        assertThat((List<?>) element.evaluate(BESIDE)).isEmpty();
    }

    private static String hang(String lock) {
        new Agents(console.database()).beat(HUNG, Duration.ofHours(3), 1, 0);
        String hung = console.locks().enqueue(lock, HUNG, TTL);
        console.locks().enqueue(lock, NEXT, TTL);
        return hung;
    }

    private static Page open(BrowserContext phone, String path) {
        return chromium.logIn(phone.newPage(), console, Console.OPERATOR, path);
    }

    private static BrowserContext phone(ColorScheme scheme) {
        return chromium.phone(WIDTH, HEIGHT, scheme);
    }

    private static Locator title(Page page) {
        return page.locator("vaadin-dialog.eviction h2[slot=title]");
    }

    private static Locator button(Page page) {
        return page.locator("vaadin-button:text-is('Evict this holder')");
    }
}
