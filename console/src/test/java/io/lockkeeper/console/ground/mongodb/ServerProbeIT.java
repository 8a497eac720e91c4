package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import io.lockkeeper.test.StandaloneServer;
import java.io.IOException;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ServerProbeIT {

    @Test
    void aStandaloneServerEndsTheStartByOneSentenceWithTheRemedyWhetherOrNotASetIsNamed() {
        try (StandaloneServer server = StandaloneServer.start()) {
            for (String uri : new String[] {server.uri() + "/app", server.uri() + "/app?replicaSet=rs0"}) {
                assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(uri)))
                        .isInstanceOf(BadMongoUriException.class)
                        .hasMessageContainingAll("is a standalone server", "--replSet");
            }
        }
    }

    /** As people see it: within seconds, and without a stack. */
    @Test
    @Tag("nightly")
    void aConsoleOnAStandaloneServerEndsAtOnceWithThatSentence() {
        try (StandaloneServer server = StandaloneServer.start();
                ConsoleProcess console = ConsoleProcess.at(server.uri() + "/")) {
            await().atMost(30, TimeUnit.SECONDS).until(() -> !console.isRunning());
            assertThat(console.said())
                    .anyMatch(line -> line.contains("is a standalone server") && line.contains("--replSet"))
                    .noneMatch(line -> line.startsWith("\tat ") || line.contains("Started ConsoleApplication"));
        }
    }

    @Test
    void aServerOfAnotherReplicaSetEndsTheStartAndBothNamesAreSaid() {
        ConnectionString shared = new ConnectionString(MongoServer.shared().uri());
        String wrong =
                "mongodb://%s/app?replicaSet=other".formatted(shared.getHosts().getFirst());
        assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(wrong)))
                .isInstanceOf(BadMongoUriException.class)
                .hasMessageContaining("names \"other\"");
    }

    @Test
    void aServerOfAnotherMakerEndsTheStartByOneSentenceThatNamesWhatItLacks() {
        try (StandIn server = StandIn.lacking(EnumSet.allOf(StandIn.Lack.class))) {
            assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(server.uri("app"))))
                    .isInstanceOf(BadMongoUriException.class)
                    .hasMessageContainingAll("lacks what locks need", "change streams", "Feature not supported");
        }
    }

    @Test
    @Tag("nightly")
    void aConsoleBehindAServerThatAnswersAsAMongosFollowsAndRecordsWithoutAFailure() throws IOException {
        try (StandIn mongos = StandIn.of(ServerKind.MONGOS);
                ConsoleProcess console = ConsoleProcess.at(mongos.uri("")).healthy()) {
            assertThat(console.http().get("/actuator/health").text()).doesNotContain("RECORDING_FAILS");
            assertThat(console.said()).noneMatch(line -> line.contains(" failed") || line.contains("is not recorded"));
        }
    }

    @Test
    void aServerThatServesOrDoesNotAnswerYetLetsTheStartGoOn() {
        assertThatCode(() -> ServerProbe.probe(
                        new ConnectionString(MongoServer.shared().uri())))
                .doesNotThrowAnyException();
        assertThatCode(() -> ServerProbe.probe(new ConnectionString("mongodb://127.0.0.1:1/app?replicaSet=rs0")))
                .doesNotThrowAnyException();
    }
}
