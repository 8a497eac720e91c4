package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.internal.build.MongoDriverVersion;
import io.lockkeeper.agent.calls.PoolWarning;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.lang.module.ModuleDescriptor.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent and the connections that its client lets it have. */
@OwnServer
@Timeout(60)
class PoolIT {

    private static final AgentOptions OPTIONS = TestAgents.options("billing");
    private static final String DATABASE = "app";

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet server;

    @BeforeAll
    static void startServer() {
        server = ReplicaSet.start(1);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void aPoolOfOneConnectionIsRefusedWithWhatToDo() {
        try (MongoClient client = client("maxPoolSize=1")) {
            assertRefused(client);
        }
    }

    @Test
    void anAgentThatConnectsLaterRefusesAPoolOfOneConnectionWhenItIsAsked() {
        try (MongoClient client = client("maxPoolSize=1");
                LockAgent agent = LockAgent.connectLater(client, DATABASE, OPTIONS)) {
            for (int i = 0; i < 2; i++) {
                assertThatExceptionOfType(UnsupportedServerException.class)
                        .isThrownBy(() -> agent.tryAcquire("report"))
                        .withMessageContaining("maxPoolSize=1");
            }
        }
    }

    @Test
    void aPoolOfTwoConnectionsSuffices() {
        try (MongoClient client = client("maxPoolSize=2")) {
            assertThatCode(() -> connect(client).close()).doesNotThrowAnyException();
        }
    }

    @Test
    void aSlowServerIsToldFromASmallPool() {
        FailPoint slow = server.failCommand(new Document("failCommands", List.of("hello"))
                .append("appName", "slow")
                .append("blockConnection", true)
                .append("blockTimeMS", 600));
        try (MongoClient two = client("maxPoolSize=2&appName=slow");
                MongoClient one = client("maxPoolSize=1&appName=slow")) {
            assertThatCode(() -> connect(two).close()).doesNotThrowAnyException();
            assertRefused(one);
        } finally {
            slow.off();
        }
    }

    @Test
    void aPoolThatOthersKeepBusySuffices() {
        AtomicBoolean enough = new AtomicBoolean();
        try (MongoClient client = client("maxPoolSize=3")) {
            List<Thread> busy = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                busy.add(Thread.ofVirtual().start(() -> {
                    while (!enough.get()) {
                        client.getDatabase(DATABASE).runCommand(new Document("ping", 1));
                    }
                }));
            }
            for (int i = 0; i < 20; i++) {
                assertThatCode(() -> connect(client).close()).doesNotThrowAnyException();
            }
            enough.set(true);
            await().until(() -> busy.stream().noneMatch(Thread::isAlive));
        }
    }

    /** Older drivers wait for a connection for {@code maxWaitTime}, whatever time the command has. */
    @Test
    void aPoolThatStarvesLaterIsWarnedOf() throws InterruptedException {
        String driver = MongoDriverVersion.VERSION;
        assumeThat(Version.parse(driver)).isGreaterThanOrEqualTo(Version.parse("5.6"));
        try (CapturedLog log = CapturedLog.of(PoolWarning.class.getName());
                MongoClient client = client("maxPoolSize=2");
                LockAgent agent = connect(client);
                Lease lease = agent.acquire(LockRequest.of("report").withTtl(Duration.ofSeconds(3)))) {
            occupy(client);
            occupy(client);
            assertThat(lease.name()).isEqualTo("report"); // its renewal needs a connection

            await().until(() -> !log.warnings("maxPoolSize").isEmpty());
            await().until(() -> agent.tryAcquire("other").isPresent());
        }
    }

    /** Takes a connection for longer than a renewal waits for one. */
    private static void occupy(MongoClient client) {
        MongoDatabase database = client.getDatabase(DATABASE).withTimeout(0, TimeUnit.MILLISECONDS);
        Object topology = database.runCommand(new Document("hello", 1)).get("topologyVersion");
        Document held =
                new Document("hello", 1).append("topologyVersion", topology).append("maxAwaitTimeMS", 4_500L);
        Thread.ofVirtual().start(() -> {
            try {
                database.runCommand(held);
            } catch (MongoException e) {
                // the server was stopped meanwhile
            }
        });
    }

    private static void assertRefused(MongoClient client) {
        assertThatExceptionOfType(UnsupportedServerException.class)
                .isThrownBy(() -> connect(client).close())
                .withMessageContaining("maxPoolSize=1")
                .withMessageContaining("Raise");
    }

    private static LockAgent connect(MongoClient client) {
        return LockAgent.connect(client, DATABASE, OPTIONS);
    }

    private static MongoClient client(String option) {
        return MongoClients.create(server.uri() + "&" + option);
    }
}
