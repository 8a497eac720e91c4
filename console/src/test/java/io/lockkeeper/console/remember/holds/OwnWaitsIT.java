package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Waits for our own locks in a source, as their changes are told to the recorders of one console and of two. */
class OwnWaitsIT {

    private static final Duration TTL = Duration.ofMinutes(5);
    private static final LockSource SOURCE = new LockSource(
            "app.locks/lockkeeper", null, "app", "locks", "lockkeeper", Instant.EPOCH, "boss", null, null, null, null);

    @AutoClose
    private final Console console = Console.start();

    private final Locks locks = console.locks();
    private final Board board = new Board();
    private final Instant now = Instant.now();
    private int marks;

    @Test
    void ofTwoConsolesThatSeeTheSameEachWaitAndEachLeaseIsOneRecordWithAllThatEitherSaw() {
        List<LockWrite> all = aLeaseAfterAnother();
        Console other = console.another();
        try {
            tell(other, all.subList(4, all.size()));
            assertThat(lease("second").get("own", Document.class))
                    .as("the grant was not seen")
                    .doesNotContainKeys("askedAt", "waitClass");
            tell(console, all);
            Document whole = lease("second");
            assertThat(whole.get("own", Document.class)).containsKeys("askedAt", "waitedMillis", "token", "weight");
            assertThat(lease("first").get("own", Document.class))
                    .containsEntry("waiters", 2)
                    .containsEntry("behind", List.of("second · host", "gone · host"));
            List<Document> waits = waitsOf("order:1");
            assertThat(waits).hasSize(1);
            tell(other, all.subList(4, all.size()));
            tell(console, all);
            assertThat(lease("second")).isEqualTo(whole);
            assertThat(waitsOf("order:1")).isEqualTo(waits);
            assertThat(holds().countDocuments(new Document("lock", "order:1"))).isEqualTo(2);
        } finally {
            other.stop();
        }
    }

    @Test
    void ofALockWithManyWaitsInASecondAFewAreRecordedAndTheRestIsCounted() {
        LockDocument one = waited("order:2");
        Waiter waiter = one.queue().getFirst();
        for (int i = 0; i < 20; i++) {
            LockDocument before = with(one, named(waiter, "request-" + i, waiter.since()));
            console.bean(HoldRecorder.class).changed(SOURCE, board, write(before, with(one, null)));
        }
        mark(console);
        assertThat(waitsOf("order:2")).hasSize(5);
        assertThat(console.bean(LeftOutHolds.class).of(SOURCE.id())).isEqualTo(15);
    }

    @Test
    void aWaitThatNoRecordCanTellIsLeftOutAndCountedAndTheOthersAreWritten() {
        LockDocument one = waited("order:3");
        Waiter waiter = one.queue().getFirst();
        HoldRecorder recorder = console.bean(HoldRecorder.class);
        recorder.changed(SOURCE, board, write(with(one, named(waiter, "poisoned", Instant.MIN)), with(one, null)));
        recorder.changed(SOURCE, board, write(with(one, waiter), with(one, null)));
        mark(console);
        assertThat(waitsOf("order:3"))
                .singleElement()
                .satisfies(wait -> assertThat(wait.getString("_id")).isEqualTo(SOURCE.id() + "/" + waiter.acquirer()));
        assertThat(console.bean(LeftOutHolds.class).of(SOURCE.id())).isEqualTo(1);
    }

    /** A document is looked up after its change, so that a later state of it may be told before an earlier one. */
    @Test
    void aWaiterWhoIsGrantedTheLockAfterAllIsNotOnRecordAsGone() {
        LockDocument one = waited("order:5");
        LockDocument granted = locks.remove("order:5", one.holders().getFirst().acquirer());
        HoldRecorder recorder = console.bean(HoldRecorder.class);
        recorder.changed(SOURCE, board, write(one, with(one, null)));
        recorder.changed(SOURCE, board, write(with(one, null), granted));
        mark(console);
        assertThat(waitsOf("order:5")).isEmpty();
    }

    @Test
    void norIsOneWhoIsGrantedTheLockInTheSecondInWhichTheConsoleEnds() {
        LockDocument one = waited("order:6");
        LockDocument granted = locks.remove("order:6", one.holders().getFirst().acquirer());
        HoldRecorder recorder = console.bean(HoldRecorder.class);
        recorder.changed(SOURCE, board, write(one, with(one, null)));
        recorder.changed(SOURCE, board, write(with(one, null), granted));
        recorder.stop();
        assertThat(waitsOf("order:6")).isEmpty();
    }

    /** Of a lease whose document is seen for the first time in the past, it is unknown whether its request waited. */
    @Test
    void theWaitOfALeaseThatIsFirstSeenInThePastIsUnknown() {
        String holder = locks.enqueue("order:4", Locks.owner("first", "host", 1, "t", ""), TTL);
        LockDocument held = locks.find("order:4");
        LockDocument free = locks.remove("order:4", holder);
        HoldRecorder recorder = console.bean(HoldRecorder.class);
        recorder.past(SOURCE, board, write(null, held));
        recorder.past(SOURCE, board, write(held, free));
        mark(console);
        assertThat(holds().find(new Document("lock", "order:4")))
                .singleElement()
                .satisfies(hold -> assertThat(hold.get("own", Document.class))
                        .containsKey("holder")
                        .doesNotContainKey("askedAt"));
    }

    /** One holds and two wait, of whom one gives up and the other is granted; both leases end. */
    private List<LockWrite> aLeaseAfterAnother() {
        List<LockDocument> states = new ArrayList<>();
        String first = locks.enqueue("order:1", Locks.owner("first", "host", 1, "t", ""), TTL);
        states.add(locks.find("order:1"));
        String second = locks.enqueue("order:1", Locks.owner("second", "host", 2, "t", ""), TTL);
        states.add(locks.find("order:1"));
        String gone = locks.enqueue("order:1", Locks.owner("gone", "host", 3, "t", ""), TTL);
        states.add(locks.find("order:1"));
        locks.remove("order:1", first);
        states.add(locks.find("order:1"));
        states.add(locks.remove("order:1", gone));
        states.add(locks.remove("order:1", second));
        List<LockWrite> writes = new ArrayList<>();
        LockDocument before = null;
        for (LockDocument after : states) {
            writes.add(write(before, after));
            before = after;
        }
        return writes;
    }

    private LockDocument waited(String lock) {
        var unused = locks.enqueue(lock, Locks.owner("first", "host", 1, "t", ""), TTL);
        unused = locks.enqueue(lock, Locks.owner("second", "host", 2, "t", ""), TTL);
        return locks.find(lock);
    }

    private static LockDocument with(LockDocument lock, @Nullable Waiter waiter) {
        return new LockDocument(
                lock.name(),
                lock.capacity(),
                lock.token(),
                lock.holders(),
                waiter == null ? List.of() : List.of(waiter),
                lock.released(),
                lock.wake(),
                lock.expiresAt());
    }

    private static Waiter named(Waiter like, String acquirer, Instant since) {
        return new Waiter(
                acquirer,
                like.weight(),
                like.ttl(),
                since,
                like.updatedAt(),
                like.expiresAt(),
                like.stamp(),
                like.owner(),
                like.behind());
    }

    private LockWrite write(@Nullable LockDocument before, LockDocument after) {
        return new LockWrite(
                new BsonString(after.name()),
                Optional.ofNullable(before).map(OwnWaitsIT::read),
                Optional.of(read(after)),
                false,
                now,
                new BsonTimestamp(1, 1));
    }

    private static DialectLock read(LockDocument lock) {
        return LeaseAcquisitions.lock(lock);
    }

    /** Tells the changes, and waits until what they mean is written. */
    private void tell(Console to, List<LockWrite> changes) {
        changes.forEach(each -> to.bean(HoldRecorder.class).changed(SOURCE, board, each));
        mark(to);
    }

    /** What is noted is written in its order. */
    private void mark(Console to) {
        String name = "mark:" + ++marks;
        LockDocument lock = waited(name);
        HoldRecorder recorder = to.bean(HoldRecorder.class);
        recorder.changed(SOURCE, board, write(with(lock, null), lock));
        recorder.changed(SOURCE, board, write(lock, with(lock, null)));
        await().until(() -> waitsOf(name).size() == 1);
    }

    private List<Document> waitsOf(String lock) {
        return console.own()
                .getCollection("waits")
                .find(new Document("lock", lock).append("source", SOURCE.id()))
                .into(new ArrayList<>());
    }

    private MongoCollection<Document> holds() {
        return console.own().getCollection("foreign_holds");
    }

    private Document lease(String service) {
        return holds().find(new Document("lock", "order:1").append("own.holder.service", service))
                .into(new ArrayList<>())
                .getFirst();
    }
}
