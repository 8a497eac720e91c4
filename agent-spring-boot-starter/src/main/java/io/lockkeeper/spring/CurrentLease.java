package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lease of the innermost {@link Locked} method that the calling thread is in: for its token, and to look whether it is still held. */
public final class CurrentLease {

    private static final ThreadLocal<@Nullable Lease> CURRENT = new ThreadLocal<>();

    private CurrentLease() {}

    public static Optional<Lease> find() {
        return Optional.ofNullable(CURRENT.get());
    }

    /**
     * The lease of the method that the thread is in.
     *
     * @throws IllegalStateException if it is in no {@link Locked} method, or in one that was called past its proxy
     */
    public static Lease get() {
        return find().orElseThrow(() -> new IllegalStateException(
                "This thread is in no method with @Locked, or that was called past its proxy"));
    }

    /** Sets the lease, or none, and returns the one before. */
    static @Nullable Lease swap(@Nullable Lease lease) {
        Lease before = CURRENT.get();
        if (lease == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(lease);
        }
        return before;
    }
}
