package io.lockkeeper.console.history;

import io.lockkeeper.console.store.OwnTransactions;
import org.springframework.stereotype.Component;

/**
 * Writes a part of the history and the stream position after it, both or neither. Otherwise a recorder that resumes at the
 * earlier position would count the same leases again.
 *
 * <p>See docs/decisions/2026-11-23-a-digest-a-minute.md.
 */
@Component
class HistoryCommit {

    private final HistoryWriter writer;
    private final Places places;
    private final OwnTransactions transactions;

    HistoryCommit(HistoryWriter writer, Places places, OwnTransactions transactions) {
        this.writer = writer;
        this.places = places;
        this.transactions = transactions;
    }

    /**
     * Writes both. The server deletes what is due meanwhile, and an administrator may make an index: that conflicts, and is tried
     * again.
     *
     * @throws DeposedException if a later recorder has begun; nothing is written then
     */
    void write(Digested part, RecorderPlace place) {
        transactions.run(() -> {
            writer.write(part);
            if (!places.save(place)) {
                throw new DeposedException();
            }
        });
    }
}
