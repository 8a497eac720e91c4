package io.lockkeeper.agent.moving;

import io.lockkeeper.agent.OuterLocks.OuterLock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * One old lock that an agent has taken. It is held until its deadline, which only an acknowledged renewal moves, until it is lost, or
 * until its release begins; whichever comes first is final.
 */
final class OldLock implements OuterLock {

    private static final Duration EVER = Duration.ofDays(365);

    private final String name;
    private final String holder;
    private final Optional<Duration> ttl;
    private final LongSupplier ticker;
    private final BiFunction<OldLock, Duration, Boolean> releasing;
    private final AtomicReference<State> state;
    private final AtomicReference<Runnable> onLoss = new AtomicReference<>(() -> {});
    private volatile boolean kept = true;

    /** The state of the lock. */
    private sealed interface State {
        /** @param deadline on the monotonic clock; unused where the lock never expires */
        record Held(long deadline) implements State {}

        record Lost(String why) implements State {}

        record Released(boolean held) implements State {}
    }

    /**
     * @param ttl after how long without a renewal the lock is lost; empty for never
     * @param deadline by which the first renewal must be acknowledged
     * @param releasing releases it at the server; whether it was held until then
     */
    OldLock(
            String name,
            String holder,
            Optional<Duration> ttl,
            long deadline,
            LongSupplier ticker,
            BiFunction<OldLock, Duration, Boolean> releasing) {
        this.name = name;
        this.holder = holder;
        this.ttl = ttl;
        this.ticker = ticker;
        this.releasing = releasing;
        this.state = new AtomicReference<>(new State.Held(deadline));
    }

    String name() {
        return name;
    }

    String holder() {
        return holder;
    }

    Optional<Duration> ttl() {
        return ttl;
    }

    /** Whether the lock is to be renewed. */
    boolean isKept() {
        return kept && state.get() instanceof State.Held && loss().isEmpty();
    }

    /** Records an acknowledged renewal; it revives no lock that is past its deadline. */
    void renewed(long deadline) {
        if (loss().isEmpty()) {
            state.updateAndGet(seen ->
                    seen instanceof State.Held(long before) && deadline - before > 0 ? new State.Held(deadline) : seen);
        }
    }

    void lose(String why) {
        State was = state.getAndUpdate(seen -> seen instanceof State.Held ? new State.Lost(why) : seen);
        if (was instanceof State.Held) {
            onLoss.get().run();
        }
    }

    @Override
    public Optional<String> loss() {
        if (ttl.isPresent() && state.get() instanceof State.Held(long deadline) && deadline - ticker.getAsLong() <= 0) {
            lose("no renewal was acknowledged before its deadline");
        }
        return state.get() instanceof State.Lost(String why) ? Optional.of(why) : Optional.empty();
    }

    @Override
    public Duration remaining() {
        if (loss().isPresent() || !(state.get() instanceof State.Held(long deadline))) {
            return Duration.ZERO;
        }
        return ttl.isEmpty() ? EVER : Duration.ofNanos(Math.max(0, deadline - ticker.getAsLong()));
    }

    @Override
    public void onLoss(Runnable action) {
        onLoss.set(action);
        if (state.get() instanceof State.Lost) {
            action.run();
        }
    }

    @Override
    public void keepNoLonger() {
        kept = false;
    }

    @Override
    public boolean release(Duration atLeast) {
        boolean held = loss().isEmpty();
        State was = state.getAndUpdate(seen -> seen instanceof State.Released ? seen : new State.Released(held));
        return was instanceof State.Released(boolean before) ? before : releasing.apply(this, atLeast) && held;
    }
}
