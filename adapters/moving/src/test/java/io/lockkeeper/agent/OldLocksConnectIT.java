package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.lockkeeper.agent.moving.OldLocks;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.test.MongoServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an agent does with another library's locks when it connects. */
@Timeout(120)
class OldLocksConnectIT {

    private final MongoClient client = MongoServer.shared().client();
    private final AgentOptions options = AgentOptions.forService("billing");

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @Test
    void aCollectionThatIsTheAgentsOwnIsRefusedAndStaysAsItIs() {
        MongoCollection<Document> locks = database.getCollection("locks");
        locks.createIndex(Indexes.ascending("lockName"), new IndexOptions().unique(true));
        locks.insertOne(new Document("lockName", "report")
                .append("holder", "host-1")
                .append("lockedAt", Date.from(Instant.now()))
                .append("expiresAt", Date.from(Instant.now().plusSeconds(100))));
        List<Document> before = locks.find().into(new ArrayList<>());
        OldLocks old = OldLocks.of("spring-article", client, database.getName());

        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> LockAgent.connect(client, database.getName(), options.withOuterLocks(old)));
        assertThat(locks.find()).containsExactlyElementsOf(before);
        assertThat(locks.listIndexes())
                .extracting(index -> index.getString("name"))
                .containsExactlyInAnyOrder("_id_", "lockName_1");
    }

    @Test
    void operatorsSeeWhichLocksTheAgentHoldsAsWell() {
        OldLocks old = OldLocks.of("shedlock:app.jobs", client, "app");
        try (LockAgent agent = LockAgent.connect(client, database.getName(), options.withOuterLocks(old))) {
            BsonDocument listed = await().until(
                            () -> database.getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                                    .find()
                                    .first(),
                            each -> each != null);
            assertThat(AgentDocument.fromBson(listed).outerLocks()).isEqualTo("ShedLock in app.jobs");
            assertThat(agent.options().service()).isEqualTo("billing");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theyWorkWhateverTheirClientPrefers(SharedClientIT.Preference preference) throws Exception {
        try (MongoClient preferring = preference.client();
                LockAgent agent = LockAgent.connect(
                        preferring,
                        database.getName(),
                        options.withOuterLocks(OldLocks.of("shedlock", preferring, database.getName())));
                Lease lease = agent.acquire("report")) {
            Document old = database.getCollection("shedLock").find().first();
            assertThat(old).isNotNull().containsKey("lockUntil");
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void noneAreInADatabaseThatIsNotReplicated() {
        OldLocks old = OldLocks.of("shedlock:local.shedLock", client, "app");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockAgent.connectLater(client, "app", options.withOuterLocks(old))
                        .close());
    }
}
