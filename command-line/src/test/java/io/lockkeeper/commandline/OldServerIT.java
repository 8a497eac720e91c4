package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.UnsupportedServerException;
import io.lockkeeper.test.MongoServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that is older than 5.0: {@code ./lockkeeper matrix} names one. */
@Tag("old-server")
class OldServerIT {

    @Test
    void theAgentRefusesItWithASentence() {
        assertThatThrownBy(() ->
                        LockAgent.connect(MongoServer.shared().client(), "app", AgentOptions.forService("billing")))
                .isInstanceOf(UnsupportedServerException.class)
                .hasMessageStartingWith("This MongoDB is older than 5.0");
    }

    @Test
    void runRunsNothingAndTheDoctorSaysWhatToDo() throws Exception {
        String uri = RunIT.withDatabase(MongoServer.shared().uri(), "app");
        try (CommandProcess run = CommandProcess.start(uri, "run", "job", "--no-wait", "--", "echo", "never")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(run.err()).contains("This MongoDB is older than 5.0");
            assertThat(run.out()).isEmpty();
        }
        Terminal doctor = Terminal.run("doctor", "--mongodb", uri);
        assertThat(doctor.exitCode()).isEqualTo(ExitCode.NOT_SO);
        assertThat(doctor.out()).contains("FAILED   version: MongoDB 4.4", "→ Upgrade it to 5.0 or newer.");
    }
}
