package io.lockkeeper.console.remember.history;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.StreamToken;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Keeps up to where the history is recorded. */
@Component
class Places {

    private static final Logger LOG = LoggerFactory.getLogger(Places.class);
    private static final int MOST_SHOWN = 500;
    /** The most by which a clock can be ahead of another, and a place of its token. */
    private static final Duration AHEAD = Duration.ofHours(1);

    private final MongoTemplate own;
    private final OwnRecords records;
    private final ServerClock clock;

    Places(MongoTemplate own, OwnRecords records, ServerClock clock) {
        this.own = own;
        this.records = records;
        this.clock = clock;
    }

    Optional<RecorderPlace> load() {
        return records.byId(RecorderPlace.ID, RecorderPlace.class);
    }

    /**
     * Deletes a place that was written by hand and from which no recorder can go on: none could write its own over it.
     *
     * @return since when something may be missing; empty if there is no such place
     */
    Optional<Instant> forgetUnusable() {
        Query itself = query(where("_id").is(RecorderPlace.ID));
        Document stored = own.findOne(itself, Document.class, own.getCollectionName(RecorderPlace.class));
        if (stored == null || isUsable(stored)) {
            return Optional.empty();
        }
        LOG.warn(
                "Up to where the history is recorded cannot be read, and is forgotten: collection=streams id={} stored=\"{}\"",
                RecorderPlace.ID,
                Formats.visible(shortened(stored.toString())));
        own.remove(itself, RecorderPlace.class);
        Instant now = clock.now();
        Instant at = stored.get("at") instanceof Date date ? date.toInstant() : now;
        return Optional.of(at.isBefore(Instant.EPOCH) || at.isAfter(now) ? now : at);
    }

    private boolean isUsable(Document stored) {
        Instant most = clock.now().plus(AHEAD);
        return records.read(stored, RecorderPlace.class)
                .filter(Places::isOfItsTime)
                .filter(place -> place.at().isBefore(most) && place.begun().isBefore(most))
                .isPresent();
    }

    /** Whether the token is of the place's time: with an earlier one, counted leases would be counted again. */
    private static boolean isOfItsTime(RecorderPlace place) {
        return StreamToken.time(place.token().toBsonDocument())
                .map(time -> Duration.between(Instant.ofEpochSecond(time.getTime()), place.at()))
                .filter(apart -> apart.abs().compareTo(AHEAD) < 0)
                .isPresent();
    }

    private static String shortened(String stored) {
        return stored.length() > MOST_SHOWN ? stored.substring(0, MOST_SHOWN) + "…" : stored;
    }

    /** Since when all ended records are kept, if the history was too large to keep more. */
    Optional<Instant> keptSince() {
        return records.byId(KeptSince.ID, KeptSince.class).map(KeptSince::since);
    }

    /** Answers whether it was kept: it is not where a later recorder has begun. */
    boolean save(RecorderPlace place) {
        try {
            own.upsert(
                    query(where("_id").is(RecorderPlace.ID).and("fence").lte(place.fence())),
                    new Update()
                            .set("token", place.token())
                            .set("at", place.at())
                            .set("begun", place.begun())
                            .set("fence", place.fence()),
                    RecorderPlace.class);
            return true;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }
}
