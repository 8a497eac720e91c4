package io.lockkeeper.console.act.eviction;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every state of an eviction as people see it, light and dark, wide and narrow. */
@Tag("screenshots")
class EvictionScreenshotsIT {

    private static final Owner HUNG =
            Locks.owner("billing", "bill-7f", 2211, "order-worker-3", "payment of order 4711");
    private static final Owner NEXT =
            Locks.owner("billing", "bill-9c", 1187, "order-worker-1", "payment of order 4711");
    private static final Duration LONG = Duration.ofMinutes(40);
    private static final ContainsTextOptions SLOWLY = new ContainsTextOptions().setTimeout(60_000);

    @Test
    void eachStateWideAndLight() {
        shoot(1280, 800, ColorScheme.LIGHT);
    }

    @Test
    void eachStateNarrowAndDark() {
        shoot(390, 844, ColorScheme.DARK);
    }

    private static void shoot(int width, int height, ColorScheme scheme) {
        try (Console console = Console.start("--lockkeeper.quarantine=3s");
                Chromium chromium = new Chromium()) {
            Page page = chromium.browser(width, height, scheme).newPage();
            chromium.logIn(page, console, Console.OPERATOR, "/locks");
            new Views(console, page).all();
        }
    }

    private record Views(Console console, Page page) {

        void all() {
            asking();
            sentAndFailed();
            unconfirmed();
            stopped();
            unansweredAndRemoved();
            neverConfirmed();
            several();
            bulk();
            page.navigate(console.address("/locks"));
            assertThat(page.locator(".badge.live")).isVisible();
            save("list");
            page.navigate(console.address("/audit"));
            page.locator(".entry").first().waitFor();
            save("audit");
        }

        private void asking() {
            Owner silent = Locks.owner("report", "rp-1", 17, "main", "nightly figures");
            Agents agents = new Agents(console.database());
            agents.beat(silent, Duration.ofHours(3), 1, 0);
            agents.silence(silent, Duration.ofMinutes(9));
            console.locks().enqueue("report:nightly", silent, LONG);
            console.locks().age("report:nightly", Duration.ofMinutes(9));
            dialog("report:nightly");
            assertThat(page.locator(".lease-facts")).containsText("is silent");
            save("silent");
            console.locks().enqueue("report:old", Locks.owner("report", "rp-2", 18, "main", ""), LONG);
            console.locks().age("report:old", Duration.ofMinutes(9));
            dialog("report:old");
            save("unknown-agent");
        }

        private void sentAndFailed() {
            held("order:4711");
            dialog("order:4711");
            save("ask");
            console.fail(new Document("failCommands", List.of("insert"))
                    .append("blockConnection", true)
                    .append("blockTimeMS", 2_000)
                    .append("errorCode", 11601));
            evict();
            assertThat(title()).containsText("Evicting");
            save("sent");
            assertThat(title()).containsText("was not evicted", SLOWLY);
            save("not-recorded");
            console.heal();
        }

        private void unconfirmed() {
            held("order:4712");
            dialog("order:4712");
            console.fail(new Document("failCommands", List.of("findAndModify")).append("closeConnection", true));
            evict();
            assertThat(title()).containsText("Not confirmed", SLOWLY);
            console.heal();
            save("unconfirmed");
        }

        private void stopped() {
            String hung = held("order:4713");
            dialog("order:4713");
            evict();
            assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");
            save("quarantine");
            console.locks().remove("order:4713", hung);
            assertThat(title()).containsText(Pattern.compile("Evicted: the holder of \\S+ stopped after "));
            save("stopped");
        }

        private void unansweredAndRemoved() {
            held("order:4714");
            dialog("order:4714");
            evict();
            assertThat(title()).containsText("has not answered", SLOWLY);
            page.getByText("The process is dead: evict now").click();
            save("unanswered");
            page.locator(".evict-now input").fill("order:4714");
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Evict now"))
                    .click();
            assertThat(title()).containsText("quarantine was skipped");
            save("removed");
            button("Close").click();
            save("drawer-after-eviction");
        }

        private void neverConfirmed() {
            console.locks().enqueue("order:4715", HUNG, Duration.ofSeconds(5));
            dialog("order:4715");
            evict();
            assertThat(title()).containsText("never confirmed", SLOWLY);
            save("never-confirmed");
        }

        private void several() {
            console.locks().enqueue("pool:imports", 3, HUNG, LONG);
            console.locks().enqueue("pool:imports", 3, NEXT, LONG);
            open("pool:imports");
            save("several-holders");
            page.keyboard().press("e");
            page.locator(".choices button").first().waitFor();
            save("choice");
        }

        private void bulk() {
            List.of("import:1", "import:2", "import:3").forEach(this::held);
            page.navigate(console.address("/locks?q=import:"));
            button("Evict several…").click();
            page.getByText("All of them").click();
            page.locator(".reason vaadin-text-field input").fill("OPS-4711");
            button("Evict 3 holders").click();
            assertThat(page.locator(".bulk .verdict")).containsText("Done.", SLOWLY);
            Pictures.take(page, "bulk-results");
        }

        private String held(String lock) {
            String holder = console.locks().enqueue(lock, HUNG, LONG);
            console.locks().enqueue(lock, NEXT, LONG);
            return holder;
        }

        private void open(String lock) {
            page.navigate(console.address("/locks/" + lock));
            page.locator(".lock-panel .facts").first().waitFor();
        }

        private void dialog(String lock) {
            open(lock);
            page.locator(".lock-panel .foot vaadin-button").click();
            assertThat(page.locator(".lease-facts")).containsText("Held by");
        }

        private void evict() {
            page.locator(".reason vaadin-text-field input").fill("OPS-4711 hung on a dead peer");
            page.keyboard().press("Tab");
            button("Evict this holder").click();
        }

        private Locator title() {
            return page.locator("vaadin-dialog.eviction h2[slot=title]");
        }

        private Locator button(String text) {
            return page.locator("vaadin-button:text-is(\"%s\")".formatted(text));
        }

        private void save(String state) {
            Pictures.take(page, "eviction-" + state);
        }
    }
}
