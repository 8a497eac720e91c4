package io.lockkeeper.agent.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoTimeoutException;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.FakeTicker;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolWarningTest {

    private final Exception starved =
            new MongoTimeoutException("Timed out after 300 ms while waiting for a connection to server db1:27017.");

    private final CapturedLog log = CapturedLog.of(PoolWarning.class.getName());
    private final FakeTicker ticker = new FakeTicker();
    private final PoolWarning warning = new PoolWarning(ticker);

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void aPoolThatStarvesIsWarnedOfOnceAMinuteWithWhatToDo() {
        for (int i = 0; i < 5; i++) {
            warning.heard(new IllegalStateException("not answered", starved));
        }
        assertThat(log.warnings("commands=1"))
                .singleElement()
                .asString()
                .contains("db1:27017")
                .contains("maxPoolSize");

        ticker.advance(Duration.ofMinutes(1));
        warning.heard(starved);
        assertThat(log.warnings("commands=5")).hasSize(1);
    }

    @Test
    void aServerThatDoesNotAnswerIsNoPoolThatStarves() {
        warning.heard(
                new MongoTimeoutException("Timed out while waiting for a server that matches PrimaryServerSelector"));
        warning.heard(new IllegalStateException("while waiting for a connection"));

        assertThat(log.warnings("")).isEmpty();
    }
}
