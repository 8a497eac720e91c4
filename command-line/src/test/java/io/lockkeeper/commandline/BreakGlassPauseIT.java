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
    void whatIsNotPausedOrNotThereIsSaidSo() {
        assertThat(run("resume", "invoices").err()).contains("The lock is not paused");
        assertThat(run("pause", "unknown", "--for", "2h", "--reason", "repair").err())
                .contains("there is no lock");
        assertThat(records()).isEmpty();
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
