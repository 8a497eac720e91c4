package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.mongodb.Undigested;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The changes that the history leaves out because of what their documents are: a gap that grows while such changes go on, and
 * a finding. Thread-safe.
 */
@Component
class LeftOutChanges {

    private static final Duration TOGETHER = Duration.ofMinutes(10);

    private static final String LOOP = "history";

    private final HistoryWriter writer;
    private final Undigested undigested;
    private @Nullable Missing missing;

    LeftOutChanges(HistoryWriter writer, Undigested undigested) {
        this.writer = writer;
        this.undigested = undigested;
    }

    private record Missing(Instant from, Instant until, LeftOut what) {

        boolean isOver(Instant now) {
            return until.plus(TOGETHER).isBefore(now);
        }
    }

    /** Waits for MongoDB if anything was left out. */
    void add(LeftOut more, Instant at) {
        if (!more.isEmpty()) {
            Missing all = with(more, at);
            writer.gap(all.from, all.until, all.what.sentence());
            undigested.note(LOOP, all.what.sentenceWithLock());
        }
    }

    private synchronized Missing with(LeftOut more, Instant at) {
        Missing known = missing;
        Missing all = known == null || known.isOver(at)
                ? new Missing(at, at, more)
                : new Missing(known.from, at, known.what.plus(more));
        missing = all;
        return all;
    }
}
