package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.fitness.CollectionFitness;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent whose collection is, or is also, another program's. */
@Timeout(60)
class OccupiedCollectionIT {

    private static final Path RECORDINGS = Path.of("..", "console", "src", "test", "resources", "foreign-locks");
    private static final String PURGE = "lockkeeper_purge_locks";

    private final MongoClient client = MongoServer.shared().client();
    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoCollection<Document> locks = database.getCollection("locks");
    private final AgentOptions options = AgentOptions.forService("billing");

    private final Queue<LockAgent> connected = new ConcurrentLinkedQueue<>();

    @AfterEach
    void drop() {
        connected.forEach(LockAgent::close);
        database.drop();
    }

    @ParameterizedTest
    @EnumSource
    void anotherLibrarysLocksAreRefusedAndLeftAsTheyAre(IndexMode mode) {
        List<Document> articles = springArticle();

        assertThatExceptionOfType(UnsupportedServerException.class)
                .isThrownBy(() -> LockAgent.connect(client, database.getName(), options.withIndexes(mode)))
                .withMessageContaining(database.getName() + ".locks")
                .withMessageContaining("unique index \"lockName_1\" on lockName")
                .withMessageContaining("lockName, holder")
                .withMessageContaining("lockkeeper.database");
        assertThat(stored()).isEqualTo(articles);
        assertThat(indexes()).containsExactlyInAnyOrder("_id_", "lockName_1");
    }

    @Test
    void anAgentThatConnectsLaterRefusesThemWithItsFirstRequestAndEachLaterOne() {
        List<Document> articles = springArticle();
        try (LockAgent agent = LockAgent.connectLater(client, database.getName(), options)) {
            for (int i = 0; i < 2; i++) {
                assertThatExceptionOfType(UnsupportedServerException.class)
                        .isThrownBy(() -> agent.tryAcquire("report"))
                        .withMessageContaining("lockName");
            }
        }
        assertThat(stored()).isEqualTo(articles);
        assertThat(indexes()).doesNotContain(PURGE);
    }

    @ParameterizedTest
    @MethodSource
    void whatAnotherLibraryLeavesIsRefused(Path recording) {
        BsonDocument library = parse(recording);
        for (BsonValue index : library.getArray("indexes", new BsonArray())) {
            createIndex(new Document(index.asDocument()).append("name", new BsonString("theirs")));
        }
        locks.withDocumentClass(BsonDocument.class)
                .insertOne(inserted(library).findFirst().orElseThrow());
        List<Document> before = stored();

        assertThatExceptionOfType(UnsupportedServerException.class).isThrownBy(this::connect);
        assertThat(stored()).isEqualTo(before);
        assertThat(indexes()).doesNotContain(PURGE);
    }

    /** Those that insert a document. */
    static Stream<Path> whatAnotherLibraryLeavesIsRefused() throws IOException {
        try (Stream<Path> files = Files.list(RECORDINGS)) {
            return files.sorted().filter(file -> inserted(parse(file)).findAny().isPresent()).toList().stream();
        }
    }

    private static Stream<BsonDocument> inserted(BsonDocument library) {
        return library.getArray("steps").stream()
                .map(step -> step.asDocument().get("write", BsonNull.VALUE))
                .filter(write -> write.isDocument() && write.asDocument().isDocument("insert"))
                .map(write -> write.asDocument().getDocument("insert"));
    }

    private static BsonDocument parse(Path recording) {
        try {
            return BsonDocument.parse(Files.readString(recording));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { unique: true }          | unique index "theirs" on resourceId
            { expireAfterSeconds: 30 } | TTL index "theirs" on resourceId
            """)
    void anEmptyCollectionWithAnothersIndexIsRefused(String options, String said) {
        createIndex(Document.parse(options)
                .append("key", new Document("resourceId", 1))
                .append("name", "theirs"));
        assertRefused(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { capped: true, size: 100000 }                     | is capped
            { validator: { holder: { $type: 'string' } } }     | has a validator
            { collation: { locale: 'en', strength: 1 } }       | has a collation (en, strength 1), by which different names may be equal
            { viewOn: 'others', pipeline: [] }                 | is a view
            { timeseries: { timeField: 'at' } }                | is a timeseries
            """)
    void aCollectionOfAnotherKindIsRefused(String kind, String said) {
        Document create = new Document("create", "locks");
        create.putAll(Document.parse(kind));
        database.runCommand(create);
        assertRefused(said);
    }

    @Test
    void aStrayDocumentAmongLocksIsAWarningAndStays() {
        connect().tryAcquire("report").orElseThrow().close();
        Document stray = new Document("_id", "stray").append("expiresAt", Date.from(Instant.EPOCH));
        locks.insertOne(stray);
        locks.dropIndex(PURGE);
        createIndex(theirs());

        try (CapturedLog log = CapturedLog.of(CollectionFitness.class.getName())) {
            assertThat(connect().tryAcquire("report")).isPresent();
            assertThat(log.warnings(database.getName()))
                    .singleElement()
                    .asString()
                    .contains("the fields _id, expiresAt")
                    .contains("TTL index \"theirs\" on resourceId");
        }
        assertPurgedButFor(stray);
    }

    @Test
    void anIdleCollectionThatAnAgentHasMadeItsOwnIsNotRefusedForAStrayDocument() {
        connect();
        locks.insertOne(new Document("_id", "stray"));

        assertThat(connect().tryAcquire("report")).isPresent();
    }

    @Test
    void aTimeThatAnOperatorHasChangedStays() {
        connect();
        database.runCommand(new Document("collMod", "locks")
                .append("index", new Document("name", PURGE).append("expireAfterSeconds", 7_200)));
        connect();
        assertThat(locks.listIndexes().into(new ArrayList<>()))
                .anySatisfy(index -> assertThat(index.get("expireAfterSeconds", Number.class))
                        .isEqualTo(7_200));
    }

    @Test
    void whatAValidatorRefusesIsToldWithItsReason() {
        LockAgent agent = connect();
        database.runCommand(new Document("collMod", "locks")
                .append("validator", Document.parse("{ holder: { $type: 'string' } }")));
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> agent.tryAcquire("report"))
                .withMessageContaining("MongoDB refused the request")
                .withMessageContaining("Document failed validation")
                .withMessageContaining("field was missing");
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> agent.acquire("report"))
                .withMessageContaining("field was missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{ collation: { locale: 'en', strength: 1 } }"})
    void aUniqueIndexThatRefusesASecondLockIsNamedWithWhatToDo(String options) {
        LockAgent agent = connect();
        assertThat(agent.tryAcquire("report")).isPresent();
        createIndex(Document.parse(options)
                .append("name", "by resource")
                .append("key", new Document("resourceId", 1))
                .append("unique", true));
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> agent.tryAcquire("mail"))
                .withMessageContaining("the unique index \"by resource\" of another program")
                .withMessageContaining("Drop it, or give the agent another database");
    }

    /** A clustered collection keeps its documents in the order of their names, and is as good as another. */
    @Test
    void aClusteredCollectionHoldsLocks() throws InterruptedException {
        database.runCommand(Document.parse(
                "{ create: 'locks', clusteredIndex: { key: { _id: 1 }, unique: true, name: 'by name' } }"));
        LockAgent one = connect();
        LockAgent other = connect();
        for (int i = 0; i < 20; i++) {
            String name = "report " + i;
            List<CompletableFuture<Boolean>> tries = Stream.of(one, other, one, other, one, other)
                    .map(agent -> CompletableFuture.supplyAsync(
                            () -> agent.tryAcquire(name).isPresent(), Thread::startVirtualThread))
                    .toList();
            assertThat(tries.stream().map(CompletableFuture::join)).containsOnlyOnce(true);
        }
        Lease lease = one.acquire("mail");
        CompletableFuture<Lease> next = other.acquireAsync(LockRequest.of("mail"));
        assertThat(lease.release()).isTrue();
        assertThat(next)
                .succeedsWithin(Duration.ofSeconds(30))
                .satisfies(granted -> assertThat(granted.token()).isGreaterThan(lease.token()));
        assertThat(indexes()).containsExactlyInAnyOrder("by name", PURGE);
    }

    @Test
    void theClocksAreComparedAtOnceAlsoForAnAgentThatLivesShortly() {
        LockAgent agent = connect();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !agent.monitor().status().clocks().isEmpty());
    }

    @Test
    void manyAgentsThatStartAtOnceMakeTheIndexTogether() {
        List<CompletableFuture<Void>> starts = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(this::connect))
                .toList();
        assertThat(starts).allSatisfy(start -> assertThat(start).succeedsWithin(Duration.ofSeconds(30)));
        assertThat(indexes()).containsExactlyInAnyOrder("_id_", PURGE);
    }

    @Test
    void anotherProgramsAgentsCollectionIsLeftAsItIsAndLocksWork() throws InterruptedException {
        MongoCollection<Document> agents = database.getCollection("agents");
        Document theirs = new Document("_id", "007").append("lastSeen", Date.from(Instant.EPOCH));
        agents.insertOne(theirs);

        try (CapturedLog log = CapturedLog.of("io.lockkeeper.agent.presence.Presence");
                LockAgent agent = connect();
                Lease lease = agent.acquire("report")) {
            await().until(() -> !log.warnings(database.getName()).isEmpty());
            assertThat(log.warnings(database.getName()))
                    .singleElement()
                    .asString()
                    .contains("the collection cannot hold agents")
                    .contains("the fields _id, lastSeen");
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(agents.find()).containsExactly(theirs);
        assertThat(agents.listIndexes()).hasSize(1);
    }

    /** What the article's code leaves: one held, one free, one that expired days ago. */
    private List<Document> springArticle() {
        createIndex(new Document("name", "lockName_1")
                .append("key", new Document("lockName", 1))
                .append("unique", true));
        Instant now = Instant.now();
        locks.insertMany(List.of(
                article("report", "host-1", now.plusSeconds(100)),
                article("mail", null, now.minusSeconds(600)),
                article("sync", "host-2", now.minusSeconds(172_800))));
        return stored();
    }

    private static Document article(String name, @Nullable String holder, Instant expiresAt) {
        return new Document("lockName", name)
                .append("holder", holder)
                .append("lockedAt", Date.from(expiresAt.minusSeconds(120)))
                .append("expiresAt", Date.from(expiresAt));
    }

    private static Document theirs() {
        return new Document("name", "theirs")
                .append("key", new Document("resourceId", 1))
                .append("expireAfterSeconds", 30);
    }

    private void assertRefused(String said) {
        assertThatExceptionOfType(UnsupportedServerException.class)
                .isThrownBy(this::connect)
                .withMessageContaining(said);
    }

    /** The test's server purges each second. */
    private void assertPurgedButFor(Document stray) {
        Document unused = new Document("_id", "unused")
                .append("capacity", 1)
                .append("holders", List.of())
                .append("queue", List.of())
                .append("expiresAt", Date.from(Instant.EPOCH));
        locks.insertOne(unused);
        await().untilAsserted(() ->
                assertThat(locks.find(new Document("_id", "unused"))).isEmpty());
        assertThat(locks.find(stray)).hasSize(1);
    }

    private LockAgent connect() {
        LockAgent agent = LockAgent.connect(client, database.getName(), options);
        connected.add(agent);
        return agent;
    }

    private void createIndex(Document index) {
        database.runCommand(new Document("createIndexes", "locks").append("indexes", List.of(index)));
    }

    private List<Document> stored() {
        return locks.find().into(new ArrayList<>());
    }

    private List<String> indexes() {
        return locks.listIndexes().map(index -> index.getString("name")).into(new ArrayList<>());
    }
}
