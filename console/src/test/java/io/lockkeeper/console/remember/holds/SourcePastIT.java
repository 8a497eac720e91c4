package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.HoldRecord;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Past;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happened in a collection before it was added as a source is in its history. */
class SourcePastIT {

    @AutoClose
    private final Console console = Console.start("--lockkeeper.history.past=24h");

    private final MongoCollection<Document> shedLock = console.database().getCollection("shedLock");
    private final MongoCollection<Document> jobs = console.database().getCollection("agendaJobs");

    @BeforeEach
    void administrator() {
        console.administrator("boss", "correct horse battery");
    }

    @Test
    void aSourceThatIsAddedLaterTellsWhoHeldItsLocksBefore() {
        Instant moment = acquire("report", "app-1");
        await().until(() -> Instant.now().isAfter(moment.plusMillis(50)));
        release("report");
        acquire("report", "app-2");
        release("report");
        acquire("lasting", "app-9");
        LockSource source = console.watch("shedLock", "shedlock");
        Past past = console.bean(Past.class);
        History history = console.bean(History.class);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(history.newestOf(new LockId(source.id(), "report"), 10))
                        .extracting(LeaseRecord::words, LeaseRecord::ending)
                        .containsExactly(tuple("app-2", Ending.RELEASED), tuple("app-1", Ending.RELEASED)));
        assertThat(history.gapsSince(new LockId(source.id(), "report"), Instant.EPOCH))
                .isEmpty();
        assertThat(past.leases(new PastQuestion(LockScope.EVERYTHING, moment, null, "", "", "", ""), 10))
                .extracting(LeaseRecord::words)
                .containsExactly("app-1");
        release("lasting");
        await().untilAsserted(() -> assertThat(history.newestOf(new LockId(source.id(), "lasting"), 10))
                .extracting(LeaseRecord::ending)
                .containsExactly(Ending.RELEASED));
        assertThat(console.own().getCollection(HoldRecord.COLLECTION).countDocuments())
                .isEqualTo(3);
        await().until(() -> console.own()
                        .getCollection("streams")
                        .countDocuments(new Document("past", new Document("$exists", true)))
                == 0);
    }

    /** Its documents live for months, and a run sets one field. */
    @Test
    void jobsThatWereLockedAreToldToo() {
        jobs.insertOne(new Document("name", "mail")
                .append("data", null)
                .append("type", "normal")
                .append("priority", 0)
                .append("nextRunAt", Date.from(Instant.now()))
                .append("lastModifiedBy", null));
        setJob(new Document("lockedAt", Date.from(Instant.now())).append("lastRunAt", Date.from(Instant.now())));
        setJob(new Document("lockedAt", null).append("lastFinishedAt", Date.from(Instant.now())));
        LockSource source = console.watch("agendaJobs", "agenda");
        Past past = console.bean(Past.class);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(console.own()
                                .getCollection(HoldRecord.COLLECTION)
                                .countDocuments(new Document("source", source.id())))
                        .isEqualTo(1));
        assertThat(past.leases(
                        new PastQuestion(LockScope.EVERYTHING, Instant.now(), Duration.ofHours(1), "", "", "", ""), 10))
                .hasSize(1);
    }

    /** Of several at once each is one, while it lasts as once it has ended; what its source does not tell stays unknown. */
    @Test
    void eachLeaseOfOneOfOurLocksInASourceIsTold() {
        String database = console.database().getName() + "_pool";
        Locks locks = new Locks(MongoServer.shared().client().getDatabase(database));
        String one = locks.enqueue("pool", 2, Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(5));
        locks.enqueue("pool", 2, Locks.owner("billing", "b-2", 1, "main", ""), Duration.ofMinutes(5));
        LockSource source = console.watch(Place.own(database, "locks"), "lockkeeper");
        LockId pool = new LockId(source.id(), "pool");
        History history = console.bean(History.class);
        await().untilAsserted(() -> assertThat(history.newestOf(pool, 10))
                .extracting(lease -> lease.who().orElse(""), LeaseRecord::ending)
                .containsExactlyInAnyOrder(tuple("billing · b-1 · main", null), tuple("billing · b-2 · main", null)));
        PastQuestion now = new PastQuestion(LockScope.EVERYTHING, Instant.now(), null, "pool", "", "", "");
        assertThat(console.bean(Past.class).leases(now, 10)).hasSize(2);
        assertThat(console.bean(Past.class).count(now, 10)).isEqualTo(2);

        locks.remove("pool", one);
        await().untilAsserted(() -> assertThat(history.newestOf(pool, 10))
                .extracting(lease -> lease.who().orElse(""), LeaseRecord::ending)
                .containsExactlyInAnyOrder(
                        tuple("billing · b-1 · main", Ending.RELEASED), tuple("billing · b-2 · main", null)));
        assertThat(history.waitsOf(pool, Instant.EPOCH, 10)).contains(List.of());
        assertThat(history.usualOf(pool).leases()).isEqualTo(1);
    }

    @Test
    void aWaitThatEndedWhileNoConsoleRanIsOnRecord() {
        String database = console.database().getName() + "_queue";
        Locks locks = new Locks(MongoServer.shared().client().getDatabase(database));
        LockSource source = console.watch(Place.own(database, "locks"), "lockkeeper");
        LockId queue = new LockId(source.id(), "queue");
        String holder = locks.enqueue("queue", Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(5));
        String granted = locks.enqueue("queue", Locks.owner("shop", "s-1", 1, "main", ""), Duration.ofMinutes(5));
        String gone = locks.enqueue("queue", Locks.owner("shop", "s-2", 1, "main", ""), Duration.ofMinutes(5));
        Document marked =
                new Document("_id", "source " + database + ".locks").append("token", new Document("$exists", true));
        await().until(() -> console.own().getCollection("streams").countDocuments(marked) == 1);
        console.stop();
        locks.remove("queue", gone);
        locks.remove("queue", holder);
        locks.remove("queue", granted);

        Console next = console.another();
        try {
            History history = next.bean(History.class);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(
                                    history.waitsOf(queue, Instant.EPOCH, 10).orElseThrow())
                            .extracting(wait -> wait.waiter().instance())
                            .containsExactly("s-2"));
            await().untilAsserted(() -> assertThat(history.newestOf(queue, 10))
                    .extracting(
                            lease -> lease.who().orElse(""),
                            lease -> lease.waited().isPresent())
                    .as("of a lock that is first seen in the past it is unknown whether its holder waited")
                    .containsExactly(tuple("shop · s-1 · main", true), tuple("billing · b-1 · main", false)));
        } finally {
            next.stop();
        }
    }

    private void setJob(Document fields) {
        jobs.updateOne(new Document("name", "mail"), new Document("$set", fields));
    }

    private Instant acquire(String name, String by) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        shedLock.updateOne(
                new Document("_id", name),
                new Document(
                        "$set",
                        new Document("lockUntil", Date.from(now.plusSeconds(600)))
                                .append("lockedAt", Date.from(now))
                                .append("lockedBy", by)),
                new UpdateOptions().upsert(true));
        return now;
    }

    private void release(String name) {
        ShedLocks.release(shedLock, name);
    }
}
