package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import io.lockkeeper.test.StandIn.Lack;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that speaks MongoDB's protocol and lacks what locks need: each command says so in one sentence. */
class OtherMakersServerIT {

    private static final String SENTENCE = "This server speaks MongoDB's protocol but lacks what locks need";

    @ParameterizedTest
    @ValueSource(strings = {"list", "show report", "agents", "watch"})
    void nothingIsReadFromIt(String command) {
        try (StandIn server = StandIn.lacking(EnumSet.of(Lack.PIPELINES, Lack.STREAMS))) {
            Terminal terminal = Terminal.run((command + " --mongodb " + server.uri("app")).split(" "));
            assertThat(terminal.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(terminal.err()).contains(SENTENCE).doesNotContain("\tat ");
            assertThat(terminal.out()).isEmpty();
        }
    }

    @Test
    void theDoctorNamesWhatItLacks() {
        try (StandIn server = StandIn.lacking(EnumSet.of(Lack.PIPELINES, Lack.LAST_WRITE))) {
            Terminal doctor = Terminal.run("doctor", "--mongodb", server.uri("app"));
            assertThat(doctor.exitCode()).isEqualTo(ExitCode.NOT_SO);
            assertThat(doctor.out())
                    .contains(
                            "FAILED   abilities: " + SENTENCE, "lastWrite of hello", "Feature not supported: that one");
        }
    }

    @Test
    void theDoctorSaysOfAMongosWhatIsSeenFromHereAndWhatIsNot() {
        try (StandIn server = StandIn.of(ServerKind.MONGOS)) {
            Terminal doctor = Terminal.run("doctor", "--mongodb", server.uri("app"));
            assertThat(doctor.out())
                    .contains(
                            "WARNING  sharded cluster: it answers as a mongos",
                            "its members are not seen from here",
                            "not tested on sharded clusters")
                    .doesNotContain("FAILED");
        }
    }

    @Test
    void theDoctorSaysThatAMongosHasNoNameOfASet() {
        try (StandIn server = StandIn.of(ServerKind.MONGOS)) {
            Terminal doctor = Terminal.run(
                    "doctor", "--mongodb", server.uri("app") + "?replicaSet=rs0&serverSelectionTimeoutMS=500");
            assertThat(doctor.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(doctor.out())
                    .contains("is a mongos; the URI asks for the replica set \"rs0\"", "→ Leave replicaSet out");
        }
    }

    @Test
    void watchAsksEverMoreSeldomForAStreamThatIsRefusedAndGoesOnReading() throws Exception {
        try (StandIn server = StandIn.of(ServerKind.DEAF);
                CommandProcess watch = CommandProcess.start(server.uri("app"), "watch")) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> server.counts().getOrDefault("find", 0) >= 14);
            assertThat(server.refusals().get("aggregate"))
                    .as("while it read once a second; it said: " + watch.err())
                    .isLessThan(7);
        }
    }

    @ParameterizedTest
    @MethodSource("others")
    void noHostAgentServesIt(ServerKind kind, @TempDir Path folder) throws Exception {
        try (StandIn server = StandIn.of(kind);
                CommandProcess serve = CommandProcess.start(
                        server.uri("app"), "serve", "--socket", folder + "/host/lockkeeper.sock")) {
            assertThat(serve.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(serve.err()).contains(SENTENCE).doesNotContain("\tat ");
        }
    }

    static Stream<Named<ServerKind>> others() {
        return Stream.of(Named.of("Amazon", ServerKind.AMAZON), Named.of("FerretDB", ServerKind.FERRETDB));
    }

    @Test
    void theDoctorNamesTheProductAndGoesOnAfterACheckThatFails() {
        try (StandIn server = StandIn.of(ServerKind.AZURE_VCORE)) {
            Terminal doctor = Terminal.run("doctor", "--mongodb", server.uri("app"));
            assertThat(doctor.out())
                    .contains("version: Azure DocumentDB 0.110-0, which says MongoDB ", "OK       change stream")
                    .doesNotContain("FAILED");
        }
        try (StandIn server = StandIn.lacking(EnumSet.of(Lack.TOPOLOGY_VERSION))) {
            Terminal doctor = Terminal.run("doctor", "--mongodb", server.uri("app"));
            assertThat(doctor.exitCode()).isEqualTo(ExitCode.NOT_SO);
            assertThat(doctor.out())
                    .contains("FAILED   abilities", "pool: up to 100 connections; how many", "OK       change stream");
            assertThat(doctor.err()).doesNotContain("\tat ");
        }
    }

    @Test
    void theDoctorSaysWhichRefusalOfAStreamNoGrantMends() {
        try (StandIn server = StandIn.of(ServerKind.DEAF)) {
            Terminal doctor = Terminal.run("doctor", "--mongodb", server.uri("app"));
            assertThat(doctor.exitCode()).isZero();
            assertThat(doctor.out())
                    .contains(
                            "WARNING  change stream: does not open", "change stream limit exceeded", "No grant helps");
        }
    }

    @Test
    void runRunsNothing() throws Exception {
        try (StandIn server = StandIn.lacking(EnumSet.allOf(Lack.class));
                CommandProcess run =
                        CommandProcess.start(server.uri("app"), "run", "job", "--no-wait", "--", "echo", "never")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(run.err()).contains(SENTENCE).doesNotContain("\tat ");
            assertThat(run.out()).isEmpty();
        }
    }
}
