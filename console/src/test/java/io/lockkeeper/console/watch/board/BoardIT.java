package io.lockkeeper.console.watch.board;

import static io.lockkeeper.console.fixture.Console.failPoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.fixture.Damage;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.Garbage;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardIT {

    private static final String CLIENT = "board-it";
    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");

    private final MongoDatabase plain = MongoServer.shared().freshDatabase();
    private final Locks locks = new Locks(plain);
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
            .applicationName(CLIENT)
            .build());
    private final Board board = new Board();
    private final ServerClock clock = new ServerClock();
    private final Pulse pulse = new Pulse(clock);
    private CollectionFeed feed = feed();

    @BeforeEach
    void start() {
        locks.enqueue("there:before", OWNER, TTL);
        feed.start();
        soon().until(() -> board.find("there:before").isPresent());
    }

    @AfterEach
    void stop() {
        feed.stop();
        failPoint("off", new Document());
        client.close();
        plain.drop();
    }

    @Test
    void locksAreFollowedFromTakenToReleased() {
        String acquirer = locks.enqueue("a", OWNER, TTL);
        soon().until(() -> stateOf("a").equals(Optional.of(LockState.HELD)));
        locks.enqueue("a", OWNER, TTL);
        soon().until(() -> board.find("a").orElseThrow().waiters() == 1);
        assertThat(board.heldBy(OWNER.agent())).extracting(Lock::name).containsExactlyInAnyOrder("a", "there:before");
        locks.remove("a", acquirer);
        soon().until(() -> board.find("a").orElseThrow().waiters() == 0);
        locks.collection().deleteOne(new Document("_id", "a"));
        soon().until(() -> board.find("a").isEmpty());
    }

    @Test
    void aCutStreamGoesOnWhereItWas() {
        failPoint(
                new Document("times", 3),
                new Document("failCommands", List.of("getMore", "aggregate"))
                        .append("closeConnection", true)
                        .append("appName", CLIENT));
        for (int i = 0; i < 20; i++) {
            locks.enqueue("cut:" + i, OWNER, TTL);
        }
        soon().untilAsserted(() -> assertThat(board.live()).hasSize(21));
        assertThat(pulse.isStreaming()).isTrue();
    }

    @Test
    void lostHistoryIsMadeUpForByReadingTheCollectionAgain() {
        failPoint(
                new Document("times", 1),
                new Document("failCommands", List.of("getMore"))
                        .append("errorCode", 286)
                        .append("appName", CLIENT));
        locks.enqueue("lost:history", OWNER, TTL);
        soon().until(() -> board.find("lost:history").isPresent());
        locks.enqueue("after:it", OWNER, TTL);
        soon().until(() -> board.find("after:it").isPresent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ errorCode: 11602 }", "{ errorCode: 8000 }", "{ closeConnection: true }"})
    void aReadingThatFailsForAWhileIsLiveSoonAfterTheLastFailure(String failure) {
        Document failing =
                Document.parse(failure).append("failCommands", List.of("find")).append("appName", CLIENT);
        failPoint("alwaysOn", failing);
        locks.collection().drop();
        soon().until(() -> !pulse.isStreaming());
        soon().until(() -> !pulse.freshness().isLive());
        locks.enqueue("after:it", OWNER, TTL);
        failPoint("off", new Document());
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(20))
                .until(() ->
                        board.find("after:it").isPresent() && pulse.freshness().isLive());
    }

    @Test
    void aDroppedCollectionEmptiesTheBoardWhichThenFollowsTheNewOne() {
        locks.collection().drop();
        soon().until(() -> board.live().isEmpty());
        locks.enqueue("new", OWNER, TTL);
        soon().until(() -> board.find("new").isPresent());
        assertThat(board.find("there:before")).isEmpty();
    }

    @Test
    void documentsOfOthersAreNamedHideNoLockAndStopNothing() {
        locks.collection().insertOne(BsonDocument.parse("{ _id: 'foreign', lockUntil: 5 }"));
        locks.collection().insertOne(BsonDocument.parse("{ _id: 'broken', holders: 'x' }"));
        locks.collection().insertOne(BsonDocument.parse("{ _id: 42 }"));
        locks.collection().insertOne(BsonDocument.parse("{ _id: 43 }"));
        locks.enqueue("42", OWNER, TTL);
        soon().until(() -> stateOf("42").equals(Optional.of(LockState.HELD)));
        assertThat(stateOf("broken")).contains(LockState.DAMAGED);
        assertThat(stateOf("43")).contains(LockState.FOREIGN);
        assertThat(board.foreign()).extracting(Lock::name).containsExactly("foreign", "43");
        locks.collection().deleteOne(BsonDocument.parse("{ _id: 42 }"));
        locks.collection().deleteOne(BsonDocument.parse("{ _id: 43 }"));
        soon().until(() -> board.foreign().size() == 1);
        assertThat(stateOf("42")).contains(LockState.HELD);
    }

    @Test
    void whateverIsStoredBesideTheLocksIsShownAndLeftAsItIs() {
        Garbage garbage = Garbage.fresh();
        List<BsonDocument> sent = new ArrayList<>();
        for (int i = 0; i < Garbage.count(500); i++) {
            sent.add(garbage.damaged(Damage.SOUND)
                    .append("_id", new BsonString("damaged:" + i))
                    .append("expiresAt", new BsonDateTime(Long.MAX_VALUE))); // else the server may purge it meanwhile
        }
        locks.collection().insertMany(sent);
        List<BsonDocument> stored = damaged(); // the server sets empty timestamps that it is sent
        locks.enqueue("sound", OWNER, TTL);
        soon().until(() -> stateOf("sound").equals(Optional.of(LockState.HELD)));
        assertThat(stored)
                .as("%s", garbage)
                .allMatch(each -> board.find(DocumentReading.nameOf(each)).isPresent());
        assertThat(damaged()).containsExactlyInAnyOrderElementsOf(stored);
    }

    private List<BsonDocument> damaged() {
        return locks.collection().find(Filters.regex("_id", "^damaged:")).into(new ArrayList<>());
    }

    @Test
    void aSecondFeedShowsTheSame() {
        String free = locks.enqueue("set:free", OWNER, TTL);
        locks.remove("set:free", free);
        feed.stop();
        board.replaceBy(board.fresh());
        feed = feed();
        feed.start();
        soon().until(() ->
                board.find("there:before").isPresent() && board.find("set:free").isPresent());
        assertThat(board.live()).hasSize(1);
        assertThat(board.free()).hasSize(1);
    }

    private CollectionFeed feed() {
        return CollectionFeed.of(Clusters.of(client, clock).get(null), LockSource.first(plain.getName()), board, pulse);
    }

    private Optional<LockState> stateOf(String lock) {
        return board.find(lock).map(it -> it.state(clock.now()));
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20));
    }
}
