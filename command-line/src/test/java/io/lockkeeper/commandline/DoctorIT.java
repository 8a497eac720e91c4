package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import io.lockkeeper.test.ServerProcess;
import io.lockkeeper.test.StandaloneServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lockkeeper doctor} beside servers that are well, and that are not. */
class DoctorIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void aServerThatIsWellIsFoundSo() {
        MongoDatabase database = MongoServer.shared().freshDatabase();
        String uri = RunIT.withDatabase(MongoServer.shared().uri(), database.getName());
        try (LockAgent agent = LockAgent.connect(
                MongoServer.shared().client(), database.getName(), AgentOptions.forService("billing"))) {
            await().atMost(PATIENCE).until(() -> doctor(uri).out().contains("OK       index lockkeeper_purge_agents"));
            Terminal doctor = doctor(uri);
            assertThat(doctor.exitCode()).as(doctor.out()).isZero();
            assertThat(doctor.out())
                    .contains(
                            "OK       version: MongoDB ",
                            "OK       replica set: rs0 with 1 members",
                            "OK       clocks",
                            "OK       collection locks: holds nothing of other programs",
                            "OK       index lockkeeper_purge_locks: purges after 24 h",
                            "OK       index lockkeeper_purge_late_attempts: purges after 24 h",
                            "OK       pool: up to 100 connections; 4 were checked out at once",
                            "OK       change stream: opened in ")
                    .doesNotContain("FAILED");
            assertThat(agent.options().presence()).isTrue();
        }
        database.drop();
    }

    @Test
    void aMissingIndexAndAPoolOfOneAreNamedWithWhatToDo() {
        MongoDatabase database = MongoServer.shared().freshDatabase();
        database.createCollection("locks");
        Terminal doctor = doctor(RunIT.withDatabase(MongoServer.shared().uri(), database.getName()) + "&maxPoolSize=1");
        assertThat(doctor.exitCode()).isEqualTo(ExitCode.NOT_SO);
        assertThat(doctor.out())
                .contains(
                        "WARNING  index lockkeeper_purge_locks: is missing",
                        "→ Open an agent with index mode CREATE once",
                        "FAILED   pool",
                        "→ Raise maxPoolSize");
        assertThat(doctor(RunIT.withDatabase(MongoServer.shared().uri(), database.getName()) + "&maxPoolSize=3")
                        .out())
                .contains("WARNING  pool: up to 3 connections, and an agent uses 4 at once");
        database.drop();
    }

    @Test
    void anotherProgramsCollectionIsNamed() {
        MongoDatabase database = MongoServer.shared().freshDatabase();
        database.getCollection("locks").insertOne(new Document("lockName", "report"));
        Terminal doctor = doctor(RunIT.withDatabase(MongoServer.shared().uri(), database.getName()));
        assertThat(doctor.exitCode()).isEqualTo(ExitCode.NOT_SO);
        assertThat(doctor.out())
                .contains(
                        "FAILED   collection locks: " + database.getName() + ".locks holds documents that are no locks",
                        "→ Name another database: --database.");
        database.drop();
    }

    /** They came after the locks, so agents go on. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { name: 'theirs', key: { resourceId: 1 }, unique: true }             | unique index "theirs" on resourceId, which keeps locks out
            { name: 'theirs', key: { expiresAt: 1 }, expireAfterSeconds: 0 }     | TTL index "theirs" on expiresAt, by which MongoDB deletes locks
            { name: 'theirs', key: { 'released.at': 1 }, expireAfterSeconds: 9 } | TTL index "theirs" on released.at, by which MongoDB deletes locks
            """)
    void anIndexOfAnotherProgramThatHarmsLocksIsNamed(String index, String said) {
        MongoDatabase database = MongoServer.shared().freshDatabase();
        LockAgent.connect(MongoServer.shared().client(), database.getName(), AgentOptions.forService("billing"))
                .close();
        database.runCommand(new Document("createIndexes", "locks").append("indexes", List.of(Document.parse(index))));
        Terminal doctor = doctor(RunIT.withDatabase(MongoServer.shared().uri(), database.getName()));
        assertThat(doctor.exitCode()).isEqualTo(ExitCode.NOT_SO);
        assertThat(doctor.out())
                .contains(
                        "FAILED   collection locks: " + database.getName() + ".locks has the " + said,
                        "→ Drop the index");
        database.drop();
    }

    @Test
    @OwnServer
    void eachMissingPrivilegeIsNamed() {
        try (SecuredServer server = SecuredServer.start()) {
            MongoDatabase app = server.administrator().getDatabase("app");
            app.runCommand(
                    Document.parse("{ createRole: 'half', roles: [], privileges: [ { resource: { db: 'app', collection:"
                            + " 'locks' }, actions: ['find', 'insert'] } ] }"));
            app.runCommand(Document.parse("{ createUser: 'half', pwd: 'way', roles: ['half'] }"));
            Terminal doctor = Terminal.run(
                    "doctor",
                    "--mongodb",
                    server.uri("half", "way", "app"),
                    "--tls-ca-file",
                    server.certificate().toString());
            assertThat(doctor.exitCode()).as(doctor.err()).isEqualTo(ExitCode.NOT_SO);
            assertThat(doctor.out())
                    .contains(
                            "OK       privilege insert on app.locks",
                            "FAILED   privilege update on app.locks: \"half\" lacks it: no lock can be acquired",
                            "WARNING  privilege changeStream on app.locks",
                            "WARNING  indexes: could not be checked",
                            "FAILED   change stream");
        }
    }

    @Test
    @OwnServer
    void aStandaloneServerIsSaidNotToDo() {
        try (StandaloneServer server = StandaloneServer.start()) {
            Terminal doctor = Terminal.run("doctor", "--prove", "--mongodb", server.uri() + "/app");
            assertThat(doctor.exitCode()).isEqualTo(ExitCode.NOT_SO);
            assertThat(doctor.out())
                    .contains("FAILED   replica set: this is a standalone server", "→ Start it with --replSet")
                    .contains("WARNING  proof: was not begun");
        }
    }

    @Test
    void noServerAtAllIsSaidSo() {
        Terminal doctor = doctor(String.format(
                Locale.ROOT, "mongodb://127.0.0.1:%d/app?serverSelectionTimeoutMS=300", ServerProcess.freePort()));
        assertThat(doctor.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(doctor.out())
                .contains("FAILED   host: 127.0.0.1:", "does not answer", "Connection refused", "→ Start mongod there");
        assertThat(doctor.out() + doctor.err()).doesNotContain("lockkeeper doctor");
    }

    @Test
    void anotherNameOfTheReplicaSetIsNamed() {
        Terminal doctor = doctor(
                RunIT.withDatabase(MongoServer.shared().uri(), "app").replaceAll("replicaSet=[^&]*", "replicaSet=wrong")
                        + "&serverSelectionTimeoutMS=500");
        assertThat(doctor.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(doctor.out())
                .contains("FAILED   replica set: ", "; the URI asks for \"wrong\"", "→ Write replicaSet=");
    }

    private static Terminal doctor(String uri) {
        return Terminal.run("doctor", "--mongodb", uri);
    }
}
