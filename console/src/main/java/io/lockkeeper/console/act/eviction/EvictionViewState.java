package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.board.EvictionState;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the dialog shows at one moment.
 *
 * @param standing the state of the lease
 * @param life whether the holder's agent lives
 * @param own the state of the eviction requested in this dialog, or null if none was
 * @param unrecorded whether MongoDB's answer is still missing from the audit
 * @param now the moment, by the clock of the lock's cluster
 */
record EvictionViewState(
        Standing standing, AgentLife life, @Nullable EvictionState own, boolean unrecorded, Instant now) {

    /** Whether the lock was taken from its holder, whose end its document no longer shows. */
    boolean isTaken() {
        return own instanceof EvictionState.Watched
                || own instanceof EvictionState.HolderLives
                || own instanceof EvictionState.NoLateWrite;
    }

    /**
     * The state of the lease's eviction: the one requested here, or else one that the lock's document shows.
     *
     * @param before what was shown before
     */
    Optional<EvictionState> eviction(@Nullable EvictionState before) {
        if (own != null && !(own instanceof EvictionState.NothingChanged)) {
            return Optional.of(own);
        }
        return switch (standing) {
            case Standing.Evicted evicted -> Optional.of(evicted.state());
            case Standing.RanOut ranOut ->
                EvictionState.of(ranOut.holder(), now).or(() -> Optional.ofNullable(own));
            case Standing.Ended ended ->
                Optional.ofNullable(ended(ended, before)).or(() -> Optional.ofNullable(own));
            case Standing.Holds holds -> Optional.ofNullable(own);
        };
    }

    private static @Nullable EvictionState ended(Standing.Ended ended, @Nullable EvictionState before) {
        boolean wasMarked = before instanceof EvictionState.Quarantine || before instanceof EvictionState.Unanswered;
        if (ended.end() != null && ended.end().evicted() != null) {
            return EvictionState.of(ended.end()).orElseThrow();
        }
        return wasMarked ? new EvictionState.Unknown() : null;
    }
}
