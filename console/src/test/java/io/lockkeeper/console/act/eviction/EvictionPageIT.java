package io.lockkeeper.console.act.eviction;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EvictionPageIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Owner HUNG = Locks.owner("billing", "bill-7f", 2211, "worker-3", "");
    private static final Owner NEXT = Locks.owner("billing", "bill-9c", 1187, "worker-1", "");

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

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
        assertThat(page.locator(".steps")).containsText("The holder confirmed that it stopped, after");
        assertThat(page.locator(".steps")).containsText("Granted to billing · bill-9c.internal");

        assertThat(title(page)).containsText(Pattern.compile("Evicted: the holder of \\S+ stopped after "));

        page.navigate(console.address("/audit"));
        assertThat(page.locator(".entry").first()).containsText("evict:lock");
        assertThat(page.locator(".entry").first()).containsText("hung on a dead peer: OPS-1");
        assertThat(page.locator(".entry .outcome").first()).containsText("stopped after");
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
    void aHolderOfADeadProcessIsEvictedAtOnceWhenTheLocksNameIsTyped() {
        console.locks().enqueue("dead:lock", HUNG, TTL);
        console.locks().enqueue("dead:lock", NEXT, TTL);
        Page page = openDialog("dead:lock");
        giveReason(page, "");
        page.getByText("The process is dead: evict now").click();
        assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Evict now")))
                .isDisabled();
        page.locator(".evict-now input").fill("dead:lock");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Evict now"))
                .click();
        assertThat(page.locator(".steps")).containsText("Granted to billing · bill-9c.internal");
        assertThat(page.locator(".steps")).containsText("Quarantine skipped");
        assertThat(console.locks().find("dead:lock").holders().get(0).owner()).isEqualTo(NEXT);
    }

    @Test
    void ofSeveralHoldersEachCanBeChosen() {
        console.locks().enqueue("pool", 3, HUNG, TTL);
        String chosen = console.locks().enqueue("pool", 3, NEXT, TTL);
        Page page = chromium.page(console, Console.OPERATOR, "/locks/pool");
        assertThat(page.locator(".lock-panel .choose")).hasCount(2);
        page.locator(".lock-panel .choose").nth(1).click();
        assertThat(page.locator(".lease-facts")).containsText("bill-9c.internal");
        giveReason(page, "the second one");
        button(page, "Evict this holder").click();
        assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");
        LockDocument pool = console.locks().find("pool");
        assertThat(pool.holders().get(0).evicted()).isNull();
        assertThat(pool.holder(chosen).orElseThrow().evicted()).isNotNull();
    }

    @Test
    void theKeyboardAsksWhichOfSeveralHoldersIsMeant() {
        console.locks().enqueue("pool:key", 3, HUNG, TTL);
        console.locks().enqueue("pool:key", 3, NEXT, TTL);
        Page page = chromium.page(console, Console.OPERATOR, "/locks/pool:key");
        assertThat(page.locator(".lock-panel .choose")).hasCount(2);
        page.keyboard().press("e");
        page.locator(".choices button").nth(1).click();
        assertThat(page.locator(".lease-facts")).containsText("bill-9c.internal");
    }

    @Test
    void afterTheQuarantineRowDrawerDialogAndAuditSayTheSameToTheEnd() {
        try (Console quick = Console.start("--lockkeeper.quarantine=2s")) {
            quick.locks().enqueue("long:lock", HUNG, Duration.ofMinutes(60));
            Page page = openDialog(quick, "long:lock");
            giveReason(page, "");
            button(page, "Evict this holder").click();
            assertThat(title(page)).containsText("Evicting the holder of long:lock");

            assertThat(title(page)).containsText("has not answered");
            assertThat(page.locator(".steps li.warning")).containsText("the lease expires in 59 min");
            assertThat(page.locator(".lock-panel .head .state")).hasText("evicted, unanswered");
            assertThat(page.locator(".lock-panel")).containsText("Expires in");
            assertThat(page.locator("vaadin-grid .state.unanswered").first()).hasText("unanswered");
            button(page, "Close").click();

            button(page, "Show the eviction…").click();
            assertThat(title(page)).containsText("has not answered");
            assertThat(page.locator(".steps li.warning")).containsText("No answer");
            assertThat(button(page, "Evict this holder")).isHidden();
            Page audit = page.context().newPage();
            audit.navigate(quick.address("/audit"));
            assertThat(audit.locator(".entry .outcome").first()).hasText("unanswered");

            giveReason(page, "its host is gone");
            page.getByText("The process is dead: evict now").click();
            page.locator(".evict-now input").fill("long:lock");
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Evict now"))
                    .click();
            assertThat(title(page)).containsText("the quarantine was skipped");
            assertThat(page.locator(".steps")).containsText("the lock is free");
            assertThat(page.locator(".lease-facts")).containsText("Was held by");
            assertThat(page.locator(".lock-panel .last-eviction")).containsText("removed");
            assertThat(audit.locator(".entry .outcome").last()).hasText("removed");
        }
    }

    @Test
    void nothingIsPromisedOfAnAgentThatIsSilentOrUnknown() {
        Agents agents = new Agents(console.database());
        Owner silent = Locks.owner("report", "rp-1", 17, "main", "");
        Owner unknown = Locks.owner("report", "rp-2", 18, "main", "");
        agents.beat(silent, Duration.ofHours(3), 1, 0);
        agents.silence(silent, Duration.ofMinutes(9));
        console.locks().enqueue("silent:lock", silent, Duration.ofMinutes(60));
        console.locks().age("silent:lock", Duration.ofMinutes(9));
        console.locks().enqueue("unknown:lock", unknown, Duration.ofMinutes(60));
        console.locks().age("unknown:lock", Duration.ofMinutes(9));

        Page page = openDialog("silent:lock");
        assertThat(page.locator(".lease-facts")).containsText("Its agent is silent: last word 9 min");
        assertThat(page.locator(".lease-facts")).containsText("If it does not, the lease keeps the lock");
        assertThat(page.locator(".lease-facts")).not().containsText("is notified");
        assertThat(page.locator(".lock-panel")).containsText("silent for 9 min");

        page = openDialog("unknown:lock");
        assertThat(page.locator(".lease-facts")).containsText("Whether its agent is alive is unknown.");
        assertThat(page.locator(".lease-facts")).not().containsText("is notified");

        page.navigate(console.address("/agents"));
        assertThat(page.locator(".agent.silent").first()).containsText("silent");
        agents.close(silent);
    }

    private static Locator title(Page page) {
        return page.locator("vaadin-dialog.eviction h2[slot=title]");
    }

    private static Locator button(Page page, String text) {
        return page.locator("vaadin-button:text-is(\"%s\")".formatted(text));
    }

    private static Page openDialog(String lock) {
        return openDialog(console, lock);
    }

    private static Page openDialog(Console console, String lock) {
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
