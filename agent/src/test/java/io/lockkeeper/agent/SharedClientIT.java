package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.ServerApi;
import com.mongodb.ServerApiVersion;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.agent.fencing.Fences;
import io.lockkeeper.agent.fencing.GuardedCollection;
import io.lockkeeper.agent.fencing.StaleTokenException;
import io.lockkeeper.test.MongoServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.PojoCodecProvider;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An agent whose client is the application's, with settings that would change what is written or read. */
@Timeout(60)
class SharedClientIT {

    /** Makes a bean of everything, of the driver's own documents as well. */
    private static final CodecRegistry BEANS = CodecRegistries.fromRegistries(
            CodecRegistries.fromProviders(
                    PojoCodecProvider.builder().automatic(true).build()),
            MongoClientSettings.getDefaultCodecRegistry());

    private static final BsonDocument ANN = BsonDocument.parse("{ _id: 'ann' }");
    private static final BsonDocument INCREMENT = BsonDocument.parse("{ $inc: { balance: 1 } }");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    /** What an application may prefer. */
    enum Preference {
        CODECS,
        UUIDS,
        SECONDARIES,
        UNACKNOWLEDGED,
        LINEARIZABLE,
        NO_TIME,
        NO_RETRIES,
        STRICT,
        LISTENER;

        MongoClient client() {
            MongoClientSettings.Builder settings = MongoClientSettings.builder()
                    .applyConnectionString(
                            new ConnectionString(MongoServer.shared().uri()));
            return MongoClients.create(changed(settings).build());
        }

        private MongoClientSettings.Builder changed(MongoClientSettings.Builder settings) {
            return switch (this) {
                case CODECS -> settings.codecRegistry(BEANS);
                case UUIDS -> settings.uuidRepresentation(UuidRepresentation.JAVA_LEGACY);
                case SECONDARIES -> settings.readPreference(ReadPreference.secondary());
                case UNACKNOWLEDGED -> settings.writeConcern(WriteConcern.UNACKNOWLEDGED);
                case LINEARIZABLE -> settings.readConcern(ReadConcern.LINEARIZABLE);
                case NO_TIME -> settings.timeout(1, TimeUnit.MILLISECONDS);
                case NO_RETRIES -> settings.retryReads(false).retryWrites(false);
                case STRICT ->
                    settings.serverApi(ServerApi.builder()
                            .version(ServerApiVersion.V1)
                            .strict(true)
                            .deprecationErrors(true)
                            .build());
                case LISTENER -> settings.addCommandListener(new Failing());
            };
        }
    }

    private static final class Failing implements CommandListener {
        @Override
        public void commandStarted(CommandStartedEvent event) {
            throw new IllegalStateException("a listener of the application");
        }
    }

    @ParameterizedTest
    @EnumSource
    void locksWorkWhateverItsClientPrefers(Preference preference) throws Exception {
        try (MongoClient client = preference.client();
                LockAgent agent = LockAgent.connect(client, database.getName(), AgentOptions.forService("billing"));
                LockAgent other = LockAgent.connect(
                        MongoServer.shared().client(), database.getName(), AgentOptions.forService("mail"))) {
            Lease lease = agent.acquire("report");
            assertThat(other.tryAcquire("report")).isEmpty();
            lease.renew();
            CompletableFuture<Lease> next = CompletableFuture.supplyAsync(() -> acquire(other));
            await().until(() -> database.getCollection("locks").countDocuments(Filters.exists("queue.0")) == 1);
            assertThat(lease.release()).isTrue();
            assertThat(next.get(10, TimeUnit.SECONDS).release()).isTrue();
            await().until(() -> database.getCollection("agents").countDocuments(Filters.eq("service", "billing")) == 1);
        }
        assertThat(database.getCollection("agents").countDocuments()).isZero();
        assertThat(database.getCollection("locks").listIndexes()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void staleTokensAreRefusedWhateverTheClientPrefers(Preference preference) throws Exception {
        try (MongoClient client = preference.client();
                LockAgent agent = LockAgent.connect(client, database.getName(), AgentOptions.forService("billing"))) {
            MongoDatabase shared = client.getDatabase(database.getName());
            MongoDatabase patient = shared.withTimeout(10, TimeUnit.SECONDS);
            MongoCollection<Document> accounts = database.getCollection("accounts");
            accounts.insertOne(new Document("_id", "ann").append("balance", 1));
            GuardedCollection<Document> guarded =
                    GuardedCollection.of(patient.getCollection("accounts", Document.class), "fence");
            Fences fences = Fences.in(patient);
            Lease stale = agent.acquire("ann");
            fences.raise(stale);
            stale.release();
            Lease lease = agent.acquire("ann");

            fences.raise(lease);
            assertThat(guarded.updateOne(lease, ANN, INCREMENT)).isTrue();
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> guarded.updateOne(stale, ANN, INCREMENT));
            assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> fences.raise(stale));
            assertThat(accounts.find().first()).isNotNull().containsEntry("balance", 2);
        }
    }

    private static Lease acquire(LockAgent agent) {
        try {
            return agent.acquire("report");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
