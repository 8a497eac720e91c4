package io.lockkeeper.commandline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.UnsupportedServerException;
import io.lockkeeper.test.Place;
import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * SecantusDB, which says that it is MongoDB 8.2, has change streams, and takes the pipelines of locks, but evaluates the branch that a
 * condition rules out.
 */
@Tag("nightly")
@EnabledIfEnvironmentVariable(
        named = SecantusIT.VARIABLE,
        matches = ".+",
        disabledReason = "./lockkeeper nightly fetches SecantusDB")
class SecantusIT {

    static final String VARIABLE = "LOCKKEEPER_SECANTUS";
    private static final String LACKS =
            "lacks what locks need: updates by an aggregation pipeline with $$NOW (it says: ";

    @SuppressWarnings("NullAway.Init")
    private static ServerProcess server;

    @BeforeAll
    static void start() throws IOException {
        server = ServerProcess.start(
                Place.LOOPBACK,
                (port, folder) -> List.of(
                        requireNonNull(System.getenv(VARIABLE)),
                        "--host",
                        Place.LOOPBACK.host(),
                        "--port",
                        Integer.toString(port),
                        "--storage-path",
                        folder.resolve("data").toString()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String uri() {
        return "mongodb://%s/app".formatted(server.address());
    }

    @Test
    void theAgentRefusesItInOneSentence() {
        try (MongoClient client = MongoClients.create(uri())) {
            assertThatThrownBy(() -> LockAgent.connect(client, "app", AgentOptions.forService("billing")))
                    .isInstanceOf(UnsupportedServerException.class)
                    .hasMessageContaining(LACKS)
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void runRunsNothingAndTheDoctorSaysWhy() throws Exception {
        try (CommandProcess run = CommandProcess.start(uri(), "run", "job", "--no-wait", "--", "echo", "never")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(run.err()).contains(LACKS).doesNotContain("\tat ");
            assertThat(run.out()).isEmpty();
        }
        Terminal doctor = Terminal.run("doctor", "--mongodb", uri());
        System.out.println(doctor.out());
        assertThat(doctor.exitCode()).isEqualTo(ExitCode.NOT_SO);
        assertThat(doctor.out())
                .contains("OK       version: MongoDB 8.2", "FAILED   abilities: ", LACKS, "OK       change stream")
                .containsOnlyOnce("FAILED");
    }
}
