package io.lockkeeper.agent.fencing;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.inc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.fencing.TestHolders.Succession;
import io.lockkeeper.test.MongoServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a guarded transaction promises, on a real MongoDB. */
@Timeout(60)
class FencesIT {

    private static final String LOCK = "$payroll.{of: 'May'}";

    private final MongoClient client = MongoServer.shared().client();

    @RegisterExtension
    private final TestHolders holders = new TestHolders();

    private final Fences fences = Fences.in(holders.database());
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void whatALiveHolderWritesIsCommittedTogetherWithItsToken() throws InterruptedException {
        Lease lease = holders.acquire(LOCK);

        String answer = transact(lease, session -> pay(session, "ann"));
        transact(lease, session -> pay(session, "bob"));

        assertThat(answer).isEqualTo("ann");
        assertThat(paid()).containsExactlyInAnyOrder("ann", "bob");
        assertThat(fence()).containsEntry("token", lease.token()).containsKeys("at", "raised");
    }

    @Test
    void anotherProgramsCollectionIsLeftAsItIs() throws InterruptedException {
        Lease lease = holders.acquire(LOCK);
        Document theirs = new Document("_id", LOCK).append("height", 2);
        holders.database().getCollection(Fences.COLLECTION).insertOne(theirs);
        assertThatIllegalStateException()
                .isThrownBy(() -> fences.raise(lease))
                .withMessageContaining("fences cannot hold fences: it")
                .withMessageContaining("_id, height");
        assertThatIllegalStateException().isThrownBy(() -> transact(lease, session -> pay(session, "ann")));
        assertThat(fence()).isEqualTo(theirs);
    }

    @Test
    void anotherProgramsDocumentAmongFencesIsLeftAsItIs() throws InterruptedException {
        Lease lease = holders.acquire(LOCK);
        fences.raise(holders.acquire("other"));
        Document theirs = new Document("_id", LOCK).append("height", 2);
        holders.database().getCollection(Fences.COLLECTION).insertOne(theirs);
        assertThatIllegalStateException().isThrownBy(() -> fences.raise(lease)).withMessageContaining("is no fence");
        assertThatIllegalStateException().isThrownBy(() -> transact(lease, session -> pay(session, "ann")));
        assertThat(fence()).isEqualTo(theirs);
        assertThat(paid()).isEmpty();
    }

    @Test
    void aHolderWhoseLockIsTakenOverBetweenItsFirstWriteAndTheCommitCommitsNothing() throws InterruptedException {
        Lease hanging = holders.acquireAndHang(LOCK);
        transact(hanging, session -> pay(session, "before"));

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> transact(hanging, session -> {
                    pay(session, "late");
                    takeOverAndPay("next");
                    return pay(session, "later still");
                }))
                .withMessageContaining(LOCK)
                .satisfies(e -> {
                    assertThat(e.lock()).isEqualTo(LOCK);
                    assertThat(e.token()).isEqualTo(hanging.token());
                    assertThat(e.seen()).isEqualTo(fence().get("token"));
                });
        assertThat(paid()).containsExactlyInAnyOrder("before", "next");
        assertThat(runs).as("runs of bodies: before, late, next").hasValue(3);
    }

    @Test
    void inATransactionOfTheCallersOwnATakeOverIsAWriteConflictAndNothingIsThere() throws InterruptedException {
        Lease hanging = holders.acquireAndHang(LOCK);
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            pay(session, "late");
            takeOverAndPay("next");

            assertThatExceptionOfType(MongoException.class)
                    .isThrownBy(() -> fences.raise(session, hanging))
                    .matches(e -> e.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL));
            session.abortTransaction();

            session.startTransaction();
            pay(session, "late again");
            assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> fences.raise(session, hanging));
            session.abortTransaction();
        }
        assertThat(paid()).containsExactly("next");
    }

    @Test
    void aStaleHolderIsRefusedBeforeItsBodyIsRunAndMovesNoFence() throws InterruptedException {
        Succession leases = holders.succession(LOCK);
        fences.raise(leases.live());

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> transact(leases.late(), session -> pay(session, "late")));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> fences.raise(leases.late()));

        assertThat(runs).hasValue(0);
        assertThat(fence()).containsEntry("token", leases.live().token());
        transact(leases.live(), session -> pay(session, "live"));
        assertThat(paid()).containsExactly("live");
    }

    @Test
    void aStaleHolderThatRunsIntoConflictsIsNotRunAgainAndAgain() throws InterruptedException {
        Succession leases = holders.succession(LOCK);
        holders.accounts().insertOne(new Document("_id", "ann").append("balance", 0));
        try (ClientSession next = client.startSession()) {
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> transact(leases.late(), session -> {
                        fences.raise(leases.live());
                        next.startTransaction();
                        deposit(next);
                        return deposit(session);
                    }));
            next.commitTransaction();
        }
        assertThat(runs).hasValue(1);
        assertThat(holders.first("accounts", eq("ann"))).containsEntry("balance", 1);
    }

    @Test
    void aLiveHolderWhoseFirstFenceMeetsALateOneIsRunAgainAndCommits() throws InterruptedException {
        Succession leases = holders.succession(LOCK);

        transact(leases.live(), session -> {
            if (runs.get() == 1) {
                fences.raise(leases.late()); // nobody has raised it yet: it is in time, if only just
            }
            return pay(session, "live");
        });

        assertThat(runs).hasValue(2);
        assertThat(paid()).containsExactly("live");
        assertThat(fence()).containsEntry("token", leases.live().token());
    }

    @Test
    void whoRaisedTheFenceFirstCommitsBeforeTheNextHolderAndNeverAfter() throws Exception {
        Succession leases = holders.succession(LOCK);
        transact(leases.late(), session -> pay(session, "first"));
        CompletableFuture<String> next;
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            fences.raise(session, leases.late()); // to the token that it has already: has to be a write all the same
            pay(session, "just in time");
            next = transactLater(leases.live(), other -> pay(other, "next"));
            await().until(() -> runs.get() >= 3); // the next holder was told to wait, and asks again
            assertThat(next).isNotDone();
            session.commitTransaction();
        }
        next.get(30, TimeUnit.SECONDS);
        assertThat(paid()).containsExactly("first", "just in time", "next");
    }

    @Test
    void raisingAtOnceWaitsForAnOpenTransactionNoLongerThanTheHandleAllows() throws InterruptedException {
        Succession leases = holders.succession(LOCK);
        try (ClientSession session = client.startSession()) {
            fences.raise(leases.late());
            session.startTransaction();
            fences.raise(session, leases.late());

            Fences hasty = Fences.in(holders.database().withTimeout(300, TimeUnit.MILLISECONDS));
            assertThatExceptionOfType(MongoTimeoutException.class).isThrownBy(() -> hasty.raise(leases.live()));
            session.abortTransaction();
        }
        fences.raise(leases.live());
        assertThat(fence()).containsEntry("token", leases.live().token());
    }

    @Test
    void overlappingTransactionsOfOneLiveLeaseAllCommit() throws Exception {
        Lease lease = holders.acquire(LOCK);
        CountDownLatch bothPaid = new CountDownLatch(2);
        CompletableFuture<String> ann = transactLater(lease, session -> payTogether(session, "ann", bothPaid));
        CompletableFuture<String> bob = transactLater(lease, session -> payTogether(session, "bob", bothPaid));

        ann.get(30, TimeUnit.SECONDS);
        bob.get(30, TimeUnit.SECONDS);
        assertThat(paid()).containsExactlyInAnyOrder("ann", "bob");
        assertThat(runs).as("one was run again").hasValueGreaterThan(2);
    }

    @Test
    void outsideOfATransactionNothingIsGuarded() throws InterruptedException {
        Lease lease = holders.acquire(LOCK);
        try (ClientSession session = client.startSession()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> fences.raise(session, lease))
                    .withMessageContaining("no transaction");
        }
    }

    private <T> T transact(Lease lease, Body<T> body) {
        try (ClientSession session = client.startSession()) {
            return fences.transact(session, lease, () -> {
                runs.incrementAndGet();
                try {
                    return body.run(session);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    private <T> CompletableFuture<T> transactLater(Lease lease, Body<T> body) {
        return CompletableFuture.supplyAsync(() -> transact(lease, body), Thread::startVirtualThread);
    }

    private void takeOverAndPay(String whom) throws InterruptedException {
        Lease next = holders.takeOver(LOCK);
        transact(next, session -> pay(session, whom));
    }

    private String pay(ClientSession session, String whom) {
        holders.accounts().insertOne(session, new Document("_id", whom));
        return whom;
    }

    private String payTogether(ClientSession session, String whom, CountDownLatch bothPaid)
            throws InterruptedException {
        pay(session, whom);
        bothPaid.countDown();
        assertThat(bothPaid.await(20, TimeUnit.SECONDS)).isTrue();
        return whom;
    }

    private Object deposit(ClientSession session) {
        return holders.accounts().updateOne(session, eq("ann"), inc("balance", 1));
    }

    private Iterable<String> paid() {
        return holders.accounts().find().map(each -> each.getString("_id"));
    }

    private Document fence() {
        return holders.first(Fences.COLLECTION, eq(LOCK));
    }

    private interface Body<T> {
        T run(ClientSession session) throws InterruptedException;
    }
}
