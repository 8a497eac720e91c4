package io.lockkeeper.commandline.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseProofTest {

    private static final String SAID = "an agent that waits sends 2.5 commands a second";

    @Test
    void aLeaseThatIsLostMeanwhileIsAWarning() {
        assertThat(LeaseProof.load(SAID, true, Duration.ofSeconds(5)).line()).isEqualTo("OK       load: " + SAID);
        assertThat(LeaseProof.load(SAID, false, Duration.ofSeconds(5)).line())
                .startsWith("WARNING  load: a lease of 5000 ms was lost meanwhile, although its holder lives; " + SAID);
    }
}
