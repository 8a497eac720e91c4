package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** The transaction that the calling thread is already in, if the service has transactions at all. */
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

    /** Rolls the transaction back if the lease is lost before its end. */
    static CompletableFuture<@Nullable Void> endGuardedBy(Lease lease) {
        return Guard.register(lease);
    }

    /** @throws LeaseLostException if a lease that guards the transaction has ended */
    static void requireHeld() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            Guard.all().forEach(Guard::require);
        }
    }

    /** The only class with a type of Spring's transactions in its signature, so that it is loaded only where they are present. */
    private record Guard(Lease lease, CompletableFuture<@Nullable Void> end) implements TransactionSynchronization {
        static CompletableFuture<@Nullable Void> register(Lease lease) {
            Guard guard = new Guard(lease, new CompletableFuture<>());
            TransactionSynchronizationManager.registerSynchronization(guard);
            return guard.end;
        }

        static List<Guard> all() {
            return TransactionSynchronizationManager.getSynchronizations().stream()
                    .filter(Guard.class::isInstance)
                    .map(Guard.class::cast)
                    .toList();
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            require();
        }

        private void require() {
            if (!lease.isHeld()) {
                throw new LeaseLostException(lease.name(), lease.loss());
            }
        }

        @Override
        public void afterCompletion(int status) {
            end.complete(null);
        }
    }
}
