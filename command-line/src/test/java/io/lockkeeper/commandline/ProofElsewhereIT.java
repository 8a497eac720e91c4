package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import io.lockkeeper.test.ServerKind;
import io.lockkeeper.test.StandIn;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code lockkeeper doctor --prove} on servers of other kinds, and on such as break a promise. Prints what it said. */
@Tag("nightly")
class ProofElsewhereIT {

    private final MongoDatabase proof = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        proof.drop();
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of(Named.of("as it is", ServerKind.PLAIN), "hints in local"),
                Arguments.of(Named.of("M0", ServerKind.ATLAS_M0), "hints in test_\\w+"),
                Arguments.of(Named.of("Flex", ServerKind.ATLAS_FLEX), "hints in test_\\w+"),
                Arguments.of(Named.of("M10", ServerKind.ATLAS_M10), "hints in test_\\w+"),
                Arguments.of(Named.of("no capped collections", ServerKind.NO_CAPPED), "a change stream, or by looking"),
                Arguments.of(Named.of("neither hints nor streams", ServerKind.DEAF), "a change stream, or by looking"),
                Arguments.of(Named.of("mongos", ServerKind.MONGOS), "hints in test_\\w+"),
                Arguments.of(Named.of("vCore", ServerKind.AZURE_VCORE), "a change stream, or by looking"),
                Arguments.of(Named.of("9.0", ServerKind.NINE), "hints in local"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void locksWorkThere(ServerKind kind, String wakes) {
        try (StandIn server = StandIn.of(kind)) {
            Terminal proven = prove(server.uri(proof.getName() + "_services"));

            assertThat(proven.exitCode()).as(proven.out()).isZero();
            assertThat(proven.out())
                    .contains("OK       exclusion")
                    .containsPattern("OK       hand-off: .*, woken by " + wakes)
                    .containsPattern("\\| works \\| by a user, ");
            assertThat(server.late()).as("commands beyond those of the tier").isZero();
        }
        assertThat(proof.listCollectionNames()).isEmpty();
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
