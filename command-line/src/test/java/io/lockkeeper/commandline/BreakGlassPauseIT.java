package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code lockkeeper pause} and {@code resume}, directly on the database. */
class BreakGlassPauseIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoDatabase console = MongoServer.shared().client().getDatabase(database.getName() + "_console");
    private LockAgent agent;

    @BeforeEach
    void open() throws Exception {
        agent = LockAgent.connect(
                MongoServer.shared().client(), database.getName(), AgentOptions.forService("billing"));
        agent.acquire("invoices").close();
    }

    @AfterEach
    void close() {
        agent.close();
        database.drop();
        console.drop();
    }

    @Test
    void nobodyAcquiresItUntilThePauseIsEndedAndEachIsOnRecord() throws Exception {
        Terminal pause = run("pause", "invoices", "--for", "2h", "--reason", "repair");
        assertThat(pause.exitCode()).as(pause.err()).isZero();
        assertThat(pause.out()).startsWith("The lock is paused until ");
        assertThat(agent.tryAcquire("invoices")).isEmpty();
        Terminal resume = run("resume", "invoices");
        assertThat(resume.out()).as(resume.err()).contains("not paused any more");
        assertThat(agent.tryAcquire("invoices")).isPresent();
        List<Document> records = records();
        assertThat(records).extracting(each -> each.getString("action")).containsExactly("PAUSE", null, "RESUME", null);
        assertThat(records.get(0)).containsEntry("reason", "repair").containsEntry("lock", "invoices");
        assertThat(records.get(2).getString("acquirer"))
                .isEqualTo(records.get(0).getString("_id"));
        assertThat(records.get(2).getString("by")).contains("break-glass");
        assertThat(records.get(3)).containsEntry("outcome", "ENDED");
    }

    @Test
    void aNameUnderFourEyesIsNeitherPausedNorResumed() {
        console.getCollection("state")
                .insertOne(new Document("_id", "four-eyes").append("rules", List.of(new Document("pattern", "inv*"))));
        assertThat(run("pause", "invoices", "--for", "2h", "--reason", "repair").exitCode())
                .isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(run("resume", "invoices").exitCode()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(records()).isEmpty();
    }

    @Test
    void whereTheConsoleKeepsItsDataUnderAnotherNameThatNameHasToBeGivenAndItsRulesHold() {
        MongoDatabase ops = MongoServer.shared().client().getDatabase(database.getName() + "_ops");
        database.getCollection("consoles").insertOne(new Document("_id", ops.getName()));
        ops.getCollection("state")
                .insertOne(new Document("_id", "four-eyes").append("rules", List.of(new Document("pattern", "inv*"))));
        try {
            Terminal usual = run("pause", "invoices", "--for", "2h", "--reason", "repair");
            assertThat(usual.exitCode()).isEqualTo(ExitCode.NOT_ALLOWED);
            assertThat(usual.err())
                    .contains("keeps its rules of four eyes and its audit in %s, not in %s. Name that database with"
                            .formatted(ops.getName(), console.getName()));
            Terminal named =
                    run("pause", "invoices", "--for", "2h", "--reason", "repair", "--console-database", ops.getName());
            assertThat(named.exitCode()).isEqualTo(ExitCode.NOT_ALLOWED);
            assertThat(named.err()).contains("names that match inv* are under four eyes");
            assertThat(records()).isEmpty();
            ops.getCollection("state").drop();
            assertThat(run(
                                    "pause",
                                    "invoices",
                                    "--for",
                                    "2h",
                                    "--reason",
                                    "repair",
                                    "--console-database",
                                    ops.getName())
                            .exitCode())
                    .isZero();
            assertThat(ops.getCollection("audit").countDocuments()).isEqualTo(2);
        } finally {
            ops.drop();
        }
    }

    @Test
    void whatIsNotPausedOrNotThereIsSaidSo() {
        assertThat(run("resume", "invoices").err()).contains("The lock is not paused");
        assertThat(run("resume", "invoice").err()).contains("there is no lock \"invoice\". Did you mean \"invoices\"?");
        assertThat(records()).isEmpty();
    }

    @Test
    void aNameThatNobodyHasUsedIsPausedIfAnAgentCouldAskForIt() throws Exception {
        Terminal pause = run("pause", "invoice", "--for", "2h", "--reason", "a deployment");
        assertThat(pause.exitCode()).as(pause.err()).isZero();
        assertThat(pause.out()).contains("No process has used a lock of this name", "Did you mean \"invoices\"?");
        assertThat(agent.tryAcquire("invoice")).isEmpty();
        assertThat(run("resume", "invoice").exitCode()).isZero();
        assertThat(agent.tryAcquire("invoice")).isPresent();
        assertThat(records())
                .extracting(each -> each.getString("action"))
                .containsExactly("PAUSE", null, "RESUME", null);

        Terminal invisible = run("pause", "in\u200bvoices", "--for", "2h", "--reason", "a deployment");
        assertThat(invisible.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(invisible.err()).contains("Nothing was changed", "U+200B (an invisible character)");
        assertThat(records()).hasSize(4);
    }

    @Test
    void amongAnotherProgramsDocumentsNoDocumentIsMade() {
        database.getCollection("locks").drop();
        database.getCollection("locks").insertOne(new Document("lockName", "report"));
        Terminal pause = run("pause", "invoices", "--for", "2h", "--reason", "a deployment");
        assertThat(pause.exitCode()).isEqualTo(ExitCode.NOT_SO);
        assertThat(pause.err()).contains("Nothing was changed", "lockName", "agents do not use it");
        assertThat(database.getCollection("locks").countDocuments()).isEqualTo(1);
    }

    private Terminal run(String... arguments) {
        String uri = RunIT.withDatabase(MongoServer.shared().uri(), database.getName());
        return Terminal.run(Stream.concat(Stream.of(arguments), Stream.of("--break-glass", "--mongodb", uri))
                .toArray(String[]::new));
    }

    private List<Document> records() {
        return console.getCollection("audit")
                .find()
                .sort(new Document("at", 1).append("_id", 1))
                .into(new ArrayList<>());
    }
}
