package io.lockkeeper.agent;

import java.util.function.Predicate;

/** Does work under a lease, and distinguishes the loss of the lease from a failure of the work. */
final class WithLock {

    private WithLock() {}

    /** @param end ends the lease, and returns whether it was held to its end */
    static <T, E extends Exception> T with(Lease lease, LockedWork<T, E> work, Predicate<Lease> end) throws E {
        T result;
        try {
            result = work.with(lease);
        } catch (Throwable failure) {
            if (!end.test(lease)) {
                failure.addSuppressed(lost(lease));
            }
            throw failure;
        }
        if (!end.test(lease)) {
            throw lost(lease);
        }
        return result;
    }

    /** Closes it without waiting for the answer, and says whether it was held until then. */
    static boolean closed(Lease lease) {
        lease.close();
        return lease.loss().isEmpty();
    }

    private static LeaseLostException lost(Lease lease) {
        return new LeaseLostException(lease.name(), lease.loss());
    }
}
