package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.console.watch.source.LockCollections.Opened;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceRole;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What a console's user needs to evict, on a server that checks privileges. */
@OwnServer
class EvictionPrivilegesIT {

    private static final Dialect SHED_LOCK =
            ForeignDocuments.dialects().find("shedlock").orElseThrow();

    @Test
    void aUserNeedsFindAndTheOneActionOfTheDialectOnThatCollectionAlone() {
        try (SecuredServer server = SecuredServer.start()) {
            MongoDatabase app = server.administrator().getDatabase("app");
            MongoCollection<BsonDocument> shedLock = app.getCollection("shedLock", BsonDocument.class);
            EvictionScene.insert(shedLock, ShedLocks.held("report", "app-1"));
            LockSource source = new LockSource(
                    "app.shedLock/shedlock",
                    null,
                    "app",
                    "shedLock",
                    "shedlock",
                    Instant.EPOCH,
                    "boss",
                    null,
                    null,
                    null,
                    null);
            user(app, "reader", SourceRole.watching(source, SHED_LOCK));
            user(app, "releaser", SourceRole.evicting(source, SHED_LOCK).orElseThrow());
            Result refused = release(server, "reader", source, seen(shedLock));
            assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(refused.detail()).isEqualTo("The console's MongoDB user needs find and update on app.shedLock.");
            assertThat(release(server, "releaser", source, seen(shedLock)).outcome())
                    .isEqualTo(Outcome.ENDED);
        }
    }

    private static Result release(SecuredServer server, String user, LockSource source, DialectLock seen) {
        try (MongoClient client = MongoClients.create(server.settings(server.uri(user, user, "app")))) {
            AuditEntry entry = AskedEvictions.entry(
                    "e",
                    Instant.now(),
                    "olga",
                    "",
                    new LockId(source.id(), "report"),
                    seen.acquisition().text(),
                    0,
                    "app-1",
                    "hung");
            ChangeAttempts attempts = new ChangeAttempts(new ServerClock());
            LeaseEnding ending = new LeaseEnding(attempts, Duration.ofSeconds(15));
            Cluster cluster = Clusters.of(client, new ServerClock()).get(null);
            MongoCollection<BsonDocument> locks =
                    client.getDatabase("app").getCollection("shedLock", BsonDocument.class);
            return attempts.make(new Opened(source, SHED_LOCK, cluster, locks), entry, it -> ending.end(it, entry))
                    .result();
        }
    }

    /** With the role that the source's page prints. */
    private static void user(MongoDatabase app, String name, SourceRole role) {
        app.runCommand(role.command());
        List<String> roles = List.of(role.command().getString("createRole").getValue());
        app.runCommand(new Document("createUser", name).append("pwd", name).append("roles", roles));
    }

    private static DialectLock seen(MongoCollection<BsonDocument> locks) {
        return SHED_LOCK
                .read(Objects.requireNonNull(locks.find().first()), TtlIndexes.UNREADABLE)
                .orElseThrow();
    }
}
