package io.lockkeeper.spring;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.MethodLeases;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Rolls back the transactions that would commit after their lock was lost. A transaction that begins inside of methods with {@link Locked}
 * commits only while all their leases are held; an earlier one only while the leases are held that were acquired in it.
 */
public final class TransactionGuard implements BeanPostProcessor {

    /** Adds the listener before a proxy hides the transaction manager. */
    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager) {
            manager.addListener(new Listener());
        }
        return bean;
    }

    private static final class Listener implements TransactionExecutionListener {
        @Override
        public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
            if (failure == null && AmbientTransaction.isActive()) {
                for (Lease lease : MethodLeases.around()) {
                    var unused = AmbientTransaction.endGuardedBy(lease);
                }
            }
        }

        /** Checks once more: other callbacks before the commit may take long. */
        @Override
        public void beforeCommit(TransactionExecution transaction) {
            AmbientTransaction.requireHeld();
        }
    }
}
