package io.lockkeeper.console.watch.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LateLease;
import io.lockkeeper.model.Owner;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LateWordsTest {

    private static final Instant EVICTED = Instant.parse("2026-11-22T03:12:00Z");
    private static final Owner OWNER = Locks.owner("import", "import-1", 7, "main", "");

    @Test
    void itSaysWhoDidWhatHowLongAfterWhoseEviction() {
        Eviction eviction = new Eviction("ops", "hung", EVICTED, EVICTED.plusSeconds(15));
        assertThat(LateWords.sentence(attempt(LateAttempt.Kind.RENEW, eviction, 1), EVICTED.plusSeconds(16)))
                .isEqualTo("import · import-1 tried to renew 4.0 s after its eviction by ops, 12 s ago (token 42).");
    }

    @Test
    void ofSeveralAttemptsItCountsAndWithoutAnEvictionItSaysThatTheLeaseWasLost() {
        assertThat(LateWords.sentence(attempt(LateAttempt.Kind.WRITE, null, 3), EVICTED.plusSeconds(16)))
                .isEqualTo(
                        "import · import-1 tried to write with its stale token, and was refused, after it had lost the"
                                + " lease, 3 times, the last 12 s ago (token 42).");
    }

    @Test
    void whoBelievedAFalseHintDidSoUntilItReadTheLock() {
        assertThat(LateWords.sentence(attempt(LateAttempt.Kind.HINT, null, 1), EVICTED.plusSeconds(16)))
                .isEqualTo(
                        "import · import-1 believed a false hint of a grant until it read the lock, 12 s ago (token 42).");
    }

    private static LateAttempt attempt(LateAttempt.Kind kind, @Nullable Eviction eviction, int times) {
        Instant at = EVICTED.plusSeconds(4);
        return new LateAttempt(kind, new LateLease("import:products", "a", 42, OWNER, eviction), at, at, times);
    }
}
