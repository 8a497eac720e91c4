package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionFactory;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is stored in a source's collection is bounded as it is in the console's first. */
class SourceRoomIT {

    private static final int HUGE = 12 << 20;
    private static final int TOO_LARGE_FOR_CACHE = 388;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoCollection<Document> locks = database.getCollection("shedLock");
    private final LockSource source =
            LockSource.of(Place.own(database.getName(), "shedLock"), "shedlock", Instant.EPOCH, "boss");
    private final Board board =
            new Board(ForeignDocuments.dialects().find("shedlock").orElseThrow());
    private final List<LockWrite> changes = new ArrayList<>();
    private final CollectionFeed feed = CollectionFeed.of(
            Clusters.of(MongoServer.shared().client(), new ServerClock()).get(null),
            List.of(new FollowedSource(source, board, List.of(this::changed))),
            Optional::empty);

    @AfterEach
    void stop() {
        feed.stop();
        database.drop();
    }

    @Test
    void hugeDocumentsAreNotReadableAndTheOthersAreFollowed() {
        write(() -> locks.insertOne(ShedLocks.held("before", "app-1").append("lockedBy", "x".repeat(HUGE))));
        write(() -> locks.insertOne(ShedLocks.held("useful", "app-1").append("payload", "x".repeat(HUGE))));
        feed.start();
        soon().until(() -> stateOf("useful") == State.HELD && stateOf("before") == State.UNREADABLE);
        write(() -> locks.insertOne(ShedLocks.held("later", "app-1").append("lockedBy", "x".repeat(HUGE))));
        write(() -> locks.updateOne(Filters.eq("_id", "before"), Updates.set("lockedBy", "y".repeat(HUGE + 1))));
        write(() -> locks.updateOne(Filters.eq("_id", "useful"), Updates.set("payload", "y".repeat(HUGE + 1))));
        locks.insertOne(ShedLocks.held("small", "app-1"));
        soon().until(() -> stateOf("small") == State.HELD);
        assertThat(stateOf("later")).isEqualTo(State.UNREADABLE);
        assertThat(stateOf("before")).isEqualTo(State.UNREADABLE);
        assertThat(stateOf("useful")).isEqualTo(State.HELD);
        assertThat(board.find("later").orElseThrow().damage().orElseThrow()).contains("12,58");
        assertThat(feed.trouble()).isEmpty();
    }

    /** The cache of the test's server is small: it has no room for a huge write until the one before is on disk. */
    private static void write(Callable<?> huge) {
        soon().ignoreExceptionsMatching(
                        e -> e instanceof MongoWriteException refused && refused.getCode() == TOO_LARGE_FOR_CACHE)
                .until(() -> huge.call() != null);
    }

    @Test
    void aListenerThatFailsAtOneLockHearsOfTheNext() {
        feed.start();
        soon().until(() -> feed.freshness().isLive());
        locks.insertOne(ShedLocks.held("poison", "app-1"));
        locks.insertOne(ShedLocks.held("after", "app-1"));
        soon().until(() -> changes.size() == 1);
    }

    @Test
    void datesAtTheEndsOfTheirRangeAreNoTimesAndStopNothing() {
        feed.start();
        soon().until(() -> feed.freshness().isLive());
        locks.insertOne(ShedLocks.held("first", "app-1").append("lockUntil", new BsonDateTime(Long.MIN_VALUE)));
        locks.insertOne(ShedLocks.held("last", "app-1").append("lockedAt", new BsonDateTime(Long.MAX_VALUE)));
        locks.insertOne(ShedLocks.held("after", "app-1"));
        soon().until(() -> stateOf("after") == State.HELD);
        assertThat(board.find("last").flatMap(lock -> lock.facts().acquired())).isEmpty();
    }

    private void changed(LockSource of, Board on, LockWrite change) {
        if (change.after().map(DialectLock::name).filter("poison"::equals).isPresent()) {
            throw new ArithmeticException("poison");
        }
        changes.add(change);
    }

    private State stateOf(String lock) {
        return board.find(lock).map(it -> it.facts().state(Instant.now())).orElse(State.FREE);
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }
}
