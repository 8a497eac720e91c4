package io.lockkeeper.peers;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One process's way to locks, for any number of threads. A lock is released by the thread that acquired it. */
public interface LockClient extends AutoCloseable {

    /** Waits until the lock is granted. */
    Held acquire(String name) throws Exception;

    /** Takes the lock if it is free now; null if it is not. */
    @Nullable
    Held attempt(String name) throws Exception;

    /** Acquires without a wait: the lock has a name that was never used before. */
    default Held acquireNew(String name) throws Exception {
        return acquire(name);
    }

    /** Creates what must exist before these locks are first taken. */
    default void prepare(List<String> names) {}

    /** Closes what it has open only while it is used. */
    default void rest() {}

    @Override
    void close();

    /** A lock that was granted. */
    interface Held {
        /** Whether it was held to the end, as far as the peer says. */
        boolean release() throws Exception;

        /** As {@link #release}, without waiting for the answer, where the peer can do that. */
        default void leave() throws Exception {
            var unused = release();
        }

        /** Whether it is known to be still held; always true for a peer that cannot find out. */
        default boolean isHeld() {
            return true;
        }

        /** Grows with every grant of the lock, where the peer has such a thing. */
        default OptionalLong token() {
            return OptionalLong.empty();
        }

        /** From now on {@code told} receives what the peer reports by itself to a holder that loses the lock. */
        default void onLoss(Consumer<String> told) {}
    }
}
