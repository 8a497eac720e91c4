package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
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

/** Writes what happened, in batches. Writing the same again changes nothing. */
@Component
class HistoryWriter {

    private static final String ID = "_id";

    /** Any number of waiters may come and go behind a lease: as soon as so many are named, no more are. */
    private static final String LAST_BEHIND = "behind.99";

    private final MongoTemplate own;
    private final Retention retention;

    HistoryWriter(MongoTemplate own, Retention retention) {
        this.own = own;
        this.retention = retention;
    }

    void write(Digested part) {
        write(part.whole());
        writeDigests(part.digests());
    }

    void write(List<HistoryEvent> events) {
        Map<LeaseKey, LeaseWrite> leases = new LinkedHashMap<>();
        List<WaitRecord> waits = new ArrayList<>();
        for (HistoryEvent event : events) {
            switch (event) {
                case HistoryEvent.Granted it ->
                    of(leases, it.lock(), it.holder()).granted(it);
                case HistoryEvent.Waited it ->
                    of(leases, it.lock(), it.holder()).waited(it);
                case HistoryEvent.Ended it -> of(leases, it.lock(), it.holder()).ended(it);
                case HistoryEvent.TokenSeen it ->
                    of(leases, new LeaseKey(it.lock(), it.token())).seen(it);
                case HistoryEvent.Left it -> waits.add(wait(it));
            }
        }
        writeLeases(leases);
        writeWaits(waits);
    }

    /** The lease ended at a time of which nothing is recorded. */
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
            if (write.hasWaiters()) {
                bulk.updateOne(query(where(ID).is(key).and(LAST_BEHIND).exists(false)), write.waiters());
            }
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

    private void writeWaits(List<WaitRecord> waits) {
        if (waits.isEmpty()) {
            return;
        }
        BulkOperations bulk = own.bulkOps(BulkMode.UNORDERED, WaitRecord.class);
        waits.forEach(wait -> bulk.upsert(query(where(ID).is(wait.acquirer())), update(wait)));
        bulk.execute();
    }

    private WaitRecord wait(HistoryEvent.Left left) {
        Waiter waiter = left.waiter();
        long waited = Math.max(0, Duration.between(waiter.since(), left.at()).toMillis());
        return new WaitRecord(
                waiter.acquirer(),
                left.lock(),
                Party.of(waiter.owner()),
                waiter.since(),
                left.at(),
                left.silent(),
                left.takenOut(),
                waited,
                LengthClass.of(waited).number(),
                left.at().plus(retention.age()));
    }

    private static Update update(WaitRecord wait) {
        Update update = new Update()
                .set("lock", wait.lock())
                .set("waiter", wait.waiter())
                .set("since", wait.since())
                .set("endedAt", wait.endedAt())
                .set("silent", wait.silent())
                .set("waitedMillis", wait.waitedMillis())
                .set("waitClass", wait.waitClass())
                .set("purgeAt", wait.purgeAt());
        return wait.takenOut() == null ? update : update.set("takenOut", wait.takenOut());
    }
}
