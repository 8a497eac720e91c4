package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** {@code lockkeeper doctor --prove} on a server that keeps what it promises. */
class ProofIT {

    private final MongoDatabase services = MongoServer.shared().freshDatabase();
    private final MongoDatabase proof = MongoServer.shared().freshDatabase();

    private Terminal prove(String... options) {
        List<String> all = new ArrayList<>(List.of("doctor", "--prove", "--prove-in", proof.getName(), "--mongodb"));
        all.add(MongoServer.uri(MongoServer.shared().uri(), services.getName()));
        all.addAll(List.of(options));
        return Terminal.run(all.toArray(String[]::new));
    }

    @Test
    void whatLocksNeedIsProvenAndNothingStays() {
        Terminal proven = prove("--rate", "400");

        assertThat(proven.exitCode()).as(proven.out()).isZero();
        assertThat(proven.out())
                .containsPattern(
                        "OK       exclusion: two processes added 120 times under one lock, and nothing was lost; without it, [1-9]\\d* of 80 were")
                .contains("OK       tokens: 120 in the order of the writes", "OK       tokens: grow also over a purge")
                .containsPattern("OK       expiry: the lock of a killed process was granted again after [56]")
                .containsPattern("OK       hand-off: p50 .* woken by hints in local")
                .contains("OK       eviction: its holder was notified", "OK       streams: deliver")
                .contains("OK       transaction: a write with an older token is refused")
                .containsPattern(
                        "OK       load: an agent that waits sends .*: 200 that wait, \\d+, and 0 change streams")
                .contains("OK       TTL index: deletes what has expired")
                .containsPattern("\\| MongoDB [\\d.]+.* \\| works \\| by a user, .* \\| hints in local \\| ")
                .doesNotContain("election");
        assertThat(proof.listCollectionNames()).isEmpty();
        assertThat(MongoServer.shared().client().getDatabase("local").listCollectionNames())
                .noneMatch(name -> name.contains(proof.getName()));
    }

    @Test
    void aDatabaseWithSomethingInItIsRefused() {
        proof.getCollection("orders").insertOne(new Document());

        Terminal refused = prove();

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("is not empty (it has \"orders\")", "--prove-in");
        assertThat(proof.getCollection("orders").countDocuments()).isOne();
        proof.drop();
    }

    @Test
    void aProofThatIsInterruptedLeavesNothing() throws Exception {
        String uri = MongoServer.uri(MongoServer.shared().uri(), services.getName());
        try (CommandProcess prove =
                CommandProcess.start(uri, "doctor", "--prove", "--rate", "400", "--prove-in", proof.getName())) {
            prove.awaitOut("OK       exclusion");
            prove.signal("TERM");

            assertThat(prove.exitCode()).isEqualTo(ExitCode.SIGNAL + 15);
        }
        assertThat(proof.listCollectionNames()).isEmpty();
    }
}
