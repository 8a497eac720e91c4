package io.lockkeeper.console.remember.history;

import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.TakenOut;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that happened to a lock, for its history. */
public sealed interface HistoryEvent {

    String lock();

    /** A lease is there; when its request began to wait is null where that is unknown. */
    record Granted(String lock, Holder holder, @Nullable Instant askedAt) implements HistoryEvent {}

    /** The number of waiters behind a lease, and some of them. */
    record Waited(String lock, Holder holder, int waiters, List<String> who) implements HistoryEvent {}

    record Ended(
            String lock,
            Holder holder,
            Instant at,
            Ending how,
            @Nullable Eviction evicted) implements HistoryEvent {}

    /** A waiter left the queue without a grant: its caller gave up, its agent fell silent, or an operator took it out. */
    record Left(
            String lock,
            Waiter waiter,
            Instant at,
            boolean silent,
            @Nullable TakenOut takenOut) implements HistoryEvent {}

    /** A lease of which only the token is known. */
    record TokenSeen(String lock, long token, String acquirer, Instant at) implements HistoryEvent {}
}
