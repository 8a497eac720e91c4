package io.lockkeeper.agent.hints;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For which locks the agent looks by itself, and when. */
class OwnWaitsTest {

    private static final LockName LOCK = new LockName("report");

    private final OwnWaits waits = new OwnWaits("me");

    @Test
    void whoIsNextInLineIsLookedForEachTime() {
        waits.saw(queue("other.1", "me.1"), 0);
        assertThat(waits.due(1).acquirers()).containsExactly("me.1");
        assertThat(waits.due(2).locks()).containsExactly(LOCK);
    }

    @Test
    void whoStandsFurtherBackIsLookedForEveryTwoSeconds() {
        waits.saw(queue("other.1", "other.2", "me.1"), 0);
        assertThat(waits.due(seconds(1)).locks()).isEmpty();
        assertThat(waits.due(seconds(2)).acquirers()).containsExactly("me.1");
        assertThat(waits.due(seconds(3)).locks()).isEmpty();
        assertThat(waits.due(seconds(4)).acquirers()).containsExactly("me.1");
    }

    @Test
    void whoWaitsNoMoreIsNotLookedFor() {
        waits.saw(queue("me.1"), 0);
        waits.saw(queue("other.1"), 1);
        assertThat(waits.due(2).locks()).isEmpty();
    }

    private static LockDocument queue(String... acquirers) {
        return Locks.lock("s", List.of(), Locks.waiters(acquirers));
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
