package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holds of a library whose locks are free once their time is up. */
class RanOutHoldsIT {

    @AutoClose
    private final Console console = Console.start("--lockkeeper.history.past=0");

    private final MongoCollection<Document> locks = console.database().getCollection("shedLock");
    private final LockSource source = watch();

    private LockSource watch() {
        console.administrator("boss", "correct horse battery");
        return console.watch("shedLock", "shedlock");
    }

    @BeforeEach
    void live() {
        await().until(() -> isLive(console));
    }

    @Test
    void aHoldThatRanOutEndsAtItsExpiryAlthoughNoWriteShowsIt() {
        Instant until = acquire("report", Duration.ofSeconds(2));
        acquire("lasting", Duration.ofMinutes(10));
        await().untilAsserted(() -> assertThat(recorded(console, "report")).satisfiesExactly(lease -> {
            assertThat(lease.ending()).isEqualTo(Ending.EXPIRED);
            assertThat(lease.endedAt()).isEqualTo(until);
            assertThat(lease.heldMillis()).isEqualTo(2_000);
        }));
        Past past = console.bean(Past.class);
        PastQuestion hour =
                new PastQuestion(LockScope.EVERYTHING, Instant.now(), Duration.ofHours(1), "report", "", "", "");
        assertThat(past.leases(hour, 10)).extracting(LeaseRecord::endedAt).containsExactly(until);
        assertThat(past.leasesOf(List.of(new LockId(source.id(), "report")), hour.from(), hour.moment(), 10))
                .hasSize(1);
        assertThat(held(past, until.minusMillis(1))).contains("report");
        assertThat(held(past, until)).containsExactly("lasting");
    }

    @Test
    void aHoldThatRanOutWhileNoConsoleRanEndsAtItsExpiry() {
        Instant until = acquire("report", Duration.ofSeconds(3));
        await().until(() -> console.own()
                        .getCollection("streams")
                        .countDocuments(new Document("at", new Document("$gt", Date.from(until.minusSeconds(3)))))
                == 1);
        console.stop();
        await().until(() -> Instant.now().isAfter(until));
        Console next = console.another("--lockkeeper.history.past=0");
        try {
            await().untilAsserted(() -> assertThat(recorded(next, "report"))
                    .extracting(LeaseRecord::endedAt, LeaseRecord::ending)
                    .containsExactly(tuple(until, Ending.EXPIRED)));
        } finally {
            next.stop();
        }
    }

    /** An old holder's late unlock looks like the present holder's, until that one unlocks. */
    @Test
    void theEndThatALateUnlockMadeIsMendedByTheHoldersOwn() {
        acquire("report", Duration.ofMinutes(10));
        await().until(() -> isHeld("report"));
        unlock("report");
        await().untilAsserted(() -> assertThat(recorded(console, "report"))
                .extracting(LeaseRecord::ending)
                .containsExactly(Ending.RELEASED));
        Instant wrong = recorded(console, "report").getFirst().endedAt();
        Instant own = Instant.now();
        unlock("report");
        await().untilAsserted(() -> assertThat(recorded(console, "report")).satisfiesExactly(lease -> {
            assertThat(lease.ending()).isEqualTo(Ending.RELEASED);
            assertThat(lease.endedAt()).isAfter(wrong).isAfterOrEqualTo(own.truncatedTo(ChronoUnit.MILLIS));
        }));
    }

    private List<String> held(Past past, Instant moment) {
        return past.leases(new PastQuestion(LockScope.EVERYTHING, moment, null, "", "", "", ""), 10).stream()
                .map(lease -> lease.lock().name())
                .toList();
    }

    /** Those that have ended. */
    private List<LeaseRecord> recorded(Console by, String lock) {
        return by.bean(History.class).newestOf(new LockId(source.id(), lock), 10).stream()
                .filter(lease -> lease.endedAt() != null)
                .toList();
    }

    private boolean isHeld(String lock) {
        return watched(console)
                .board()
                .flatMap(board -> board.find(lock))
                .map(Lock::facts)
                .filter(facts -> facts.ranOut(Instant.now()).isEmpty())
                .isPresent();
    }

    private boolean isLive(Console by) {
        return watched(by).isLive();
    }

    private SourceFeeds.Watched watched(Console by) {
        return by.watched(source.id()).orElseThrow();
    }

    /** As ShedLock does; answers until when. */
    private Instant acquire(String lock, Duration atMost) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Instant until = now.plus(atMost);
        locks.insertOne(Jobs.shedLock(lock, Date.from(now), Date.from(until)));
        return until;
    }

    private void unlock(String lock) {
        locks.updateOne(new Document("_id", lock), Updates.set("lockUntil", Date.from(Instant.now())));
    }
}
