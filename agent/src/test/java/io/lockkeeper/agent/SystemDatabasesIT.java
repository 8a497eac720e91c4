package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.fencing.Fences;
import io.lockkeeper.test.MongoServer;
import java.util.ArrayList;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MongoDB's own databases hold no locks. */
class SystemDatabasesIT {

    private final MongoClient client = MongoServer.shared().client();
    private final AgentOptions options = AgentOptions.forService("billing");

    @ParameterizedTest
    @ValueSource(strings = {"local", "admin", "config", "Local"})
    void anAgentRefusesThemBeforeItAsksTheServer(String database) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockAgent.connect(client, database, options))
                .withMessageContaining('"' + database + '"')
                .withMessageContaining("Name another database");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> LockAgent.connectLater(client, database, options).close());
        assertThat(client.getDatabase(database.toLowerCase(Locale.ROOT))
                        .listCollectionNames()
                        .into(new ArrayList<>()))
                .doesNotContain("locks", "agents");
    }

    @Test
    void noFencesAreThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fences.in(client.getDatabase("local")))
                .withMessageContaining("not replicated");
    }
}
