package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.model.Eviction;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LossLogTest {

    @Test
    void anOperatorsReasonBeginsNoLineOfTheLog() {
        Eviction eviction = new Eviction("ann", "hangs\r\nINFO all is well", Instant.EPOCH, Instant.EPOCH);

        assertThat(LossLog.oneLine(new LeaseLoss.Evicted(eviction)))
                .isEqualTo("evicted by ann: hangs INFO all is well");
    }
}
