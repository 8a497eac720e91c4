package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OtherServer;
import io.lockkeeper.test.OtherServer.Site;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import io.lockkeeper.test.StandaloneServer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerProbeIT {

    private static final Duration COUNTED = Duration.ofSeconds(20);
    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");

    @Test
    void aStandaloneServerEndsTheStartByOneSentenceWithTheRemedyWhetherOrNotASetIsNamed() {
        try (StandaloneServer server = StandaloneServer.start()) {
            for (String uri : new String[] {server.uri() + "/app", server.uri() + "/app?replicaSet=rs0"}) {
                assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(uri)))
                        .isInstanceOf(StartRefusedException.class)
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
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("names \"other\"");
    }

    @Test
    void aMongosByTheNameOfAReplicaSetEndsTheStart() {
        try (StandIn mongos = StandIn.of(ServerKind.MONGOS)) {
            assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(mongos.uri("app") + "?replicaSet=rs0")))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContainingAll("is a mongos", "names the replica set \"rs0\"");
        }
    }

    @Test
    void aServerOfAnotherMakerEndsTheStartByOneSentenceThatNamesWhatItLacks() {
        try (StandIn server = StandIn.lacking(EnumSet.allOf(StandIn.Lack.class))) {
            assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(server.uri("app"))))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContainingAll("lacks what locks need", "change streams", "Feature not supported");
        }
    }

    /** Needs one stream. Prints how many commands a second it sends where nothing happens and nobody looks. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DEAF")
    @Tag("nightly")
    void aConsoleOnAServerOfAnotherKindShowsLocksAndRecordsThem(OtherServer kind) throws Exception {
        try (Site site = kind.open();
                StandIn server = site.door();
                MongoClient behind = MongoClients.create(site.door().uri(""));
                ConsoleProcess console =
                        ConsoleProcess.at(server.uri(""), fresh(behind)).healthy()) {
            new Locks(behind.getDatabase(console.database().getName())).enqueue("held", OWNER, TTL);
            String token = token(behind.getDatabase(console.database().getName() + "_console"));
            isSeen(console, token, "/locks/-", "name");
            isSeen(console, token, "/history", "lock");
            int before = server.commands();
            await().pollDelay(COUNTED)
                    .atMost(COUNTED.plusSeconds(10))
                    .until(() -> true); // a rate has to be counted over some time
            int sent = server.commands() - before;
            System.out.printf(
                    Locale.ROOT,
                    "%s: a console sends %.1f commands/s: %s, %d streams; refused: %s%n",
                    kind,
                    sent / (double) COUNTED.toSeconds(),
                    server.counts(),
                    server.streams(),
                    server.refusals());
            assertThat(console.http().get("/actuator/health").text()).doesNotContain("RECORDING_FAILS");
            assertThat(console.said()).noneMatch(line -> line.contains("failed and starts again"));
            assertThat(sent).isLessThan(40 * (int) COUNTED.toSeconds());
            assertThat(server.late()).isZero();
        }
    }

    /** Prints how often in the first minute. */
    @Test
    @Tag("nightly")
    void aConsoleThatIsGrantedNoStreamSaysWhyAndAsksForOneEverMoreSeldom() throws Exception {
        try (StandIn server = StandIn.of(ServerKind.DEAF);
                MongoClient behind = MongoClients.create(server.uri(""));
                ConsoleProcess console = ConsoleProcess.at(server.uri(""), fresh(behind))) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() ->
                            console.said().stream().anyMatch(line -> line.contains("change stream limit exceeded")));
            await().pollDelay(Duration.ofMinutes(1))
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> true); // a rate has to be counted over some time
            System.out.printf(Locale.ROOT, "without a stream, in a minute: refused: %s%n", server.refusals());
            assertThat(server.refusals().get("aggregate")).isLessThan(40);
            assertThat(console.said()).noneMatch(line -> line.startsWith("\tat "));
        }
    }

    private static MongoDatabase fresh(MongoClient behind) {
        return behind.getDatabase(MongoServer.shared().freshDatabase().getName());
    }

    private static String token(MongoDatabase own) {
        return ApiClient.mint(own, Console.VIEWER, Role.VIEWER, "eye");
    }

    private static void isSeen(ConsoleProcess console, String token, String path, String field) {
        await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(console.http()
                                .get("/api/v1" + path, "Authorization: Bearer " + token)
                                .text())
                        .contains("\"" + field + "\":\"held\""));
    }

    @Test
    void onServersOfOtherMakersItEndsByOneSentence() {
        for (ServerKind kind : List.of(ServerKind.AMAZON, ServerKind.FERRETDB)) {
            try (StandIn server = StandIn.of(kind)) {
                assertThatThrownBy(() -> ServerProbe.probe(new ConnectionString(server.uri("app"))))
                        .isInstanceOf(StartRefusedException.class)
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
