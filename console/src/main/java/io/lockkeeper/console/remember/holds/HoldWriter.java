package io.lockkeeper.console.remember.holds;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.HoldRecord;
import io.lockkeeper.console.remember.history.Retention;
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
    private final Retention retention;

    HoldWriter(MongoTemplate own, StreamMarks marks, KnownEvictions evictions, Retention retention) {
        this.own = own;
        this.marks = marks;
        this.evictions = evictions;
        this.retention = retention;
    }

    /** The marks come last: what one of them promises is written by then. Holds do not wait for marks that MongoDB refuses. */
    void write(List<Noted> batch) {
        List<HoldRecord> ended =
                of(batch, Noted.Ended.class).stream().map(this::recordOf).toList();
        if (!ended.isEmpty()) {
            keep(ended);
        }
        try {
            mark(batch);
        } catch (DataAccessException e) {
            if (!(e.getCause() instanceof MongoException cause && MongoTrouble.isRefusal(cause))) {
                throw e;
            }
            LOG.debug("How far the history of the sources is complete cannot be kept", e);
        }
    }

    /** If several consoles write the same hold, one that knows of an eviction wins, otherwise the first. */
    private void keep(List<HoldRecord> records) {
        BulkOperations all = own.bulkOps(BulkOperations.BulkMode.UNORDERED, HoldRecord.class);
        for (HoldRecord each : records) {
            Update update = new Update()
                    .setOnInsert("source", each.source())
                    .setOnInsert("lock", each.lock())
                    .setOnInsert("holder", each.holder())
                    .setOnInsert("since", each.since())
                    .setOnInsert("until", each.until())
                    .setOnInsert("heldClass", each.heldClass())
                    .setOnInsert("purgeAt", each.purgeAt());
            Update ended = each.end() == Ending.EVICTED
                    ? update.set("end", each.end())
                    : update.setOnInsert("end", each.end());
            all.upsert(Query.query(where("_id").is(each.id())), ended);
        }
        all.execute();
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

    private HoldRecord recordOf(Noted.Ended ended) {
        EndedHold hold = ended.hold();
        Instant since = hold.since().orElse(null);
        Instant until = hold.end().until();
        boolean evicted = evictions.isEvicted(ended.source(), hold.acquisition());
        return new HoldRecord(
                ended.id(),
                ended.source(),
                hold.lock(),
                hold.holder(),
                since,
                until,
                evicted ? Ending.EVICTED : hold.end().how(),
                HoldRecord.heldClass(since, until),
                until.plus(retention.age()));
    }
}
