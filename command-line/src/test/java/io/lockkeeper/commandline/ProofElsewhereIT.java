package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OtherServer;
import io.lockkeeper.test.OtherServer.Site;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code lockkeeper doctor --prove} on servers of other kinds, and on such as break a promise. Prints what it said. */
@Tag("nightly")
class ProofElsewhereIT {

    private final MongoDatabase proof = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        proof.drop();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FEW_CONNECTIONS")
    void locksWorkThere(OtherServer kind) {
        String wakes = switch (kind.wakes()) {
            case HINTS_IN_LOCAL -> "hints in local";
            case HINTS_BESIDE -> "hints in test_\\w+";
            case STREAM_OR_LOOKS -> "a change stream, or by looking";
        };
        try (Site site = kind.open();
                StandIn server = site.door();
                StandIn behind = site.door();
                MongoClient client = MongoClients.create(behind.uri(""))) {
            Terminal proven = prove(server.uri(proof.getName() + "_services"));

            assertThat(proven.exitCode()).as(proven.out()).isZero();
            assertThat(proven.out())
                    .contains("OK       exclusion")
                    .containsPattern("OK       hand-off: .*, woken by " + wakes)
                    .containsPattern("\\| works \\| by a user, ");
            assertThat(server.late()).as("commands beyond those of the tier").isZero();
            assertThat(client.getDatabase(proof.getName()).listCollectionNames())
                    .isEmpty();
        }
    }

    @Test
    void whereTooFewConnectAtATimeNothingIsTaken() {
        try (Site site = OtherServer.FEW_CONNECTIONS.open();
                StandIn server = site.door()) {
            Terminal proven = prove(server.uri(proof.getName() + "_services"));

            assertThat(proven.exitCode()).isEqualTo(ExitCode.NOT_SO);
            assertThat(proven.out())
                    .contains("FAILED   pool: up to 100 connections, but only", "WARNING  proof: was not begun");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBrokenPromiseIsNamed(Defect defect) {
        try (StandIn server = StandIn.of(ServerKind.PLAIN, defect.rewrites())) {
            Terminal proven = prove(server.uri(proof.getName() + "_services"), "--rate", "400");

            assertThat(proven.out()).containsPattern(defect.finding());
        }
    }

    @Test
    @OwnServer
    void anElectionIsForcedAndOutlived() {
        try (ReplicaSet set = ReplicaSet.start(3)) {
            Terminal proven = prove(MongoServer.uri(set.uri(), "services"), "--rate", "400", "--step-down");

            assertThat(proven.exitCode()).as(proven.out()).isZero();
            assertThat(proven.out())
                    .containsPattern(
                            "OK       election: no lock was granted for \\d+ ms after the primary stepped down");
        }
    }

    private Terminal prove(String uri, String... options) {
        String[] arguments = Stream.concat(
                        Stream.of("doctor", "--prove", "--prove-in", proof.getName(), "--mongodb", uri),
                        Stream.of(options))
                .toArray(String[]::new);
        Terminal proven = Terminal.run(arguments);
        System.out.println(String.join(" ", arguments).replace(uri, "…") + "\n" + proven.out());
        return proven;
    }
}
