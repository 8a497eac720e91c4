package io.lockkeeper.agent;

/** Does work under a lease, and tells the loss of the lease apart from a failure of the work. */
final class WithLock {

    private WithLock() {}

    static <T, E extends Exception> T with(Lease lease, LockedWork<T, E> work) throws E {
        T result;
        try {
            result = work.with(lease);
        } catch (Throwable failure) {
            if (!lease.release()) {
                failure.addSuppressed(lost(lease));
            }
            throw failure;
        }
        if (!lease.release()) {
            throw lost(lease);
        }
        return result;
    }

    private static LeaseLostException lost(Lease lease) {
        return new LeaseLostException(lease.name(), lease.loss());
    }
}
