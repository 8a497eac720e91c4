package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.OWNER;
import static io.lockkeeper.model.SettledLock.START;
import static io.lockkeeper.model.SettledLock.TTL;
import static io.lockkeeper.model.SettledLock.exclusive;
import static io.lockkeeper.model.SettledLock.holders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Whom settle grants a lock, and in which order, on a real server. */
class SettleIT {

    private final SettledLock lock = new SettledLock("$orders.4711");

    @Test
    void aFreeLockIsGrantedAtOnceWithATokenOfTheServersMicroseconds() {
        LockDocument settled = lock.tryEnqueue(exclusive("a"));

        Holder holder = settled.holders().getFirst();
        assertThat(holder.acquirer()).isEqualTo("a");
        assertThat(holder.owner()).isEqualTo(OWNER);
        assertThat(holder.token()).isEqualTo(START.toEpochMilli() * 1000).isEqualTo(settled.token());
        assertThat(holder.expiresAt()).isEqualTo(holder.updatedAt().plus(TTL));
        assertThat(holder.acquiredAt()).isEqualTo(holder.updatedAt()).isBetween(START, START.plusMillis(1));
        assertThat(settled.queue()).isEmpty();
        assertThat(settled.expiresAt()).isEqualTo(holder.expiresAt());
    }

    @Test
    void aRefusedTryLeavesTheDocumentAsItWasAndShowsTheHolder() {
        lock.tryEnqueue(exclusive("a"));
        BsonDocument before = lock.stored();
        lock.pass(Duration.ofSeconds(1));

        LockDocument settled = lock.tryEnqueue(exclusive("b"));

        assertThat(settled.holder("a")).isPresent();
        assertThat(settled.waiter("b")).isEmpty();
        assertThat(lock.stored()).isEqualTo(before);
    }

    @Test
    void aReadShowsAsTakenWhatATryIsRefusedAndNothingElse() {
        lock.tryEnqueue(new Request("a", 2, 3, TTL, OWNER));
        assertThat(shown().isTaken(1)).isFalse();
        assertThat(shown().isTaken(2)).isTrue();
        assertThat(lock.tryEnqueue(new Request("b", 2, 3, TTL, OWNER)).holder("b"))
                .isEmpty();

        lock.enqueue(new Request("c", 2, 3, TTL, OWNER)); // waits, and is before whoever comes now
        assertThat(shown().isTaken(1)).isTrue();
        assertThat(lock.tryEnqueue(new Request("d", 1, 3, TTL, OWNER)).holder("d"))
                .isEmpty();

        lock.pass(TTL.plusSeconds(1)); // nobody has settled it since: a try is granted, and a read cannot know
        assertThat(shown().isTaken(3)).isFalse();
        assertThat(lock.tryEnqueue(new Request("e", 3, 3, TTL, OWNER)).holder("e"))
                .isPresent();
    }

    private Snapshot shown() {
        return new Snapshot(LockMapper.fromBson(lock.stored()), lock.now());
    }

    @Test
    void anAttachedStackTouchesNothingElseOfItsLeaseAndNobodyElse() {
        lock.enqueue(exclusive("a"));
        LockDocument before = lock.enqueue(exclusive("b"));
        lock.pass(Duration.ofSeconds(1));

        LockDocument after = lock.settled(Settle.change(
                new Ask.Attach(lock.name(), "a", Thread.State.WAITING, List.of("$$NOW", "x.Y.z(Y.java:1)")), "s"));

        Holder holder = after.holders().getFirst();
        assertThat(holder.stack())
                .isEqualTo(new ThreadStack(lock.now(), "WAITING", List.of("$$NOW", "x.Y.z(Y.java:1)")));
        assertThat(holder)
                .usingRecursiveComparison()
                .ignoringFields("stack")
                .isEqualTo(before.holders().getFirst());
        assertThat(after.queue()).isEqualTo(before.queue());
        assertThat(lock.apply(Settle.change(new Ask.Attach(lock.name(), "b", Thread.State.WAITING, List.of()), "s")))
                .hasValueSatisfying(
                        unchanged -> assertThat(unchanged.lock().queue()).isEqualTo(before.queue()));
        lock.touch("a");
        assertThat(lock.remove("a").holders()).extracting(Holder::stack).containsExactly((ThreadStack) null);
    }

    @Test
    void ofManyHoldersOnlySomeCarryAStackAndTheirsMayBeReplaced() {
        for (int i = 0; i < 10; i++) {
            lock.enqueue(new Request("a" + i, 1, 10, TTL, OWNER));
            lock.settled(Settle.change(new Ask.Attach(lock.name(), "a" + i, Thread.State.RUNNABLE, List.of("f")), "s"));
        }
        LockDocument after =
                lock.settled(Settle.change(new Ask.Attach(lock.name(), "a0", Thread.State.TERMINATED, List.of()), "s"));

        assertThat(after.holders()).filteredOn(holder -> holder.stack() != null).hasSize(LockDocument.MAX_STACKS);
        assertThat(after.holders().getFirst().stack()).isNotNull().matches(ThreadStack::hasEnded);
    }

    @Test
    void anAnswerCarriesTheServersTime() {
        Snapshot answer = lock.answer(Settle.change(new Ask.TryEnqueue(lock.name(), exclusive("a")), "s"));
        lock.pass(Duration.ofSeconds(1));
        Snapshot refusal = lock.answer(Settle.change(new Ask.TryEnqueue(lock.name(), exclusive("b")), "s"));

        assertThat(answer.serverTime()).isEqualTo(START);
        assertThat(refusal.remaining(refusal.lock().holders().getFirst()))
                .isBetween(TTL.minus(Duration.ofSeconds(1)), TTL);
    }

    @Test
    void waitersAreServedInTheOrderInWhichTheyCame() {
        List.of("a", "b", "c").forEach(acquirer -> lock.enqueue(exclusive(acquirer)));

        assertThat(holders(lock.remove("a"))).containsExactly("b");
        assertThat(holders(lock.remove("b"))).containsExactly("c");
    }

    @Test
    void aTryDoesNotOvertakeAWaiter() {
        lock.enqueue(new Request("reader", 1, 10, TTL, OWNER));
        lock.enqueue(new Request("writer", 10, 10, TTL, OWNER));

        LockDocument settled = lock.tryEnqueue(new Request("late", 1, 10, TTL, OWNER));

        assertThat(holders(settled)).containsExactly("reader");
        assertThat(settled.queue()).extracting(Waiter::acquirer).containsExactly("writer");
    }

    @Test
    void enqueueAgainIsATouchAndKeepsTheTokenAndThePlace() {
        long token = lock.enqueue(exclusive("a")).token();
        lock.enqueue(exclusive("b"));
        lock.enqueue(exclusive("c"));
        lock.pass(Duration.ofSeconds(1));

        assertThat(lock.enqueue(exclusive("a")).holders().getFirst().token()).isEqualTo(token);
        LockDocument settled = lock.enqueue(exclusive("b"));
        assertThat(settled.queue()).extracting(Waiter::acquirer).containsExactly("b", "c");
        assertThat(settled.queue().getFirst().updatedAt()).isAfterOrEqualTo(lock.now());
    }

    @Test
    void readersShareAWriterIsAloneAndNeitherStarves() {
        List.of("r1", "r2").forEach(acquirer -> lock.enqueue(weighing(acquirer, 1)));
        lock.enqueue(weighing("w", 1 << 30));
        lock.enqueue(weighing("r3", 1));
        lock.enqueue(weighing("r4", 1));

        assertThat(holders(lock.remove("r1"))).containsExactly("r2");
        assertThat(holders(lock.remove("r2"))).containsExactly("w");
        LockDocument settled = lock.remove("w");
        assertThat(holders(settled)).containsExactly("r3", "r4");
        assertThat(settled.holders())
                .extracting(Holder::token)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(settled.wake()).matches(".* r3=\\d+ r4=\\d+");
    }

    @Test
    void aWriterGoesOverToReadingWithoutLettingGoAndReadersJoinIt() {
        long token = lock.enqueue(weighing("w1", 1 << 30)).token();
        lock.enqueue(weighing("r", 1));
        lock.enqueue(weighing("w2", 1 << 30));

        LockDocument settled = lock.settled(Settle.change(new Ask.Lighten(lock.name(), "w1", 1), "lighter"));

        assertThat(holders(settled)).containsExactly("w1", "r");
        assertThat(settled.holder("w1").orElseThrow().token()).isEqualTo(token);
        assertThat(settled.queue()).extracting(Waiter::acquirer).containsExactly("w2");
        assertThat(lock.settled(Settle.change(new Ask.Lighten(lock.name(), "w1", 1 << 30), "heavier"))
                        .holder("w1")
                        .orElseThrow()
                        .weight())
                .isEqualTo(1);
    }

    @Test
    void anotherCapacityThanTheOneInUseIsNotEnqueuedUnlessTheLockIsIdle() {
        lock.enqueue(new Request("a", 1, 3, TTL, OWNER));

        LockDocument refused = lock.enqueue(new Request("b", 1, 4, TTL, OWNER));
        assertThat(refused.capacity()).isEqualTo(3);
        assertThat(refused.waiter("b")).isEmpty();
        assertThat(holders(refused)).containsExactly("a");

        lock.remove("a");
        assertThat(lock.enqueue(new Request("b", 1, 4, TTL, OWNER)).capacity()).isEqualTo(4);
    }

    @Test
    void aQueueIsBounded() {
        IntStream.range(0, LockDocument.MAX_ENTRIES).forEach(i -> lock.enqueue(exclusive("a" + i)));

        LockDocument settled = lock.enqueue(exclusive("late"));

        assertThat(settled.queue()).hasSize(LockDocument.MAX_ENTRIES - 1);
        assertThat(settled.waiter("late")).isEmpty();
    }

    @Test
    void touchAndRemoveNeverCreateADocument() {
        assertThat(lock.apply(Settle.change(new Ask.Touch(lock.name(), "a"), "s")))
                .isEmpty();
        assertThat(lock.apply(Settle.change(new Ask.Remove(lock.name(), "a"), "s")))
                .isEmpty();
        assertThat(lock.stored()).isEmpty();
    }

    @Test
    void aDamagedDocumentIsRefusedAndLeftAsItIs() {
        BsonDocument foreign = BsonDocument.parse("{ _id: '$orders.4711', holders: 'nobody' }");
        lock.store(foreign);

        assertThatThrownBy(() -> lock.enqueue(exclusive("a"))).isInstanceOf(MongoCommandException.class);
        assertThat(lock.stored()).isEqualTo(foreign);
        assertThatThrownBy(() -> LockMapper.fromBson(new BsonDocument("_id", new BsonString("x"))))
                .isInstanceOf(DamagedLockException.class)
                .hasMessageContaining("\"x\"");
    }

    @Test
    void whatIsStoredReadsAndWritesBackTheSame() {
        Holder seen = lock.enqueue(exclusive("a")).holders().getFirst();
        lock.enqueue(exclusive("b"));
        lock.evictNow(seen);
        lock.enqueue(exclusive("c"));
        lock.evict(lock.touch("b").holders().getFirst(), Duration.ofSeconds(15));

        assertThat(LockMapper.toBson(LockMapper.fromBson(lock.stored()))).isEqualTo(lock.stored());
    }

    private static Request weighing(String acquirer, int weight) {
        return new Request(acquirer, weight, 1 << 30, TTL, OWNER);
    }
}
