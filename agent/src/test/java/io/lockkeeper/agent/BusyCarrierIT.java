package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BusyCarrierIT {

    /** Virtual threads stop wherever they are when their carrier is busy; a platform thread must not need any of them. */
    @Test
    void virtualThreadsThatAreNotScheduledDoNotDelayTheCallsOfPlatformThreads() throws Exception {
        try (ChildProcess process = new ChildProcess(
                BusyCarrierProcess.class,
                MongoServer.shared().uri(),
                MongoServer.shared().freshDatabase().getName())) {
            assertThat(Long.parseLong(process.await("longest")))
                    .as("milliseconds of the longest try")
                    .isLessThan(BusyCarrierProcess.BUSY.toMillis() / 2);
        }
    }
}
