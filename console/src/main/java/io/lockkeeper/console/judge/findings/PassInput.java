package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The input of a pass over one source: what is known of it now, and what its changes and earlier passes showed.
 *
 * @param patience how long a wait may take
 * @param standing since when the thread of a lease has stood at the same place; empty unless two samples show it there
 * @param grantsPerSecond how often a lock was granted in the last minute
 * @param waitsFrom from when the first wait for a lock counts
 */
record PassInput(
        ObservedSource source,
        Duration patience,
        Function<Holder, Optional<Instant>> standing,
        Function<String, Double> grantsPerSecond,
        Function<Lock, Instant> waitsFrom) {

    List<ObservedLock> locks() {
        return source.locks();
    }

    Instant now() {
        return source.now();
    }

    ObservedSource.Facts facts() {
        return source.facts();
    }

    /** The age of that moment, in words. */
    String since(Instant moment) {
        return Formats.duration(Duration.between(moment, now()));
    }

    /** Whether that time has passed since, in which the console could have heard otherwise. */
    boolean isOver(Instant since, Duration patience) {
        return source.outage().countsFrom(since, patience).plus(patience).isBefore(now());
    }
}
