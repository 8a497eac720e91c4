package io.lockkeeper.console.ground.store;

import com.mongodb.MongoException;
import java.time.Duration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions on the console's own database. One that conflicts with another is run again, and then sees what the other did. One that
 * cannot be committed fails as any other write does.
 */
@Component
public final class OwnTransactions {

    /** A transaction that keeps conflicting for longer than this fails. */
    private static final RetryTemplate UNTIL_ALONE = new RetryTemplate(RetryPolicy.builder()
            .predicate(OwnTransactions::isConflict)
            .maxRetries(Long.MAX_VALUE)
            .delay(Duration.ofMillis(20))
            .jitter(Duration.ofMillis(10))
            .multiplier(1.5)
            .maxDelay(Duration.ofMillis(250))
            .timeout(Duration.ofSeconds(10))
            .build());

    private final TransactionTemplate transactions;

    OwnTransactions(TransactionTemplate transactions) {
        this.transactions = transactions;
    }

    /** Runs the work in a transaction, and again if that conflicts with another. */
    public void run(Runnable work) {
        UNTIL_ALONE.invoke(() -> once(work));
    }

    private void once(Runnable work) {
        try {
            transactions.executeWithoutResult(status -> work.run());
        } catch (TransactionException e) {
            throw new DataAccessResourceFailureException("The transaction could not be committed", e.getCause());
        }
    }

    private static boolean isConflict(Throwable e) {
        return e instanceof DuplicateKeyException
                || (e.getCause() instanceof MongoException cause
                        && cause.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL));
    }
}
