package io.lockkeeper.console.ground.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.test.MongoServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.data.mongodb.core.MongoTemplate;

class MigrationIT {

    private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

    private final MongoClient client = MongoServer.shared().client();
    private final MongoDatabase locks = MongoServer.shared().freshDatabase();
    private final StoreName name = StoreName.of("", locks.getName());
    private final MongoTemplate template = new MongoTemplate(client, name.value());
    private final Versions versions = new Versions(template);
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void drop() {
        locks.drop();
        template.getDb().drop();
    }

    @Test
    void stepsAreDoneOnceInTheOrderOfTheirNumbers() {
        migration(step(2, () -> done.add("two")), step(1, () -> done.add("one")))
                .run();
        migration(step(1, () -> done.add("again")), step(2, () -> done.add("again")))
                .run();
        assertThat(done).containsExactly("one", "two");
        assertThat(versions.current()).isEqualTo(2);
    }

    @Test
    void aDatabaseOfAnotherProgramIsRefusedAndLeftAsItIs() {
        template.getDb().getCollection("tokens").insertOne(new Document("expiresAt", new BsonDateTime(0)));
        template.getDb().getCollection("orders").insertOne(new Document("_id", 1));
        assertThatThrownBy(() -> migration(step(1, () -> done.add("one"))).run())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("the collections orders")
                .hasMessageContaining("LOCKKEEPER_CONSOLE_DATABASE");
        assertThat(done).isEmpty();
        String id = new ConsoleId(
                        MongoServer.shared().uri(),
                        8080,
                        name,
                        migration(),
                        new Secrets(template, new ConsolePrivileges(client, name)))
                .text();
        assertThat(id).isEqualTo(ConsoleId.text(MongoServer.shared().uri(), 8080, name, new byte[0]));
        assertThat(template.getDb().listCollectionNames()).containsExactlyInAnyOrder("orders", "tokens");
    }

    @Test
    void whatWasCutOffIsTakenUpAtTheStepThatItWasIn() {
        Migration cutOff = migration(step(1, () -> done.add("one")), step(2, () -> {
            throw new IllegalStateException("killed");
        }));
        assertThatThrownBy(cutOff::run).hasMessage("killed");
        assertThat(versions.current()).isEqualTo(1);
        migration(step(1, () -> done.add("one")), step(2, () -> done.add("two")))
                .run();
        assertThat(done).containsExactly("one", "two");
    }

    @Test
    void aVersionThatIsNoneIsSaidAndNothingIsMigrated() {
        for (Object none : Arrays.asList("x\n", -1, 1.5, null, Long.MAX_VALUE, new Document())) {
            template.getCollection("schema")
                    .replaceOne(
                            new Document("_id", "console"),
                            new Document("_id", "console").append("version", none),
                            new ReplaceOptions().upsert(true));
            assertThatThrownBy(() -> migration(step(1, () -> done.add("one"))).run())
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("The version of the console's data is no number");
        }
        assertThat(done).isEmpty();
    }

    @Test
    void aKeyThatWasChangedByHandIsNamedAndTheConsoleHasItsId() {
        migration(step(1, () -> {})).run();
        for (Object none : Arrays.asList("x", null, new Binary(new byte[3]), 5)) {
            template.getCollection("state")
                    .replaceOne(
                            new Document("_id", "secret:console-id"),
                            new Document("_id", "secret:console-id").append("key", none),
                            new ReplaceOptions().upsert(true));
            ConsolePrivileges keeping = new ConsolePrivileges(client, name);
            keeping.look();
            Secrets secrets = new Secrets(template, keeping);
            assertThatThrownBy(() -> secrets.of("console-id"))
                    .isInstanceOf(DataRetrievalFailureException.class)
                    .hasMessageContaining("secret:console-id");
            String id =
                    new ConsoleId(MongoServer.shared().uri(), 8080, name, migration(step(1, () -> {})), secrets).text();
            assertThat(id).isEqualTo(ConsoleId.text(MongoServer.shared().uri(), 8080, name, new byte[0]));
        }
    }

    @Test
    void dataThatIsNewerThanTheConsoleIsLeftAloneAndSaidSo() {
        migration(step(1, () -> {}), step(2, () -> {})).run();
        assertThatThrownBy(() -> migration(step(1, () -> done.add("one"))).run())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("\"%s\" is of version 2".formatted(name.value()))
                .hasMessageContaining("knows versions up to 1");
        assertThat(done).isEmpty();
    }

    @Test
    void ofSeveralConsolesThatStartTogetherOneMigrates() throws Exception {
        List<CompletableFuture<Void>> consoles = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> migration(step(1, () -> done.add("one")), step(2, () -> done.add("two")))
                                .run(),
                        THREADS))
                .toList();
        for (CompletableFuture<Void> console : consoles) {
            console.get(60, TimeUnit.SECONDS);
        }
        assertThat(done).containsExactly("one", "two");
    }

    @Test
    void whileAnotherMigratesItWaits() throws Exception {
        try (LockAgent agent = LockAgent.connect(client, name.value(), AgentOptions.forService("another"))) {
            Lease lease = agent.acquire(Migration.LOCK);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(
                    () -> migration(step(1, () -> done.add("one"))).run(), THREADS);
            await().until(() ->
                    template.getCollection("locks").countDocuments(Document.parse("{ 'queue.0': { $exists: true } }"))
                            == 1);
            assertThat(done).isEmpty();
            lease.close();
            waiting.get(30, TimeUnit.SECONDS);
        }
        assertThat(done).containsExactly("one");
    }

    @Test
    void aMigrationThatLostItsLeaseRaisesNoVersion() {
        versions.raise(1, 100);
        assertThatThrownBy(() -> versions.raise(2, 99)).isInstanceOf(StartRefusedException.class);
        assertThat(versions.current()).isEqualTo(1);
    }

    private Migration migration(MigrationStep... steps) {
        return new Migration(client, name, versions, List.of(steps));
    }

    private static MigrationStep step(int number, Runnable work) {
        return new MigrationStep() {
            @Override
            public int number() {
                return number;
            }

            @Override
            public String what() {
                return "step " + number;
            }

            @Override
            public void apply() {
                work.run();
            }
        };
    }
}
