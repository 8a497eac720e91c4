package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LocksPageIT {

    private static final Duration TTL = Duration.ofSeconds(50);
    private static final Owner BILLING = Locks.owner("billing", "bill-7f", 2211, "worker-3", "payment");

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @Test
    void aWrongPasswordIsRefusedAndTheRightOneLeadsToTheOverview() {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        page.navigate(console.address("/"));
        page.locator("input[name=username]").fill(Console.VIEWER);
        page.locator("input[name=password]").fill("wrong");
        page.getByText("Log in", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.getByText("Wrong user name or password")).isVisible();

        page.locator("input[name=username]").fill(Console.VIEWER);
        page.locator("input[name=password]").fill(Console.VIEWER);
        page.getByText("Log in", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("h1")).hasText("Overview");
    }

    @Test
    void aLockAppearsTheMomentItIsTakenAndCountsDown() {
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        assertThat(page.locator(".badge")).hasText("● live");

        String acquirer = console.locks().enqueue("live:row", BILLING, TTL);
        assertThat(row(page, "live:row")).isVisible();
        page.locator(".search input").fill("live:row");
        Locator left = page.locator("lk-left.held:visible span").first();
        assertThat(page.locator(".lock-cell:visible")).hasCount(1);
        int first = seconds(left);
        await().atMost(Duration.ofSeconds(5)).until(() -> seconds(left) <= first - 2);

        console.locks().remove("live:row", acquirer);
        assertThat(row(page, "live:row")).hasCount(0);
    }

    @Test
    void aColumnThatWasDraggedWiderStaysSoUntilTheUsualLookIsAskedFor() {
        console.locks().enqueue("dragged:one", BILLING, TTL);
        Page page = chromium.page(console, Console.VIEWER, "/locks?q=dragged:");
        assertThat(row(page, "dragged:one")).isVisible();
        Locator name = page.locator(".lock-cell:visible").first();
        double before = name.boundingBox().width;
        BoundingBox handle =
                page.locator(".locks-grid [part~='resize-handle']").first().boundingBox();
        double x = handle.x + handle.width / 2;
        double y = handle.y + handle.height / 2;
        page.mouse().move(x, y);
        page.mouse().down();
        page.mouse().move(x + 60, y);
        page.mouse().move(x + 120, y);
        page.mouse().up();
        await().pollInSameThread().until(() -> name.boundingBox().width > before + 100);

        page.locator("h1").click(); // while the pointer or the focus is in the list, its rows stand still
        console.locks().enqueue("dragged:two", BILLING, TTL);
        assertThat(row(page, "dragged:two")).isVisible();
        assertThat(name.boundingBox().width).isGreaterThan(before + 100);

        page.reload();
        await().pollInSameThread().until(() -> name.boundingBox().width > before + 100);
        page.getByText("Display", new Page.GetByTextOptions().setExact(true)).click();
        page.getByText("As usual").click();
        await().pollInSameThread().until(() -> name.boundingBox().width < before + 1);
    }

    @Test
    void theHoldersNoteIsReadWholeOnASmallLaptop() {
        Owner noted = Locks.owner("billing", "bill-7f", 2211, "", "payment of order 4711");
        console.locks().enqueue("noted:one", noted, TTL);
        Page page = chromium.page(console, Console.VIEWER, "/locks?q=noted:one");
        Locator owner = page.locator(".owner:visible").first();
        assertThat(owner).containsText("payment of order 4711");
        await().until(() -> (Boolean) owner.evaluate("""
                it => [it, it.querySelector('.dim')].every(part => part.scrollWidth <= part.clientWidth
                        && part.getBoundingClientRect().bottom <= it.getBoundingClientRect().bottom + 1)
                """));
        Pictures.take(page, "locks-note");
        page.context().close();
    }

    @Test
    void whatASlowHoldersThreadIsDoingIsFoldedAndStaysUnfoldedWhileTheLockIsDrawnAnew() {
        console.locks().enqueue("slow:one", BILLING, TTL);
        console.locks()
                .attach(
                        "slow:one",
                        Thread.State.WAITING,
                        List.of(
                                "app//com.mongodb.Wait.for(Wait.java:7)",
                                "app//shop.Sms.send(Sms.java:12)",
                                "<b>x</b>"));
        Page page = chromium.page(console, Console.VIEWER, "/locks/slow:one");
        Locator stack = page.locator(".stack pre");
        assertThat(page.locator(".stack summary")).containsText("Stack, taken");
        assertThat(stack).isHidden();

        page.locator(".stack summary").click();
        assertThat(stack).containsText("WAITING at 20");
        assertThat(stack).containsText("<b>x</b>");
        assertThat(stack.locator(".own").first()).containsText("shop.Sms.send");
        assertThat(stack.locator(".library")).containsText("com.mongodb.Wait.for");
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.getByLabel("Copy the stack").click();
        assertThat(page.locator(".copied").last()).hasText("Copied");
        assertThat((String) page.evaluate("navigator.clipboard.readText()"))
                .contains("\napp//shop.Sms.send(Sms.java:12)\n");
        console.locks().touchAll("slow:one");
        console.locks().attach("slow:one", Thread.State.RUNNABLE, List.of("app//shop.Sms.retry(Sms.java:31)"));
        assertThat(stack).containsText("RUNNABLE at 20");
        assertThat(stack).containsText("Sms.retry");
        assertThat(stack).isVisible();

        console.locks().attach("slow:one", Thread.State.TERMINATED, List.of());
        assertThat(page.locator(".stack")).containsText("The thread that acquired it had ended");
    }

    @Test
    void theSearchFindsNamesAndOwners() {
        console.locks().enqueue("search:one", BILLING, TTL);
        console.locks().enqueue("search:two", Locks.owner("shop", "shop-1", 1, "main", "a Special note"), TTL);
        ServerPage page = pages.page(Console.VIEWER, "/locks");
        page.find(".search").fill("special");
        page.find(".lock-cell").having("search:two").counts(1);
        page.find(".lock-cell").having("search:one").counts(0);

        page.find(".search").fill("nothing is called like this");
        page.shows("No lock matches");
    }

    @Test
    void aLocksAddressShowsHolderAndQueueInOrder() {
        console.locks().enqueue("queue:order", BILLING, TTL);
        console.locks().enqueue("queue:order", Locks.owner("billing", "bill-2", 7, "first", ""), TTL);
        console.locks().enqueue("queue:order", Locks.owner("billing", "bill-3", 8, "second", ""), TTL);
        console.locks().enqueue("queue:other", BILLING, TTL);
        ServerPage page = pages.page(Console.VIEWER, "/locks/queue:order");

        page.find(".lock-panel h2").reads("queue:order");
        page.find(".queue li").counts(2);
        page.find(".queue li").first().shows("bill-2");
        page.find(".queue li.next").shows("bill-2");
        page.find(".also a").having("queue:other").click();
        page.find(".lock-panel h2").reads("queue:other");
        page.isAt("/locks/queue:other$");
    }

    @Test
    void rowsAreReachedAndOpenedByKeyboard() {
        console.locks().enqueue("keys:a", Locks.owner("keys", "k", 1, "main", ""), TTL);
        console.locks().enqueue("keys:b", Locks.owner("keys", "k", 1, "main", ""), TTL);
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        page.locator(".search input").fill("keys:");
        assertThat(page.locator(".lock-cell:visible")).hasCount(2);
        page.locator("h1").click();
        page.keyboard().press("j");
        page.keyboard().press("j");
        page.keyboard().press("k");
        page.keyboard().press("j");
        page.keyboard().press("Enter");
        assertThat(page.locator(".lock-panel h2")).hasText("keys:b");
        page.keyboard().press("Escape");
        assertThat(page.locator(".lock-panel")).isHidden();
    }

    @Test
    void escapeLeavesTheSearchSoThatTheNextKeysAreForTheList() {
        console.locks().enqueue("leave:a", Locks.owner("keys", "k", 1, "main", ""), TTL);
        console.locks().enqueue("leave:b", Locks.owner("keys", "k", 1, "main", ""), TTL);
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        page.keyboard().press("/");
        page.keyboard().type("leave:");
        assertThat(page.locator(".lock-cell:visible")).hasCount(2);
        page.keyboard().press("Escape");
        page.keyboard().press("j");
        page.keyboard().press("j");
        page.keyboard().press("Enter");
        assertThat(page.locator(".lock-panel h2")).hasText("leave:b");
        assertThat(page.locator(".search input")).hasValue("leave:");
    }

    @Test
    void aKeyboardGetsPastTheFrame() {
        Page page = chromium.page(console, Console.VIEWER, "/locks");
        page.keyboard().press("Tab");
        assertThat(page.locator(".skip")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.locator(".content")).isFocused();
        assertThat(page.url()).endsWith("/locks");
    }

    @Test
    void aRowThatIsFocusedLateDoesNotTakeTheMarkBack() {
        console.locks().enqueue("late:a", Locks.owner("keys", "k", 1, "main", ""), TTL);
        console.locks().enqueue("late:b", Locks.owner("keys", "k", 1, "main", ""), TTL);
        Page page = chromium.page(console, Console.VIEWER, "/locks?sort=name");
        page.locator(".search input").fill("late:");
        assertThat(page.locator(".lock-cell:visible")).hasCount(2);
        page.locator("h1").click();
        page.evaluate("""
            () => {
              const focus = HTMLElement.prototype.focus;
              window.late = [];
              HTMLElement.prototype.focus = function () { window.late.push(() => focus.call(this)); };
            }\
            """);
        page.keyboard().press("j");
        page.waitForFunction("() => window.late.length === 1");
        page.keyboard().press("j");
        page.waitForFunction("() => window.late.length === 2");
        page.evaluate("() => window.late[0]()");
        page.keyboard().press("Enter");
        assertThat(page.locator(".lock-panel h2")).hasText("late:b");
    }

    @Test
    void freeLocksAreListedOnRequest() {
        String acquirer = console.locks().enqueue("free:lock", BILLING, TTL);
        console.locks().remove("free:lock", acquirer);
        ServerPage page = pages.page(Console.VIEWER, "/locks");
        page.find(".search").fill("free:lock");
        page.shows("No lock matches");
        page.field("Free locks").click();
        page.find(".lock-cell.free").counts(1);
    }

    /** Rows that the list keeps for later use are in the page too, hidden. */
    private static Locator row(Page page, String lock) {
        return page.locator(".lock-cell:visible", new Page.LocatorOptions().setHasText(lock));
    }

    private static int seconds(Locator left) {
        return Integer.parseInt(left.textContent().replace(" s", "").strip());
    }
}
