package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** The transaction that the calling thread is in already, where the service has transactions at all. */
final class AmbientTransaction {

    private static final boolean POSSIBLE = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            AmbientTransaction.class.getClassLoader());

    private AmbientTransaction() {}

    static boolean isActive() {
        return POSSIBLE
                && TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive();
    }

    /** The lease is released when the transaction has ended; it is rolled back if the lease is lost by then. */
    static void releaseAfter(Lease lease) {
        ReleaseAfterCompletion.of(lease);
    }

    /** Alone in naming a type of Spring's transactions in its own, so that it is loaded where those are. */
    private record ReleaseAfterCompletion(Lease lease) implements TransactionSynchronization {
        static void of(Lease lease) {
            TransactionSynchronizationManager.registerSynchronization(new ReleaseAfterCompletion(lease));
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            if (!lease.isHeld()) {
                throw new LeaseLostException(lease.name(), lease.loss());
            }
        }

        @Override
        public void afterCompletion(int status) {
            lease.release();
        }
    }
}
