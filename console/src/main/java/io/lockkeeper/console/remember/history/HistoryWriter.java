package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.BulkOperations.BulkMode;
import org.springframework.data.mongodb.core.FindAndReplaceOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Writes events in batches. Writing the same again changes nothing. */
@Component
class HistoryWriter {

    private static final String ID = "_id";

    private final MongoTemplate own;
    private final WaitRecords waits;
    private final Retention retention;

    HistoryWriter(MongoTemplate own, WaitRecords waits, Retention retention) {
        this.own = own;
        this.waits = waits;
        this.retention = retention;
    }

    void write(Digested part) {
        write(part.whole());
        writeDigests(part.digests());
    }

    void write(List<HistoryEvent> events) {
        Map<LeaseKey, LeaseWrite> leases = new LinkedHashMap<>();
        List<WaitRecord> left = new ArrayList<>();
        for (HistoryEvent event : events) {
            switch (event) {
                case HistoryEvent.Granted it ->
                    of(leases, it.lock(), it.holder()).granted(it);
                case HistoryEvent.Waited it ->
                    of(leases, it.lock(), it.holder()).waited(it);
                case HistoryEvent.Ended it -> of(leases, it.lock(), it.holder()).ended(it);
                case HistoryEvent.TokenSeen it ->
                    of(leases, new LeaseKey(it.lock(), it.token())).seen(it);
                case HistoryEvent.Left it -> left.add(WaitRecord.of(LockId.first(it.lock()), it, retention.age()));
            }
        }
        writeLeases(leases);
        waits.write(left);
    }

    /** Records that the lease ended in a gap of the history. */
    void endedUnseen(LeaseRecord lease, Instant at) {
        own.updateFirst(
                query(where(ID).is(lease.key()).and("endedAt").isNull()),
                new Update()
                        .set("endedAt", at)
                        .set("ending", Ending.UNKNOWN)
                        .set("heldClass", LengthClass.between(lease.began(), at).number())
                        .set("purgeAt", at.plus(retention.age())),
                LeaseRecord.class);
    }

    void gap(Instant from, Instant until, String why) {
        own.save(Gap.unrecorded(from, until, why, until.plus(retention.age())));
    }

    private LeaseWrite of(Map<LeaseKey, LeaseWrite> leases, String lock, Holder holder) {
        return of(leases, new LeaseKey(lock, holder.token()));
    }

    private LeaseWrite of(Map<LeaseKey, LeaseWrite> leases, LeaseKey key) {
        return leases.computeIfAbsent(key, unused -> new LeaseWrite(retention.age()));
    }

    private void writeLeases(Map<LeaseKey, LeaseWrite> leases) {
        if (leases.isEmpty()) {
            return;
        }
        BulkOperations bulk = own.bulkOps(BulkMode.ORDERED, LeaseRecord.class);
        leases.forEach((key, write) -> {
            bulk.upsert(query(where(ID).is(key)), write.toUpdate());
            write.waits().nameWaiters(bulk, key, "");
        });
        bulk.execute();
    }

    private void writeDigests(List<Digest> digests) {
        if (digests.isEmpty()) {
            return;
        }
        BulkOperations bulk = own.bulkOps(BulkMode.UNORDERED, Digest.class);
        digests.forEach(digest -> bulk.replaceOne(
                query(where(ID).is(digest.key())),
                digest,
                FindAndReplaceOptions.options().upsert()));
        bulk.execute();
    }
}
