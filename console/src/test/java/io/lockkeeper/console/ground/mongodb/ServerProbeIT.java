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
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServerProbeIT {

    private static final Duration COUNTED = Duration.ofSeconds(20);

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

    static Stream<Named<ServerKind>> kinds() {
        return Stream.of(
                Named.of("as it is", ServerKind.PLAIN),
                Named.of("mongos", ServerKind.MONGOS),
                Named.of("M0", ServerKind.ATLAS_M0),
                Named.of("Flex", ServerKind.ATLAS_FLEX),
                Named.of("M10", ServerKind.ATLAS_M10),
                Named.of("one stream", ServerKind.NO_CAPPED),
                Named.of("vCore", ServerKind.AZURE_VCORE),
                Named.of("9.0", ServerKind.NINE));
    }

    /** Prints how many commands a second it sends where nothing happens and nobody looks. */
    @ParameterizedTest
    @MethodSource("kinds")
    @Tag("nightly")
    void aConsoleOnAServerOfAnotherKindFollowsAndRecordsWithoutAFailure(ServerKind kind)
            throws IOException, InterruptedException {
        try (StandIn server = StandIn.of(kind);
                ConsoleProcess console = ConsoleProcess.at(server.uri("")).healthy()) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> !console.http().get("/actuator/health").text().contains("RECORDING_FAILS"));
            int before = server.commands();
            await().pollDelay(COUNTED)
                    .atMost(COUNTED.plusSeconds(10))
                    .until(() -> true); // a rate has to be counted over some time
            int sent = server.commands() - before;
            System.out.printf(
                    "A console sends %.1f commands/s: %s, %d streams; refused: %s%n",
                    sent / (double) COUNTED.toSeconds(), server.counts(), server.streams(), server.refusals());
            assertThat(console.http().get("/actuator/health").text()).doesNotContain("RECORDING_FAILS");
            assertThat(console.said()).noneMatch(line -> line.contains("failed and starts again"));
            assertThat(sent).isLessThan(40 * (int) COUNTED.toSeconds());
            assertThat(server.late()).isZero();
        }
    }

    @Test
    void onServersOfOtherMakersItEndsByOneSentence() {
        for (ServerKind kind : List.of(ServerKind.AMAZON, ServerKind.FERRETDB)) {
            try (StandIn server = StandIn.of(kind)) {
                assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(server.uri("app"))))
                        .isInstanceOf(BadMongoUriException.class)
                        .hasMessageContainingAll("lacks what locks need", "updates by an aggregation pipeline");
            }
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
