package io.lockkeeper.agent.hints;

import io.lockkeeper.agent.store.Wakes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/** Wakes by hints, and by a look at the locks waited for once a second: what a lost hint would have told. */
final class HintWakes implements Wakes {

    private static final Duration LOOK_EVERY = Duration.ofMillis(900);
    private static final Duration LOOK_WITHIN = Duration.ofMillis(500);

    private final Wakes hints;
    private final HintingStore store;
    private final BooleanSupplier hears;
    private final Queue<String> found = new ArrayDeque<>();
    private long lookedAt;
    private int finds;

    HintWakes(Wakes hints, HintingStore store, BooleanSupplier hears) {
        this.hints = hints;
        this.store = store;
        this.hears = hears;
        this.lookedAt = store.nanos();
    }

    @Override
    public Optional<String> next() {
        if (found.isEmpty() && store.nanos() - lookedAt >= LOOK_EVERY.toNanos()) {
            lookedAt = store.nanos();
            store.granted(LOOK_WITHIN).forEach(acquirer -> found.add("found" + ++finds + " " + acquirer));
        }
        return found.isEmpty() ? hints.next() : Optional.of(found.remove());
    }

    @Override
    public boolean isOver() {
        return !hears.getAsBoolean();
    }

    @Override
    public void close() {
        hints.close();
    }
}
