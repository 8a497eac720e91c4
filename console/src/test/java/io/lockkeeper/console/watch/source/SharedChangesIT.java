package io.lockkeeper.console.watch.source;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The board and the recorder where MongoDB grants one change stream. */
class SharedChangesIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final Locks locks = new Locks(database);
    private final ServerClock clock = new ServerClock();
    private final Pulse pulse = new Pulse(clock);
    private final Board board = new Board();
    private final SharedChanges shared = new SharedChanges();
    private final StandIn server = StandIn.of(ServerKind.NO_CAPPED);
    private final MongoClient client = MongoClients.create(server.uri(database.getName()));
    private final CollectionFeed feed = CollectionFeed.of(
            Clusters.of(client, clock).get(null), LockSource.first(database.getName()), board, pulse, shared);
    private volatile boolean closed;
    private Thread recorder = Thread.ofVirtual().start(() -> {});

    @AfterEach
    void close() throws InterruptedException {
        closed = true;
        recorder.join();
        feed.stop();
        client.close();
        server.close();
        database.drop();
    }

    @Test
    void theBoardFollowsTheRecordersStreamWhereItIsGrantedNoneOfItsOwn() {
        locks.enqueue("held", OWNER, TTL);
        record();
        feed.start();
        isFollowed();
    }

    @Test
    void theBoardLeavesTheOnlyStreamToTheRecorder() {
        locks.enqueue("held", OWNER, TTL);
        feed.start();
        await().atMost(60, SECONDS).until(pulse::isStreaming);
        shared.want();
        await().atMost(60, SECONDS).until(() -> server.streams() == 0);
        record();
        isFollowed();
    }

    @Test
    void itFollowsOneOfItsOwnAgainWhereTheRecordersHasEnded() {
        record();
        feed.start();
        await().atMost(60, SECONDS).until(pulse::isStreaming);
        closed = true;
        await().atMost(60, SECONDS).until(() -> server.streams() == 0);
        locks.enqueue("later", OWNER, TTL);
        await().atMost(60, SECONDS).until(() -> board.find("later").isPresent() && server.streams() == 1);
    }

    @Test
    void whoComesTooLateForTheFirstChangeReadsAgain() {
        assertThat(shared.after(new BsonTimestamp(1, 1))).isNull();
        record();
        assertThat(shared.after(new BsonTimestamp(1, 1))).isNull();
        assertThat(shared.after(CommittedTime.of(database, "locks"))).isNotNull();
    }

    private void isFollowed() {
        await().atMost(60, SECONDS).until(() -> board.find("held").isPresent());
        locks.enqueue("later", OWNER, TTL);
        await().atMost(60, SECONDS).until(() -> board.find("later").isPresent());
        database.getCollection("locks")
                .updateOne(Filters.eq("later"), Updates.set("holders.0.owner.note", "nightly run"));
        await().atMost(60, SECONDS)
                .until(() -> board.find("later").orElseThrow().toString().contains("nightly run"));
        database.getCollection("locks").deleteOne(Filters.eq("held"));
        await().atMost(60, SECONDS).until(() -> board.find("held").isEmpty());
        await().atMost(60, SECONDS).until(() -> pulse.freshness().state() == Freshness.State.LIVE);
        assertThat(server.streams()).isOne();
    }

    /** As the recorder does; returns when its stream is open. */
    private void record() {
        BsonTimestamp from = CommittedTime.of(database, "locks");
        MongoChangeStreamCursor<ChangeStreamDocument<RawBsonDocument>> cursor = client.getDatabase(database.getName())
                .getCollection("locks", RawBsonDocument.class)
                .watch(DocumentLimit.OF_LOCKS.changes())
                .startAtOperationTime(from)
                .maxAwaitTime(100, TimeUnit.MILLISECONDS)
                .cursor();
        shared.begin(from);
        recorder = Thread.ofVirtual().start(() -> {
            try (cursor) {
                while (!closed) {
                    ChangeStreamDocument<RawBsonDocument> event = cursor.tryNext();
                    shared.add(
                            event == null ? List.of() : List.of(event),
                            Objects.requireNonNull(cursor.getResumeToken()),
                            clock.now());
                }
            } finally {
                shared.end();
            }
        });
    }
}
