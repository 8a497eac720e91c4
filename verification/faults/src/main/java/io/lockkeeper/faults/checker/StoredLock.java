package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Waiter;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/** A lock's document after one change, or nothing after its deletion. */
public record StoredLock(long at, String name, Optional<LockDocument> document) {

    static StoredLock of(Event.Stored stored) {
        Optional<LockDocument> document = stored.document().isEmpty()
                ? Optional.empty()
                : Optional.of(LockMapper.fromBson(BsonDocument.parse(stored.document())));
        return new StoredLock(stored.at(), stored.lock(), document);
    }

    List<Holder> holders() {
        return document.map(LockDocument::holders).orElseGet(List::of);
    }

    List<Waiter> queue() {
        return document.map(LockDocument::queue).orElseGet(List::of);
    }

    /** Whether that very lease is there: an acquirer whose lease has run out may be granted another by one change. */
    boolean holds(Holder lease) {
        return holds(lease.acquirer(), lease.token());
    }

    boolean holds(String acquirer, long token) {
        return holders().stream().anyMatch(each -> each.acquirer().equals(acquirer) && each.token() == token);
    }

    /** Whether it still waits, and has waited since. */
    boolean queues(Waiter waiter) {
        return queue().stream()
                .anyMatch(each -> each.acquirer().equals(waiter.acquirer())
                        && each.since().equals(waiter.since()));
    }
}
