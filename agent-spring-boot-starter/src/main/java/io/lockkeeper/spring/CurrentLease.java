package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lease of the innermost {@link Locked} method that runs on the calling thread: for its token, and whether it is still held. */
public final class CurrentLease {

    private static final ThreadLocal<@Nullable Held> CURRENT = new ThreadLocal<>();
    /** Leases that outlast their methods, because the thread's transaction continues. */
    private static final ThreadLocal<@Nullable List<Held>> KEPT = new ThreadLocal<>();

    private CurrentLease() {}

    public static Optional<Lease> find() {
        return Optional.ofNullable(CURRENT.get()).map(Held::lease);
    }

    /**
     * The lease of the method that the thread is in.
     *
     * @throws IllegalStateException if no {@link Locked} method runs on the thread, or it was called past its proxy
     */
    public static Lease get() {
        return find().orElseThrow(() -> new IllegalStateException(
                "No method with @Locked runs on this thread, or it was called past its proxy"));
    }

    /**
     * An executor for parts of the method that the calling thread is in: its tasks find the method's lease here, and a task that asks for a
     * lock which the method holds is refused instead of waiting for itself. For {@code CompletableFuture.supplyAsync} and its kin, whose end the method
     * waits for or returns.
     */
    public static Executor carriedBy(Executor executor) {
        Held carried = CURRENT.get();
        return task -> executor.execute(() -> {
            Held before = swap(carried);
            try {
                task.run();
            } finally {
                swap(before);
            }
        });
    }

    /** The leases of all methods that the thread is in, the innermost first. */
    static List<Lease> around() {
        return Stream.iterate(CURRENT.get(), Objects::nonNull, Held::outer)
                .map(Held::lease)
                .toList();
    }

    /** The lease of that lock that the thread's methods or transactions hold by that agent, if they do. */
    static Optional<Held> holding(LockAgent agent, String lock) {
        for (Held held = CURRENT.get(); held != null; held = held.outer()) {
            if (held.isOf(agent, lock)) {
                return Optional.of(held);
            }
        }
        return Objects.requireNonNullElse(KEPT.get(), List.<Held>of()).stream()
                .filter(held -> held.isOf(agent, lock))
                .findFirst();
    }

    /** The method ends, and its lease does not before the transaction. */
    static void keep(LockAgent agent, Lease lease, LockedMethod method, CompletableFuture<?> transaction) {
        List<Held> kept = Objects.requireNonNullElseGet(KEPT.get(), CopyOnWriteArrayList::new);
        Held held = new Held(agent, lease, method, null, true);
        kept.add(held);
        KEPT.set(kept);
        var unused = transaction.thenRun(() -> {
            kept.remove(held);
            if (kept.isEmpty() && kept.equals(KEPT.get())) { // not on another thread
                KEPT.remove();
            }
        });
    }

    /** Runs the method with that lease, inside of those that the thread is in. */
    static <T extends @Nullable Object> T during(LockAgent agent, Lease lease, LockedMethod method, Body<T> body)
            throws Throwable {
        Held outer = CURRENT.get();
        CURRENT.set(new Held(agent, lease, method, outer, false));
        try {
            return body.call();
        } finally {
            swap(outer);
        }
    }

    private static @Nullable Held swap(@Nullable Held held) {
        Held before = CURRENT.get();
        if (held == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(held);
        }
        return before;
    }

    /** What a method does. */
    interface Body<T extends @Nullable Object> {
        T call() throws Throwable;
    }

    /**
     * A lease, the method that runs under it, and those around that.
     *
     * @param outer null for the outermost
     * @param isKept whether the method has ended and its transaction has not
     */
    record Held(
            LockAgent agent,
            Lease lease,
            LockedMethod method,
            @Nullable Held outer,
            boolean isKept) {

        private boolean isOf(LockAgent agent, String lock) {
            return this.agent == agent && lease.name().equals(lock) && lease.isHeld();
        }

        @Override
        public String toString() {
            return isKept ? method + " holds until the transaction has ended" : method + " around it holds";
        }
    }
}
