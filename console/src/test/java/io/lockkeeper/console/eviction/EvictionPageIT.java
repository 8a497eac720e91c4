package io.lockkeeper.console.eviction;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EvictionPageIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Owner HUNG = Locks.owner("billing", "bill-7f", 2211, "worker-3", "");
    private static final Owner NEXT = Locks.owner("billing", "bill-9c", 1187, "worker-1", "");

    private static Console console;
    private static Chromium chromium;

    @BeforeAll
    static void start() {
        console = Console.start();
        chromium = new Chromium();
    }

    @AfterAll
    static void stop() {
        chromium.close();
        console.close();
        assertThat(chromium.errors()).isEmpty();
    }

    @Test
    void aViewerSeesTheActionGreyedWithTheReason() {
        console.locks().enqueue("viewer:lock", HUNG, TTL);
        Page page = chromium.page(console, Console.VIEWER, "/locks/viewer:lock");
        assertThat(page.locator(".lock-panel .foot")).containsText("Only an operator may evict");
        assertThat(page.locator(".lock-panel .foot vaadin-button")).isDisabled();
        page.keyboard().press("e");
        assertThat(page.locator("vaadin-notification-card")).containsText("Only an operator may evict");
        assertThat(console.locks().find("viewer:lock").holders().get(0).evicted())
                .isNull();
    }

    @Test
    void anOperatorEvictsAndSeesTheLockHandedOnWhenTheHolderHasStopped() {
        String hung = console.locks().enqueue("evict:lock", HUNG, TTL);
        console.locks().enqueue("evict:lock", NEXT, TTL);
        Page page = openDialog("evict:lock");
        assertThat(page.locator(".lease-facts")).containsText("2211");
        assertThat(page.locator(".lease-facts")).containsText("Next in line: billing");
        giveReason(page, "OPS-1");
        page.locator("vaadin-button", new Page.LocatorOptions().setHasText("Evict this holder"))
                .click();

        assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");
        assertThat(console.locks().find("evict:lock").holders().get(0).evicted())
                .isNotNull();

        console.locks().remove("evict:lock", hung);
        assertThat(page.locator(".steps")).containsText("Its holder confirmed that it stopped");
        assertThat(page.locator(".steps")).containsText("Granted to billing · bill-9c.internal");

        page.navigate(console.address("/audit"));
        assertThat(page.locator(".entry").first()).containsText("evict:lock");
        assertThat(page.locator(".entry").first()).containsText("hung on a dead peer: OPS-1");
        assertThat(page.locator(".entry .outcome").first()).hasText("marked");
    }

    @Test
    void aDialogWhoseHolderHasChangedSaysSoAndIsDead() {
        String first = console.locks().enqueue("stale:lock", HUNG, TTL);
        console.locks().enqueue("stale:lock", NEXT, TTL);
        Page page = openDialog("stale:lock");
        console.locks().remove("stale:lock", first);
        assertThat(page.locator(".verdict")).containsText("The lock is now held by billing · bill-9c.internal");
        assertThat(page.locator("vaadin-button", new Page.LocatorOptions().setHasText("Evict this holder")))
                .isDisabled();
        assertThat(console.locks().find("stale:lock").holders().get(0).evicted())
                .isNull();
    }

    @Test
    void aReasonIsAskedFor() {
        console.locks().enqueue("reason:lock", HUNG, TTL);
        Page page = openDialog("reason:lock");
        page.locator("vaadin-button", new Page.LocatorOptions().setHasText("Evict this holder"))
                .click();
        assertThat(page.getByText("Give a reason: it is kept in the audit.").first())
                .isVisible();
        assertThat(console.locks().find("reason:lock").holders().get(0).evicted())
                .isNull();
    }

    @Test
    void aDeadProcessIsFreedAtOnceWhenTheLocksNameIsTyped() {
        console.locks().enqueue("dead:lock", HUNG, TTL);
        console.locks().enqueue("dead:lock", NEXT, TTL);
        Page page = openDialog("dead:lock");
        giveReason(page, "");
        page.getByText("The process is dead, free it now").click();
        assertThat(page.locator(".free-now vaadin-button")).isDisabled();
        page.locator(".free-now input").fill("dead:lock");
        page.locator(".free-now vaadin-button").click();
        assertThat(page.locator(".steps")).containsText("Granted to billing · bill-9c.internal");
        assertThat(console.locks().find("dead:lock").holders().get(0).owner()).isEqualTo(NEXT);
    }

    private static Page openDialog(String lock) {
        Page page = chromium.page(console, Console.OPERATOR, "/locks/" + lock);
        page.locator(".lock-panel .foot vaadin-button").click();
        assertThat(page.locator(".lease-facts")).containsText("Held by");
        return page;
    }

    private static void giveReason(Page page, String words) {
        page.locator(".reason vaadin-select").click();
        page.locator("vaadin-select-item", new Page.LocatorOptions().setHasText("hung on a dead peer"))
                .first()
                .click();
        page.locator(".reason vaadin-text-field input").fill(words);
        page.keyboard().press("Tab");
    }
}
