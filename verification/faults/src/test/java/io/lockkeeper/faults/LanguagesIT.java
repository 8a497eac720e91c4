package io.lockkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.nemesis.Fault;
import io.lockkeeper.faults.nemesis.Nemesis;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.OwnServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./lockkeeper faults --languages} for two minutes: Java, Node and Python on the same locks while processes, the host agent and
 * members are killed and halted; and that each thing that is wrong on purpose is found.
 */
@OwnServer
@Timeout(1_200)
@Tag("nightly")
class LanguagesIT {

    @TempDir
    private Path folder;

    @BeforeEach
    void requireWhatItRunsOn() {
        assumeThat(Languages.areHere()).as("node and python3").isTrue();
        assumeThat(MongoServer.shared().majorVersion())
                .as("a server that keeps images of documents beside their changes, which the proof reads")
                .isGreaterThanOrEqualTo(6);
    }

    @Test
    void thePromisesAreKeptOverThreeLanguages() throws Exception {
        Network network = Network.best(3);
        List<Fault> faults = Nemesis.known().stream()
                .filter(each -> Nemesis.isPossible(each, network))
                .toList();
        assertThat(new Mixed(options(), network, faults, Control.NONE).run().violations())
                .isEmpty();
    }

    @Test
    void whatIsWrongOnPurposeIsFound() throws Exception {
        assertThat(Control.run(Network.best(3), options())).isEmpty();
    }

    private Options options() {
        return Options.of(
                "--languages",
                "--minutes",
                "2",
                "--seed",
                "20261127",
                "--page",
                folder.resolve("faults.html").toString());
    }
}
