package io.lockkeeper.console.act.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Evictions whose console died, or that two consoles watch. */
@Tag("nightly")
class EvictionFollowerIT {

    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final Duration TTL = Duration.ofMinutes(30);
    private static final Duration QUARANTINE = Duration.ofSeconds(1);

    /** What a console leaves that was killed after the change and before its record. */
    @Test
    void whatAConsoleThatDiedLeftIsResolvedAtTheNextStartFromTheLockItself() {
        try (Console console = Console.start("--lockkeeper.history.enabled=false")) {
            Holder stopped = held(console, "stopped");
            AuditEntry marked = left(console, "stopped", stopped, Duration.ofSeconds(33));
            mark(console, marked, stopped);
            console.locks().remove("stopped", stopped.acquirer());
            AuditEntry never = left(console, "never", held(console, "never"), Duration.ofSeconds(40));
            Holder hidden = held(console, "hidden");
            AuditEntry unknown = left(console, "hidden", hidden, Duration.ofSeconds(40));
            console.locks().remove("hidden", hidden.acquirer());
            console.locks().remove("hidden", held(console, "hidden").acquirer());
            AuditEntry underWay = left(console, "underway", held(console, "underway"), Duration.ofSeconds(5));

            Console next = console.another("--lockkeeper.quarantine=1s", "--lockkeeper.history.enabled=false");
            await().atMost(Duration.ofSeconds(30)).until(() -> ends(console).size() == 3);
            assertThat(ends(console))
                    .containsEntry(marked.id() + "/end", "STOPPED")
                    .containsEntry(never.id() + "/end", "NOT_CHANGED")
                    .containsEntry(unknown.id() + "/end", "UNKNOWN")
                    .doesNotContainKey(underWay.id() + "/end");
            next.stop();
        }
    }

    @Test
    void whatLaterLeasesHideTheHistoryTells() {
        try (Console console = Console.start()) {
            await().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            Holder first = held(console, "quick");
            AuditEntry entry = left(console, "quick", first, Duration.ofSeconds(33));
            mark(console, entry, first);
            console.locks().remove("quick", first.acquirer());
            console.locks().remove("quick", held(console, "quick").acquirer());
            Holder unmarked = held(console, "unmarked");
            AuditEntry late = left(console, "unmarked", unmarked, Duration.ofSeconds(40));
            console.locks().remove("unmarked", unmarked.acquirer());
            console.locks().remove("unmarked", held(console, "unmarked").acquirer());
            Console next = console.another("--lockkeeper.quarantine=1s");
            await().atMost(Duration.ofSeconds(30)).until(() -> ends(console).size() == 2);
            assertThat(ends(console))
                    .containsEntry(entry.id() + "/end", "STOPPED")
                    .containsEntry(late.id() + "/end", "NOT_CHANGED");
            next.stop();
        }
    }

    /** Written by hand, or by a later version. */
    @Test
    void aRecordThatCannotBeReadKeepsNoEvictionFromBeingFollowedAndNoPageFromBeingRead() {
        try (Console console = Console.start("--lockkeeper.history.enabled=false")) {
            Holder seen = held(console, "followed");
            AuditEntry entry = left(console, "followed", seen, Duration.ofSeconds(33));
            mark(console, entry, seen);
            console.locks().remove("followed", seen.acquirer());
            AuditEntry answered = left(console, "answered", held(console, "answered"), Duration.ofSeconds(35));
            console.own()
                    .getCollection(AuditEntry.COLLECTION)
                    .insertMany(List.of(
                            poisoned("poisoned/1").append("action", "OF_LATER"),
                            poisoned("poisoned/2").append("action", "EVICT").append("by", new Document()),
                            poisoned("poisoned/3").append("action", 5),
                            poisoned(answered.id() + "/result").append("outcome", "OF_LATER")));

            Console next = console.another("--lockkeeper.quarantine=1s", "--lockkeeper.history.enabled=false");
            try {
                await().atMost(Duration.ofSeconds(30)).until(() -> ends(console).containsKey(entry.id() + "/end"));
                assertThat(ends(console)).containsEntry(entry.id() + "/end", "STOPPED");
                AuditQuery all = new AuditQuery(LockScope.EVERYTHING, "", "");
                assertThat(next.bean(AuditLog.class).page(all, 0, 10))
                        .extracting(AuditEntry::id)
                        .contains(entry.id(), answered.id());
                assertThat(next.bean(Undigested.class).sentences()).anyMatch(it -> it.contains("collection audit"));
            } finally {
                next.stop();
            }
        }
    }

    private static Document poisoned(String id) {
        return new Document("_id", id)
                .append("at", Date.from(Instant.now()))
                .append("lock", "followed")
                .append("token", 1L);
    }

    @Test
    void twoConsolesWriteOneTruth() {
        try (Console console = Console.start()) {
            Console other = console.another();
            Holder seen = held(console, "shared");
            AuditEntry entry = left(console, "shared", seen, Duration.ZERO);
            EvictionFollower here = console.bean(EvictionFollower.class);
            here.begin(entry);
            mark(console, entry, seen);
            Result marked = new Result(Instant.now(), Outcome.MARKED, "", "");
            console.bean(AuditLog.class).conclude(entry, marked);
            here.answered(entry, marked, console.locks().find("shared"), null, true);
            await().until(() -> here.state(entry.id()).orElseThrow() instanceof EvictionState.Quarantine);
            console.locks().remove("shared", seen.acquirer());
            await().until(() -> here.state(entry.id()).orElseThrow() instanceof EvictionState.Stopped);
            await().until(() -> ends(console).containsKey(entry.id() + "/end"));

            AuditEntry recorded = other.bean(AuditLog.class)
                    .page(new AuditQuery(LockScope.EVERYTHING, "shared", ""), 0, 1)
                    .get(0);
            assertThat(other.bean(EvictionFollower.class).state(recorded))
                    .isEqualTo(here.state(entry.id()).orElseThrow());
            End late = new End(Instant.now(), End.Kind.UNKNOWN, Duration.ZERO);
            assertThat(other.bean(AuditLog.class).end(entry, late).kind()).isEqualTo(End.Kind.STOPPED);
            other.stop();
        }
    }

    private static Holder held(Console console, String lock) {
        console.locks().enqueue(lock, OWNER, TTL);
        return console.locks().find(lock).holders().get(0);
    }

    private static AuditEntry left(Console console, String lock, Holder seen, Duration ago) {
        AuditEntry entry = AskedEvictions.entry(
                UUID.randomUUID().toString(),
                Instant.now().minus(ago),
                "olga",
                "192.0.2.1",
                LockId.first(lock),
                seen.acquirer(),
                seen.token(),
                "billing",
                "hung");
        console.bean(AuditLog.class).intend(entry);
        return entry;
    }

    private static void mark(Console console, AuditEntry entry, Holder seen) {
        console.locks().evict(entry.lock(), seen, entry.by(), entry.reason(), QUARANTINE, entry.id());
    }

    private static Map<String, String> ends(Console console) {
        return console
                .own()
                .getCollection(AuditEntry.COLLECTION)
                .find(new Document("end", new Document("$exists", true)))
                .into(new java.util.ArrayList<>())
                .stream()
                .collect(Collectors.toMap(
                        (Function<Document, String>) end -> end.getString("_id"), end -> end.getString("end")));
    }
}
