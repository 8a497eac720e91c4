package io.lockkeeper.agent.methods;

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

/** The leases of the {@link Locked} methods that the calling thread is in, for interceptors; services use {@link CurrentLease}. */
public final class MethodLeases {

    private static final ThreadLocal<@Nullable Held> CURRENT = new ThreadLocal<>();
    /** Leases that outlast their methods, because the thread's transaction continues. */
    private static final ThreadLocal<@Nullable List<Held>> KEPT = new ThreadLocal<>();

    private MethodLeases() {}

    /** The leases of all methods that the thread is in, the innermost first. */
    public static List<Lease> around() {
        return Stream.iterate(CURRENT.get(), Objects::nonNull, Held::outer)
                .map(Held::lease)
                .toList();
    }

    /** The method ends, and its lease does not before the transaction. */
    public static void keep(LeasedCall call, CompletableFuture<?> transaction) {
        List<Held> kept = Objects.requireNonNullElseGet(KEPT.get(), CopyOnWriteArrayList::new);
        Held held = new Held(call, null, true);
        kept.add(held);
        KEPT.set(kept);
        var unused = transaction.thenRun(() -> {
            kept.remove(held);
            if (kept.isEmpty() && kept.equals(KEPT.get())) { // not on another thread
                KEPT.remove();
            }
        });
    }

    static Optional<Lease> innermost() {
        return Optional.ofNullable(CURRENT.get()).map(Held::lease);
    }

    static Executor carriedBy(Executor executor) {
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

    /** Runs the method with its lease, inside of those that the thread is in. */
    static <X extends Throwable> @Nullable Object during(LeasedCall call, MethodBody<X> body) throws X {
        Held outer = CURRENT.get();
        CURRENT.set(new Held(call, outer, false));
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

    /**
     * A method that runs under its lease, and those around it.
     *
     * @param outer null for the outermost
     * @param isKept whether the method has ended and its transaction has not
     */
    record Held(LeasedCall call, @Nullable Held outer, boolean isKept) {

        Lease lease() {
            return call.lease();
        }

        private boolean isOf(LockAgent agent, String lock) {
            return call.agent() == agent && lease().name().equals(lock) && lease().isHeld();
        }

        @Override
        public String toString() {
            return isKept
                    ? call.method() + " holds until the transaction has ended"
                    : call.method() + " around it holds";
        }
    }
}
