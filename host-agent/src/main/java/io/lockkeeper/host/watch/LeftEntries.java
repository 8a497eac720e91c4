package io.lockkeeper.host.watch;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.HintWriter;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Settle;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.BsonDocument;

/** What dead agents left in one lock: leases and waits, by their acquirers. */
record LeftEntries(String lock, Map<String, Owner> acquirers) {

    static LeftEntries of(LockDocument lock, Collection<String> dead) {
        Map<String, Owner> left = new LinkedHashMap<>();
        lock.holders().stream()
                .filter(holder -> dead.contains(holder.owner().agent()))
                .filter(holder -> !holder.ttl().isZero()) // released already, and taken for its shortest hold
                .forEach(holder -> left.put(holder.acquirer(), holder.owner()));
        lock.queue().stream()
                .filter(waiter -> dead.contains(waiter.owner().agent()))
                .forEach(waiter -> left.put(waiter.acquirer(), waiter.owner()));
        return new LeftEntries(lock.name(), left);
    }

    int count() {
        return acquirers.size();
    }

    /** By the change with which their agents would have released them, or given them up. */
    void end(MongoCollection<BsonDocument> locks, HintWriter hints) {
        if (acquirers.isEmpty()) {
            return;
        }
        LockName name = new LockName(lock);
        List<Ask.Remove> removes = acquirers.keySet().stream()
                .map(each -> new Ask.Remove(name, each))
                .toList();
        String stamp = UUID.randomUUID().toString();
        Change change = Settle.together(removes, stamp);
        BsonDocument after = locks.findOneAndUpdate(change.filter(), change.pipeline(), change.options());
        if (after != null) {
            hints.changed(Change.answer(after).lock(), stamp, acquirers.values().toArray(Owner[]::new));
        }
    }
}
