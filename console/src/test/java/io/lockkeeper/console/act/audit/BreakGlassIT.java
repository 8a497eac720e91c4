package io.lockkeeper.console.act.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.commandline.LockkeeperMain;
import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.model.Holder;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What {@code lockkeeper evict --break-glass} writes past the console, read and followed to its end by the console. */
class BreakGlassIT {

    @Test
    void theConsoleShowsAnEvictionFromTheCommandLineAndFollowsItToItsEnd() {
        try (Console console = Console.start()) {
            assertThat(console.database().getCollection("consoles").distinct("_id", String.class))
                    .as("by which the command line finds rules and audit")
                    .containsExactly(console.database().getName() + "_console");
            console.locks()
                    .enqueue("invoices", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(30));
            Holder seen = console.locks().find("invoices").holders().get(0);
            int exitCode = LockkeeperMain.execute(
                    "evict",
                    "invoices",
                    "--break-glass",
                    "--token=" + seen.token(),
                    "--reason=it hangs",
                    "--mongodb="
                            + MongoServer.uri(
                                    MongoServer.shared().uri(),
                                    console.database().getName()));
            assertThat(exitCode).isZero();
            AuditEntry entry = entry(console);
            assertThat(entry.action()).isEqualTo(Action.EVICT);
            assertThat(entry.by()).contains("break-glass, MongoDB user none");
            assertThat(entry.token()).isEqualTo(seen.token());
            assertThat(entry.result()).extracting(AuditEntry.Result::outcome).isEqualTo(Outcome.MARKED);
            console.locks().remove("invoices", seen.acquirer());
            Console next = console.another();
            await().atMost(Duration.ofSeconds(90)).until(() -> entry(next).end() != null);
            assertThat(next.bean(EvictionFollower.class).state(entry(next))).isInstanceOf(EvictionState.Stopped.class);
            next.stop();
        }
    }

    private static AuditEntry entry(Console console) {
        return console.bean(AuditLog.class)
                .page(new AuditQuery(LockScope.EVERYTHING, "invoices", ""), 0, 1)
                .get(0);
    }
}
