package io.lockkeeper.console.watch.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What a source's page prints for the administrator of MongoDB. */
@OwnServer
class SourceRoleIT {

    private static final Dialect SHED_LOCK =
            ForeignDocuments.dialects().find("shedlock").orElseThrow();

    private static final LockSource SOURCE =
            LockSource.of(Place.own("app", "shedLock"), "shedlock", Instant.EPOCH, "boss");

    @Test
    void theRoleToWatchASourceSufficesToFollowItAndForNothingElse() {
        try (SecuredServer server = SecuredServer.start()) {
            MongoDatabase app = server.administrator().getDatabase("app");
            app.getCollection("shedLock", BsonDocument.class)
                    .insertOne(BsonDocument.parse("{ _id: 'report', lockUntil: ISODate('2090-01-01T12:00:00Z'),"
                            + " lockedAt: ISODate('2026-01-01T12:00:00Z'), lockedBy: 'app-1' }"));
            BsonDocument role = SourceRole.watching(SOURCE, SHED_LOCK).command();
            app.runCommand(role);
            app.runCommand(new Document("createUser", "console")
                    .append("pwd", "console")
                    .append("roles", List.of(role.getString("createRole").getValue())));
            try (MongoClient client = MongoClients.create(server.settings(server.uri("console", "console", "app")))) {
                follow(client);
            }
        }
    }

    private static void follow(MongoClient client) {
        Board board = new Board(SHED_LOCK);
        CollectionFeed feed = CollectionFeed.of(
                Clusters.of(client, new ServerClock()).get(null),
                List.of(new FollowedSource(SOURCE, board, List.of())),
                Optional::empty);
        feed.start();
        try {
            await().untilAsserted(() -> {
                assertThat(feed.trouble()).isEmpty();
                assertThat(feed.freshness().state()).isEqualTo(Freshness.State.LIVE);
            });
            assertThat(board.find("report")).isPresent();
        } finally {
            feed.stop();
        }
    }

    @Test
    void theScriptReadsAsWhatItDoesWhateverTheNamesContain() {
        SourceRole role = new SourceRole(
                Place.own("app", "a\"); db.dropDatabase(\u202e"), Optional.of("update"), Optional.empty());
        assertThat(role.script())
                .startsWith("db.getSiblingDB(\"app\").runCommand({")
                .contains("a\\\"); db.dropDatabase(\\u202e")
                .contains("\"update\"")
                .endsWith(", \"db\": \"app\"}])");
    }
}
