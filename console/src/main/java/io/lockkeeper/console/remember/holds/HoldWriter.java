package io.lockkeeper.console.remember.holds;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.HoldRecord;
import io.lockkeeper.console.remember.history.OwnLease;
import io.lockkeeper.console.remember.history.Retention;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.console.remember.history.WaitRecords;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.StreamMark;
import io.lockkeeper.console.watch.source.StreamMarks;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Writes what was noted. Writing it again changes nothing. */
@Component
class HoldWriter {

    private static final Logger LOG = LoggerFactory.getLogger(HoldWriter.class);

    private final MongoTemplate own;
    private final StreamMarks marks;
    private final KnownEvictions evictions;
    private final WaitRecords waits;
    private final Retention retention;

    HoldWriter(MongoTemplate own, StreamMarks marks, KnownEvictions evictions, WaitRecords waits, Retention retention) {
        this.own = own;
        this.marks = marks;
        this.evictions = evictions;
        this.waits = waits;
        this.retention = retention;
    }

    /** The marks come last: what one of them promises is written by then. Holds do not wait for marks that MongoDB refuses. */
    void write(List<Noted> batch) {
        List<Noted.Ended> ended = of(batch, Noted.Ended.class);
        if (!ended.isEmpty()) {
            keep(ended);
        }
        waits.write(of(batch, Noted.Left.class).stream()
                .map(each -> WaitRecord.of(each.lock(), each.left(), retention.age()))
                .toList());
        try {
            mark(batch);
        } catch (DataAccessException e) {
            if (!(e.getCause() instanceof MongoException cause && MongoTrouble.isRefusal(cause))) {
                throw e;
            }
            LOG.debug("How far the history of the sources is complete cannot be kept", e);
        }
    }

    /** Writes the holds. Of several consoles, one that knows of an eviction wins, else the first; their waits are added. */
    private void keep(List<Noted.Ended> ended) {
        BulkOperations all = own.bulkOps(BulkOperations.BulkMode.ORDERED, HoldRecord.class);
        for (Noted.Ended each : ended) {
            Update update = update(each);
            each.hold().own().ifPresent(lease -> {
                OwnLease.describe(update, lease);
                each.waits().describe(update, OwnLease.IN, lease.holder());
            });
            all.upsert(Query.query(where("_id").is(each.id())), update);
            each.waits().nameWaiters(all, each.id(), OwnLease.IN);
            Instant again = each.hold().end().again();
            if (again != null) {
                all.updateOne(released(each.id()), released(each.hold(), again));
            }
        }
        all.execute();
    }

    private static Query released(String id) {
        return Query.query(where("_id").is(id).and("end").is(Ending.RELEASED));
    }

    /** The release that is on record was an earlier holder's. */
    private Update released(EndedHold hold, Instant again) {
        return new Update()
                .max("until", again)
                .set("heldClass", HoldRecord.heldClass(hold.since().orElse(null), again))
                .max("purgeAt", again.plus(retention.age()));
    }

    private Update update(Noted.Ended ended) {
        EndedHold hold = ended.hold();
        Instant since = hold.since().orElse(null);
        Instant until = hold.end().until();
        Update update = new Update()
                .setOnInsert("source", ended.source())
                .setOnInsert("lock", hold.lock())
                .setOnInsert("holder", hold.holder())
                .setOnInsert("since", since)
                .setOnInsert("until", until)
                .setOnInsert("heldClass", HoldRecord.heldClass(since, until))
                .setOnInsert("purgeAt", until.plus(retention.age()));
        return evictions.isEvicted(ended.source(), hold.acquisition())
                        || hold.end().how() == Ending.EVICTED
                ? update.set("end", Ending.EVICTED)
                : update.setOnInsert("end", hold.end().how());
    }

    private void mark(List<Noted> batch) {
        of(batch, Noted.Gap.class).forEach(gap -> marks.keep(gap.collection(), gap.missed()));
        Map<Place, StreamMark> last = new HashMap<>();
        of(batch, Noted.Reached.class).forEach(reached -> last.put(reached.collection(), reached.mark()));
        last.forEach(marks::keep);
    }

    private static <T extends Noted> List<T> of(List<Noted> batch, Class<T> kind) {
        return batch.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
