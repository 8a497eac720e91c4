package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A try that was asked twice, for the first answer did not come: its first enqueue lands after the second was refused. */
@OwnServer
class LateTryIT {

    private static final Duration LONGER_THAN_THE_TEST_WAITS = Duration.ofMinutes(5);

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet replicaSet;

    @RegisterExtension
    private final TestAgents agents = new TestAgents(replicaSet.client());

    @BeforeAll
    static void startReplicaSet() {
        replicaSet = ReplicaSet.start(1);
    }

    @AfterAll
    static void stopReplicaSet() {
        replicaSet.close();
    }

    @Test
    void aTryThatLandsAfterItsRefusalIsUndone() throws Exception {
        List<BsonDocument> sent = new CopyOnWriteArrayList<>();
        try (MongoClient recorded = MongoClients.create(recording(replicaSet.uri(), sent));
                LockAgent one = agents.agent("billing");
                LockAgent other =
                        agents.agent(recorded, TestAgents.options("mail").withTtl(LONGER_THAN_THE_TEST_WAITS))) {
            Lease lease = one.acquire("report");
            sent.clear(); // what was tried at the connection
            FailPoint silent = unacknowledgedOnce();
            assertThat(other.tryAcquire("report")).isEmpty();
            silent.off();
            lease.close();

            landLate(sent.getFirst());
            assertThat(agents.stored("report").holders()).hasSize(1);
            agents.awaitIdle("report");
        }
    }

    private static FailPoint unacknowledgedOnce() {
        Document error = new Document("code", 64).append("errmsg", "waiting for replication timed out");
        return replicaSet.failCommand(
                new Document("failCommands", List.of("findAndModify")).append("writeConcernError", error), 1);
    }

    private void landLate(BsonDocument first) {
        BsonDocument command = new BsonDocument();
        command.putAll(first);
        List.of("lsid", "txnNumber", "$db", "$clusterTime", "maxTimeMS").forEach(command::remove);
        replicaSet.client().getDatabase(agents.database()).runCommand(command);
    }

    private static MongoClientSettings recording(String uri, List<BsonDocument> sent) {
        return MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        if (event.getCommandName().equals("findAndModify")) {
                            sent.add(event.getCommand().clone());
                        }
                    }
                })
                .build();
    }
}
