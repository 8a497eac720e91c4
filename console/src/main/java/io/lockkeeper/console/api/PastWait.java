package io.lockkeeper.console.api;

import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.model.TakenOut;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A wait that an operator ended.
 *
 * @param acquirer the request's id
 * @param source the id of the lock's source; null for the console's first collection
 * @param since when it began to wait
 */
record PastWait(
        @Nullable String source,
        String lock,
        String acquirer,
        Party waiter,
        Instant since,
        long waitedMillis,
        Mark takenOut) {

    /** By whom it was taken out of the queue, why and when. */
    record Mark(String by, String reason, Instant at) {}

    static PastWait of(WaitRecord wait) {
        TakenOut mark = Objects.requireNonNull(wait.takenOut());
        return new PastWait(
                wait.source(),
                wait.lock(),
                wait.acquirer(),
                wait.waiter(),
                wait.since(),
                wait.waitedMillis(),
                new Mark(mark.by(), mark.reason(), mark.at()));
    }
}
