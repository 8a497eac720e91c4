package io.lockkeeper.agent.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Locks that nobody else wants, and what happens when somebody else wanted them after all. */
@OwnServer
class FastPathIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Owner OWNER = new Owner("agent", "service", "instance", "host", 1, "thread", "");
    private static final LockName ORDERS = new LockName("orders");
    private static final LockName REPORT = new LockName("report");

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet server;

    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(server.uri()))
            .addCommandListener(new CommandListener() {
                @Override
                public void commandStarted(CommandStartedEvent event) {
                    commands.add(event.getCommandName());
                    sent.add(event.getCommand().toJson());
                }
            })
            .build());
    private final MongoDatabase database = client.getDatabase("short-way-" + new ObjectId());
    private final MongoLockStore store = new MongoLockStore(client, database, System::nanoTime);
    private final MongoLockStore other =
            new MongoLockStore(server.client(), server.client().getDatabase(database.getName()), System::nanoTime);

    @BeforeAll
    static void startServer() {
        server = ReplicaSet.start(1);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void closeClient() {
        client.close();
    }

    @Test
    void quietLocksAreAcquiredTogetherByOneUpdateAndNoReadAndSoReleased() {
        haveBeenUsed();

        List<Reply> granted = store.applyAll(List.of(enqueue(ORDERS, "a"), attempt(REPORT, "b")), "s1", TIMEOUT);
        assertThat(commands).containsExactly("update");
        Holder stored = stored(ORDERS).holders().getFirst();
        assertThat(holder(granted.get(0), "a").token()).isEqualTo(stored.token());
        assertThat(holder(granted.get(0), "a").acquiredAt())
                .isCloseTo(stored.acquiredAt(), within(1, ChronoUnit.SECONDS));
        assertThat(holder(granted.get(1), "b").token()).isEqualTo(stored(REPORT).token());

        commands.clear();
        List<Reply> released = store.applyAll(List.of(remove(ORDERS, "a"), remove(REPORT, "b")), "s2", TIMEOUT);
        assertThat(commands).containsExactly("update");
        assertThat(released).allMatch(reply -> lock(reply).isIdle());
        assertThat(stored(ORDERS).isIdle()).isTrue();
        assertThat(stored(REPORT).released()).extracting(each -> each.stamp()).isEqualTo("s2");
    }

    @Test
    void aloneTheAnswerTellsTheTimeAndSoEverythingIsKnownAsItIsStored() {
        haveBeenUsed();

        Reply granted = store.apply(enqueue(ORDERS, "a"), "s1", TIMEOUT);
        assertThat(lock(granted)).isEqualTo(stored(ORDERS));
        assertThat(lock(store.apply(remove(ORDERS, "a"), "s2", TIMEOUT))).isEqualTo(stored(ORDERS));
        assertThat(commands).containsExactly("findAndModify", "findAndModify");
    }

    @Test
    void anotherHolderSinceMakesItWaitAndDoesNotConcernTheOthers() {
        haveBeenUsed();
        Holder since = holder(other.apply(enqueue(ORDERS, "x"), "x1", TIMEOUT), "x");

        List<Reply> replies = store.applyAll(List.of(enqueue(ORDERS, "a"), enqueue(REPORT, "b")), "s1", TIMEOUT);

        assertThat(lock(replies.get(0)).waiter("a")).isPresent();
        assertThat(stored(ORDERS).holders()).containsExactly(since);
        assertThat(holder(replies.get(1), "b").token()).isEqualTo(stored(REPORT).token());
    }

    @Test
    void anotherGrantSinceMakesTheTokenGreater() {
        haveBeenUsed();
        long since =
                holder(other.apply(enqueue(ORDERS, "x"), "x1", TIMEOUT), "x").token();
        other.apply(remove(ORDERS, "x"), "x2", TIMEOUT);

        assertThat(holder(store.apply(enqueue(ORDERS, "a"), "s1", TIMEOUT), "a").token())
                .isGreaterThan(since);
        assertThat(commands).containsExactly("findAndModify", "findAndModify");
    }

    @Test
    void aReleaseHandsTheLockToWhoeverCameToWait() {
        haveBeenUsed();
        store.apply(enqueue(ORDERS, "a"), "s1", TIMEOUT);
        other.apply(enqueue(ORDERS, "x"), "x1", TIMEOUT);
        commands.clear();

        Reply released = store.apply(remove(ORDERS, "a"), "s2", TIMEOUT);

        assertThat(holder(released, "x")).isEqualTo(stored(ORDERS).holders().getFirst());
        assertThat(commands).containsExactly("findAndModify", "findAndModify");
    }

    @Test
    void whereOthersWereSeenTheFastPathIsNotTried() {
        haveBeenUsed();
        store.apply(enqueue(ORDERS, "a"), "s1", TIMEOUT);
        other.apply(enqueue(ORDERS, "x"), "x1", TIMEOUT);
        store.apply(remove(ORDERS, "a"), "s2", TIMEOUT);
        other.apply(remove(ORDERS, "x"), "x2", TIMEOUT);
        store.apply(enqueue(ORDERS, "b"), "s3", TIMEOUT);
        commands.clear();

        store.apply(remove(ORDERS, "b"), "s4", TIMEOUT);
        assertThat(commands).containsExactly("findAndModify");
    }

    @Test
    void norWhereTheyMustHaveBeenMeanwhile() {
        haveBeenUsed();
        other.apply(enqueue(ORDERS, "x"), "x1", TIMEOUT);
        other.apply(remove(ORDERS, "x"), "x2", TIMEOUT);
        store.applyAll(List.of(enqueue(ORDERS, "a"), enqueue(REPORT, "b")), "s1", TIMEOUT);
        assertThat(commands).containsExactly("update", "update", "find");
        commands.clear();

        store.applyAll(List.of(remove(ORDERS, "a"), remove(REPORT, "b")), "s2", TIMEOUT);
        assertThat(commands).containsExactly("update", "find");
    }

    @Test
    void anEvictedLeaseIsReleasedAsEvicted() {
        haveBeenUsed();
        Holder lease = holder(store.apply(enqueue(ORDERS, "a"), "s1", TIMEOUT), "a");
        database.runCommand(Settle.evict(ORDERS.value(), lease, "ann", "hung", Duration.ofSeconds(15), "e1")
                .command(WriteConcern.MAJORITY));

        assertThat(lock(store.apply(remove(ORDERS, "a"), "s2", TIMEOUT)).released())
                .extracting(each -> each.evicted())
                .isNotNull();
    }

    @Test
    void whatIsNotAcknowledgedIsUnknownAndAskedAgainItIsTheSameLease() {
        haveBeenUsed();
        long before = stored(ORDERS).token();
        FailPoint unacknowledged = server.failCommand(
                new Document("failCommands", List.of("update"))
                        .append("writeConcernError", new Document("code", 64).append("errmsg", "no majority")),
                1);
        List<Ask.Combinable> asks = List.of(enqueue(ORDERS, "a"), enqueue(REPORT, "b"));
        List<Reply> unknown = store.applyAll(asks, "s1", TIMEOUT);
        unacknowledged.off();

        assertThat(unknown).allMatch(Reply.Unknown.class::isInstance);
        assertThat(holder(store.applyAll(asks, "s2", TIMEOUT).getFirst(), "a").token())
                .isEqualTo(before + 1);
        assertThat(stored(ORDERS).holders()).hasSize(1);
    }

    @Test
    void afterSomeNewNamesTheNextIsCreatedByOneShortCommand() {
        haveBeenNew();
        Reply granted = store.apply(enqueue(ORDERS, "a"), "s1", TIMEOUT);
        assertThat(lock(granted)).isEqualTo(stored(ORDERS));
        assertThat(holder(granted, "a").stamp()).isEqualTo("s1");
        assertThat(sent)
                .singleElement()
                .satisfies(command -> assertThat(command).doesNotContain("no document of a lock"));

        commands.clear();
        store.apply(remove(ORDERS, "a"), "s2", TIMEOUT);
        assertThat(commands).containsExactly("findAndModify");
    }

    @Test
    void manyNewNamesAreCreatedByOneUpdateAndRead() {
        haveBeenNew();
        List<Reply> granted = store.applyAll(List.of(enqueue(ORDERS, "a"), attempt(REPORT, "b")), "s1", TIMEOUT);
        assertThat(commands).containsExactly("update", "find");
        assertThat(lock(granted.get(0))).isEqualTo(stored(ORDERS));
        assertThat(lock(granted.get(1))).isEqualTo(stored(REPORT));
    }

    @Test
    void aNameThatWasTakenForNewIsSettled() {
        haveBeenNew();
        Holder first = holder(other.apply(enqueue(ORDERS, "x"), "x1", TIMEOUT), "x");
        assertThat(lock(store.apply(enqueue(ORDERS, "a"), "s1", TIMEOUT)).waiter("a"))
                .isPresent();
        assertThat(stored(ORDERS).holders()).containsExactly(first);

        commands.clear();
        store.apply(enqueue(REPORT, "b"), "s2", TIMEOUT);
        assertThat(commands).as("and the next is not guessed").containsExactly("findAndModify");
        assertThat(sent.getLast()).contains("no document of a lock");
    }

    @Test
    void amongManyTheOneThatWasTakenForNewIsSettledAndTheOthersAreCreated() {
        haveBeenNew();
        other.apply(enqueue(ORDERS, "x"), "x1", TIMEOUT);
        List<Reply> replies = store.applyAll(List.of(attempt(ORDERS, "a"), attempt(REPORT, "b")), "s1", TIMEOUT);
        assertThat(lock(replies.get(0)).holder("a")).isEmpty();
        assertThat(stored(ORDERS).queue()).isEmpty();
        assertThat(lock(replies.get(1))).isEqualTo(stored(REPORT));
    }

    /** This store has met several names, none of which had a document. */
    private void haveBeenNew() {
        for (int i = 0; i < 3; i++) {
            store.apply(enqueue(new LockName("new:" + i), "n" + i), "n" + i, TIMEOUT);
        }
        commands.clear();
        sent.clear();
    }

    /** Both have a document, and this store was the last to use them. */
    private void haveBeenUsed() {
        store.apply(enqueue(ORDERS, "o"), "o1", TIMEOUT);
        store.apply(remove(ORDERS, "o"), "o2", TIMEOUT);
        store.apply(enqueue(REPORT, "r"), "r1", TIMEOUT);
        store.apply(remove(REPORT, "r"), "r2", TIMEOUT);
        commands.clear();
    }

    private static Ask.Combinable enqueue(LockName lock, String acquirer) {
        return new Ask.Enqueue(lock, Request.exclusive(acquirer, Duration.ofSeconds(60), OWNER));
    }

    private static Ask.Combinable attempt(LockName lock, String acquirer) {
        return new Ask.TryEnqueue(lock, Request.exclusive(acquirer, Duration.ofSeconds(60), OWNER));
    }

    private static Ask.Combinable remove(LockName lock, String acquirer) {
        return new Ask.Remove(lock, acquirer);
    }

    private static LockDocument lock(Reply reply) {
        return ((Reply.Answered) reply).snapshot().orElseThrow().lock();
    }

    private static Holder holder(Reply reply, String acquirer) {
        return lock(reply).holder(acquirer).orElseThrow();
    }

    private LockDocument stored(LockName lock) {
        return requireNonNull(other.read(List.of(lock), TIMEOUT).get(lock.value()))
                .lock();
    }
}
