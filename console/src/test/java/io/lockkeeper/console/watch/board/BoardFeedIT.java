package io.lockkeeper.console.watch.board;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import io.lockkeeper.test.StandIn.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.health.contributor.Status;

class BoardFeedIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final ServerClock clock = new ServerClock();
    private final Pulse pulse = new Pulse(clock);

    @Test
    void anErrorThatNobodyExpectedIsToldByHealthAndTheFeedBeginsAnew() throws InterruptedException {
        FailingBoard board = new FailingBoard();
        CollectionFeed feed = feed(MongoServer.shared().client(), board);
        feed.start();
        assertThat(board.begunAnew.await(60, SECONDS)).isTrue();
        assertThat(new BoardHealth(pulse).health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(new BoardHealth(pulse).health().getDetails().get("feedFailed"))
                .asString()
                .contains("StackOverflowError");
        assertThat(feed.trouble()).contains("failed");
        board.mayGoOn.countDown();
        await().atMost(60, SECONDS).until(pulse::isStreaming);
        assertThat(pulse.failure()).isEmpty();
        assertThat(feed.trouble()).isEmpty();
        feed.stop();
    }

    static Stream<Named<ServerKind>> kinds() {
        return Stream.of(
                Named.of("mongos", ServerKind.MONGOS),
                Named.of("M0", ServerKind.ATLAS_M0),
                Named.of("Flex", ServerKind.ATLAS_FLEX),
                Named.of("M10", ServerKind.ATLAS_M10),
                Named.of("vCore", ServerKind.AZURE_VCORE),
                Named.of("9.0", ServerKind.NINE),
                Named.of("9.0 with a label", ServerKind.NINE_LABELLED),
                Named.of("few connections", ServerKind.FEW_CONNECTIONS));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void onServersOfOtherKindsTheLocksAreReadAndFollowed(ServerKind kind) {
        Locks locks = new Locks(database);
        locks.enqueue("held", OWNER, TTL);
        Board board = new Board();
        try (StandIn server = StandIn.of(kind);
                MongoClient client = MongoClients.create(server.uri(database.getName()))) {
            CollectionFeed feed = feed(client, board);
            feed.start();
            await().atMost(60, SECONDS).until(() -> board.find("held").isPresent());
            await().atMost(60, SECONDS).until(pulse::isStreaming);
            locks.enqueue("later", OWNER, TTL);
            await().atMost(60, SECONDS).until(() -> board.find("later").isPresent());
            assertThat(pulse.freshness().state()).isEqualTo(Freshness.State.LIVE);
            feed.stop();
        }
    }

    @Test
    void aMongosAnswersAMomentThatIsNotBeforeWhatWasCommittedWhenItWasAsked() {
        try (StandIn mongos = StandIn.of(ServerKind.MONGOS);
                MongoClient client = MongoClients.create(mongos.uri(database.getName()))) {
            MongoDatabase behind = client.getDatabase(database.getName());
            new Locks(database).enqueue("held", OWNER, TTL);
            BsonTimestamp committed = CommittedTime.of(database, "locks");
            assertThat(CommittedTime.of(behind, "locks")).isGreaterThanOrEqualTo(committed);
        }
    }

    @Test
    void aServerThatRefusesStreamsIsAskedLessAndLessOftenAndItsWordsAreShown() {
        List<Long> asked = new CopyOnWriteArrayList<>();
        try (StandIn server = StandIn.of(ServerKind.MONGOS.refusing(command -> refusedStream(command, asked)));
                MongoClient client = MongoClients.create(server.uri(database.getName()))) {
            CollectionFeed feed = feed(client, new Board());
            feed.start();
            await().atMost(60, SECONDS).until(() -> asked.size() >= 4);
            String words = "MongoDB refuses it: “change stream limit exceeded” (its error 8000).";
            assertThat(feed.trouble()).isEqualTo(words);
            assertThat(pulse.refusal()).as("what pages show").isEqualTo(words);
            assertThat(Duration.ofNanos(asked.get(3) - asked.get(0))).isGreaterThan(Duration.ofSeconds(3));
            feed.stop();
        }
    }

    private static Optional<Refusal> refusedStream(BsonDocument command, List<Long> asked) {
        if (!command.containsKey("aggregate") || !command.toString().contains("$changeStream")) {
            return Optional.empty();
        }
        asked.add(System.nanoTime());
        return Optional.of(new Refusal(8000, "AtlasError", "change stream limit exceeded"));
    }

    private CollectionFeed feed(MongoClient client, Board board) {
        return CollectionFeed.of(
                Clusters.of(client, clock).get(null), LockSource.first(database.getName()), board, pulse);
    }

    /** One that fails the first time that it is read, and the next time waits to be looked at. */
    private static final class FailingBoard extends Board {

        private final CountDownLatch begunAnew = new CountDownLatch(1);
        private final CountDownLatch mayGoOn = new CountDownLatch(1);
        private boolean failed;

        @Override
        public void replaceBy(Board read) {
            if (!failed) {
                failed = true;
                throw new StackOverflowError();
            }
            begunAnew.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            super.replaceBy(read);
        }
    }
}
