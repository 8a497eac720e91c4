package io.lockkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The short form of {@code ./lockkeeper faults}: every interleaving that is staged, with the product and with each mutant. */
@OwnServer
@Timeout(1_200)
class FaultsIT {

    @Test
    void thePromisesAreKeptInEveryScenarioAndNoMutantGetsAway() throws InterruptedException {
        assumeThat(MongoServer.shared().majorVersion())
                .as("a server that keeps images of documents beside their changes, which the proof reads")
                .isGreaterThanOrEqualTo(6);
        assertThat(new Proof(name -> true).run(Network.best(3))).isEmpty();
    }
}
