package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConflictsTest {

    private final AtomicLong now = new AtomicLong();
    private final Conflicts conflicts = new Conflicts(now::get);

    @Test
    void aConflictPassesOnlyForAWhileAndOnlyWhatIsWrittenEndsIt() {
        assertThat(conflicts.passes()).isTrue();
        now.addAndGet(Conflicts.LONGEST_NANOS - 1);
        assertThat(conflicts.passes()).isTrue();
        now.incrementAndGet();
        assertThat(conflicts.passes()).isFalse();
        assertThat(conflicts.passes()).isFalse();
        conflicts.over();
        assertThat(conflicts.passes()).isTrue();
    }
}
