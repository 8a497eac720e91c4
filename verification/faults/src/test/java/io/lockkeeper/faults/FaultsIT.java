package io.lockkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * {@code ./lockkeeper faults} without its random part: at each change the interleavings that hurt most, each with a mutant that shows
 * that it can be seen; at night all that are staged, and every mutant.
 */
@OwnServer
@Timeout(1_200)
class FaultsIT {

    private static final Set<String> WORST = Set.of(
            "holder-is-killed",
            "renewals-fail",
            "no-local-deadline",
            "primary-acknowledges-alone",
            "one-member-is-enough",
            "acquirer-is-used-again",
            "evicted-while-cut-off");

    @Test
    void thePromisesAreKeptWhereItHurtsMost() throws InterruptedException {
        assertThat(proof(WORST::contains)).isEmpty();
    }

    @Test
    @Tag("nightly")
    void thePromisesAreKeptInEveryScenarioAndNoMutantGetsAway() throws InterruptedException {
        assertThat(proof(name -> true)).isEmpty();
    }

    private static List<String> proof(Predicate<String> asked) throws InterruptedException {
        assumeThat(MongoServer.shared().majorVersion())
                .as("a server that keeps images of documents beside their changes, which the proof reads")
                .isGreaterThanOrEqualTo(6);
        Proof proof = new Proof(asked);
        assertThat(proof.isEmpty()).isFalse();
        return proof.run(Network.best(3));
    }
}
