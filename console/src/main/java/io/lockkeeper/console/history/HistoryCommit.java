package io.lockkeeper.console.history;

import com.mongodb.MongoException;
import org.springframework.core.NestedRuntimeException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes a part of the history and the stream position after it, both or neither. Otherwise a recorder that resumes at the
 * earlier position would count the same leases again.
 *
 * <p>See docs/decisions/2026-11-23-a-digest-a-minute.md.
 */
@Component
class HistoryCommit {

    private static final int ATTEMPTS = 5;

    private final HistoryWriter writer;
    private final Places places;
    private final TransactionTemplate transactions;

    HistoryCommit(HistoryWriter writer, Places places, TransactionTemplate transactions) {
        this.writer = writer;
        this.places = places;
        this.transactions = transactions;
    }

    /** @throws DeposedException if a later recorder has begun; nothing is written then */
    void write(Digested part, RecorderPlace place) {
        for (int attempt = 1; ; attempt++) {
            try {
                transactions.executeWithoutResult(unused -> {
                    writer.write(part);
                    if (!places.save(place)) {
                        throw new DeposedException();
                    }
                });
                return;
            } catch (NestedRuntimeException e) {
                if (attempt == ATTEMPTS || !mayBeRepeated(e)) {
                    throw e;
                }
            }
        }
    }

    /** The server deletes what is due meanwhile, and an administrator may make an index. */
    private static boolean mayBeRepeated(NestedRuntimeException failure) {
        return failure.getMostSpecificCause() instanceof MongoException cause
                && cause.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
    }
}
