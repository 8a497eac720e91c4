package io.lockkeeper.agent.hints;

import io.lockkeeper.agent.store.Wakes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Wakes by hints or what stands for them, and by a look once a second at the locks waited for, which makes up for those that are lost. */
final class HintWakes implements Wakes {

    /** How long the hints are to be silent at most: each time costs the server a command of each agent that listens. */
    static final Duration SILENCE = Duration.ofMillis(800);

    /** The least time after the last look. With the silence that may follow, the next one comes within a second. */
    private static final Duration LOOK_AFTER = Duration.ofMillis(190);

    private final Wakes hints;
    private final Supplier<List<String>> granted;
    private final LongSupplier ticker;
    private final BooleanSupplier hears;
    private final Queue<String> found = new ArrayDeque<>();
    private long lookedAt;
    private int finds;

    /**
     * Wakes by hints that are silent for {@link #SILENCE} at most.
     *
     * @param granted looks which acquirers were granted
     * @param hears whether hints are enough
     */
    HintWakes(Wakes hints, Supplier<List<String>> granted, LongSupplier ticker, BooleanSupplier hears) {
        this.hints = hints;
        this.granted = granted;
        this.ticker = ticker;
        this.hears = hears;
        this.lookedAt = ticker.getAsLong();
    }

    @Override
    public Optional<String> next() {
        if (found.isEmpty() && ticker.getAsLong() - lookedAt >= LOOK_AFTER.toNanos()) {
            lookedAt = ticker.getAsLong();
            granted.get().forEach(acquirer -> found.add("found" + ++finds + " " + acquirer));
        }
        return found.isEmpty() ? hints.next() : Optional.of(found.remove());
    }

    @Override
    public boolean isOver() {
        return !hears.getAsBoolean();
    }

    @Override
    public boolean isHeard() {
        return hints.isHeard();
    }

    @Override
    public void close() {
        hints.close();
    }
}
