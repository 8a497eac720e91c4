package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EvictionPageIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Owner HUNG = Locks.owner("billing", "bill-7f", 2211, "worker-3", "");
    private static final Owner NEXT = Locks.owner("billing", "bill-9c", 1187, "worker-1", "");

    @AutoClose
    private static final Console console = Console.start();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @Test
    void aViewerSeesTheActionGreyedWithTheReason() {
        console.locks().enqueue("viewer:lock", HUNG, TTL);
        ServerPage page = pages.page(Console.VIEWER, "/locks/viewer:lock");
        page.find(".lock-panel .foot").shows("Only an operator may evict");
        page.find(".lock-panel .foot vaadin-button").isDisabled();
        page.call("pressed", "e");
        page.find("vaadin-notification").shows("Only an operator may evict");
        assertThat(console.locks().find("viewer:lock").holders().get(0).evicted())
                .isNull();
    }

    @Test
    void anOperatorEvictsAndSeesTheLockHandedOnWhenTheHolderHasStopped() {
        String hung = console.locks().enqueue("evict:lock", HUNG, TTL);
        console.locks().enqueue("evict:lock", NEXT, TTL);
        ServerPage page = openDialog("evict:lock");
        page.find(".lease-facts").shows("2211", "Next in line: billing");
        giveReason(page, "OPS-1");
        page.button("Evict this holder").click();

        page.find(".steps li.active").shows("the quarantine ends in");
        assertThat(console.locks().find("evict:lock").holders().get(0).evicted())
                .isNotNull();

        console.locks().remove("evict:lock", hung);
        page.find(".steps")
                .shows("The holder confirmed that it stopped, after", "Granted to billing · bill-9c.internal");

        title(page).matches("Evicted: the holder of \\S+ stopped after ");
        page.find(".after").shows("Copy for chat", "What happened", "Audit entry", "Leave a note…");

        page.open("/audit");
        page.find(".entry").first().shows("evict:lock", "hung on a dead peer: OPS-1");
        page.find(".entry .outcome").first().shows("stopped after");
    }

    @Test
    void aDialogWhoseHolderHasChangedSaysSoAndIsDead() {
        String first = console.locks().enqueue("stale:lock", HUNG, TTL);
        console.locks().enqueue("stale:lock", NEXT, TTL);
        ServerPage page = openDialog("stale:lock");
        console.locks().remove("stale:lock", first);
        page.find(".verdict").shows("The lock is now held by billing · bill-9c.internal");
        page.button("Evict this holder").isDisabled();
        assertThat(console.locks().find("stale:lock").holders().get(0).evicted())
                .isNull();
    }

    @Test
    void aReasonIsAskedFor() {
        console.locks().enqueue("reason:lock", HUNG, TTL);
        ServerPage page = openDialog("reason:lock");
        page.button("Evict this holder").click();
        page.shows("Give a reason: it is kept in the audit.");
        assertThat(console.locks().find("reason:lock").holders().get(0).evicted())
                .isNull();
    }

    @Test
    void aHolderOfADeadProcessIsEvictedAtOnceWhenTheLocksNameIsTyped() {
        console.locks().enqueue("dead:lock", HUNG, TTL);
        console.locks().enqueue("dead:lock", NEXT, TTL);
        ServerPage page = openDialog("dead:lock");
        giveReason(page, "");
        page.find(".evict-now summary").click();
        page.button("Evict now").isDisabled();
        page.find(".evict-now vaadin-text-field").fill("dead:lock");
        page.button("Evict now").click();
        page.find(".steps").shows("Granted to billing · bill-9c.internal", "Quarantine skipped");
        assertThat(console.locks().find("dead:lock").holders().get(0).owner()).isEqualTo(NEXT);
    }

    @Test
    void ofSeveralHoldersEachCanBeChosen() {
        console.locks().enqueue("pool", 3, HUNG, TTL);
        String chosen = console.locks().enqueue("pool", 3, NEXT, TTL);
        ServerPage page = pages.page(Console.OPERATOR, "/locks/pool");
        page.find(".lock-panel .choose").counts(2);
        page.find(".lock-panel .choose").nth(1).click();
        page.find(".lease-facts").shows("bill-9c.internal");
        giveReason(page, "the second one");
        page.button("Evict this holder").click();
        page.find(".steps li.active").shows("the quarantine ends in");
        LockDocument pool = console.locks().find("pool");
        assertThat(pool.holders().get(0).evicted()).isNull();
        assertThat(pool.holder(chosen).orElseThrow().evicted()).isNotNull();
    }

    @Test
    void theKeyboardAsksWhichOfSeveralHoldersIsMeant() {
        console.locks().enqueue("pool:key", 3, HUNG, TTL);
        console.locks().enqueue("pool:key", 3, NEXT, TTL);
        ServerPage page = pages.page(Console.OPERATOR, "/locks/pool:key");
        page.find(".lock-panel .choose").counts(2);
        page.call("pressed", "e");
        page.find(".choices button").nth(1).click();
        page.find(".lease-facts").shows("bill-9c.internal");
    }

    @Test
    void afterTheQuarantineRowDrawerDialogAndAuditSayTheSameToTheEnd() {
        try (Console quick = Console.start("--lockkeeper.quarantine=2s");
                ServerPages those = new ServerPages(quick)) {
            quick.locks().enqueue("long:lock", HUNG, Duration.ofMinutes(60));
            ServerPage page = openDialog(those, "long:lock");
            giveReason(page, "");
            page.button("Evict this holder").click();
            title(page).shows("Evicting the holder of long:lock");

            title(page).shows("has not answered");
            page.find(".steps li.warning").shows("the lease expires in 59 min");
            page.find(".lock-panel .head .state").reads("evicted, unanswered");
            page.find(".lock-panel").shows("Expires in");
            page.find("vaadin-grid .state.unanswered").first().reads("unanswered");
            page.find(".eviction").button("Close").click();

            page.button("Show the eviction…").click();
            title(page).shows("has not answered");
            page.find(".steps li.warning").shows("No answer");
            page.button("Evict this holder").counts(0);
            ServerPage audit = those.page(Console.OPERATOR, "/audit");
            audit.find(".entry .outcome").first().reads("unanswered");

            giveReason(page, "its host is gone");
            page.find(".evict-now summary").click();
            page.find(".evict-now vaadin-text-field").fill("long:lock");
            page.button("Evict now").click();
            title(page).shows("the quarantine was skipped");
            page.find(".steps").shows("the lock is free");
            page.find(".lease-facts").shows("Was held by");
            page.find(".lock-panel .last-eviction").shows("removed");
            audit.find(".entry .outcome").last().reads("removed");
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

        ServerPage page = openDialog("silent:lock");
        page.find(".lease-facts")
                .shows("Its agent is silent: last word 9 min", "If it does not, the lease keeps the lock");
        page.find(".lease-facts").showsNone("is notified");
        page.find(".lock-panel").shows("silent for 9 min");

        page = openDialog("unknown:lock");
        page.find(".lease-facts").shows("Whether its agent is alive is unknown.");
        page.find(".lease-facts").showsNone("is notified");

        page.open("/agents");
        page.find(".agent.silent").first().shows("silent");
        agents.close(silent);
    }

    private static ServerPart title(ServerPage page) {
        return page.find(".eviction h2");
    }

    private static ServerPage openDialog(String lock) {
        return openDialog(pages, lock);
    }

    private static ServerPage openDialog(ServerPages pages, String lock) {
        ServerPage page = pages.page(Console.OPERATOR, "/locks/" + lock);
        page.find(".lock-panel .foot vaadin-button").click();
        page.find(".lease-facts").shows("Held by");
        return page;
    }

    private static void giveReason(ServerPage page, String words) {
        page.find(".reason vaadin-select").choose("hung on a dead peer");
        page.find(".reason vaadin-text-field").fill(words);
    }
}
