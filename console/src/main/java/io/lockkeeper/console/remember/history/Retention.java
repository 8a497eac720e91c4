package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * How long the history is kept, and how large it may become: as an administrator has chosen, otherwise as the environment says.
 * Every console takes a choice within {@value #EVERY_SECONDS} s. Thread-safe.
 */
@Component
public class Retention {

    public static final int MOST_DAYS = 3_650;
    public static final long FEWEST_MEGABYTES = 100;
    public static final long MOST_MEGABYTES = 10L * 1_024 * 1_024;

    private static final long EVERY_SECONDS = 10;

    private final MongoTemplate own;
    private final OwnRecords records;
    private final ServerClock clock;
    private final Limits unchosen;
    private volatile @Nullable Known known;

    Retention(
            MongoTemplate own,
            OwnRecords records,
            ServerClock clock,
            @Value("${lockkeeper.history.retention:30d}") Duration age,
            @Value("${lockkeeper.history.max-size:5GB}") DataSize size) {
        this.own = own;
        this.records = records;
        this.clock = clock;
        unchosen = new Limits(age, size, null);
    }

    /**
     * The present limits.
     *
     * @param age how long a record is kept after its end
     * @param size how large the history may become
     * @param chosen by whom and when; null if the environment says it
     */
    public record Limits(
            Duration age, DataSize size, @Nullable LastChange chosen) {}

    private record Known(Limits limits, Instant readAt) {}

    /**
     * How long a record is kept after its end, as of some seconds ago. May ask MongoDB.
     *
     * @throws DataAccessException if that was never read: no record is written then that might be deleted too early
     */
    public Duration age() {
        return limits().age();
    }

    DataSize size() {
        return limits().size();
    }

    private Limits limits() {
        Known last = known;
        if (last != null && last.readAt.plusSeconds(EVERY_SECONDS).isAfter(clock.now())) {
            return last.limits;
        }
        try {
            return read();
        } catch (DataAccessException e) {
            if (last == null) {
                throw e;
            }
            known = new Known(last.limits, clock.now());
            return last.limits;
        }
    }

    /**
     * The limits as stored in MongoDB.
     *
     * @throws DataAccessException if it cannot be read: more would be deleted by what the environment says
     */
    public Limits read() {
        Limits limits = records.byId(RetentionChoice.ID, RetentionChoice.class)
                .map(RetentionChoice::limits)
                .orElseGet(this::unchosen);
        known = new Known(limits, clock.now());
        return limits;
    }

    private Limits unchosen() {
        if (own.exists(query(where("_id").is(RetentionChoice.ID)), RetentionChoice.class)) {
            throw new DataRetrievalFailureException(
                    "The retention that an administrator has chosen cannot be read. Repair or delete the document “%s” of the console’s own collection “state”"
                            .formatted(RetentionChoice.ID));
        }
        return unchosen;
    }

    /**
     * Keeps what an administrator has chosen; called within the transaction that puts it on record. Records that have ended keep
     * the time that they had, so that a longer one does not bring back what is gone.
     */
    public void choose(int days, DataSize size, LastChange change) {
        Instant keptSince = clock.now().minus(read().age());
        own.save(new RetentionChoice(RetentionChoice.ID, days, size.toMegabytes(), change.at(), change.by()));
        own.upsert(query(where("_id").is(KeptSince.ID)), new Update().max("since", keptSince), KeptSince.class);
    }

    /**
     * How long an administrator wants the history kept, and how large at most.
     *
     * @param id always {@value #ID}
     * @param days how long a record is kept after its end
     * @param megabytes how large the history may become
     * @param changedAt when that was chosen
     */
    @Document("state")
    record RetentionChoice(@Id String id, int days, long megabytes, Instant changedAt, String changedBy) {

        static final String ID = "history-retention";

        /** Checks the numbers: by a wrong one all of the history would be deleted at once, or none of it ever. */
        RetentionChoice {
            if (days < 1
                    || days > Retention.MOST_DAYS
                    || megabytes < Retention.FEWEST_MEGABYTES
                    || megabytes > Retention.MOST_MEGABYTES) {
                throw new IllegalArgumentException("No administrator can have chosen that");
            }
        }

        Retention.Limits limits() {
            return new Retention.Limits(
                    Duration.ofDays(days), DataSize.ofMegabytes(megabytes), new LastChange(changedAt, changedBy));
        }
    }
}
