package io.lockkeeper.console.judge.findings;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.FindAndReplaceOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * Records since when findings have stood, over a restart and for all consoles, on a thread of its own. Of very many only the most urgent
 * are kept. What cannot be read or written is known only by this console. Thread-safe.
 */
@Component
class Sightings implements RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(Sightings.class);
    private static final long EVERY_MILLIS = 10_000;
    private static final int MOST = 1_000;
    private static final int MOST_READ = 5 * MOST;
    private static final int MOST_KEPT = 50_000;
    private static final int MOST_KEPT_A_TURN = 50;
    private static final String ID = "_id";
    private static final String FIRST_SEEN = "firstSeen";
    private static final String LAST_SEEN = "lastSeen";
    private static final String ON_IT = "onIt";
    private static final Duration LIMIT = Duration.ofSeconds(5);
    /** How long a finding may be unseen and still be the same: a restart takes that long. */
    private static final Duration UNSEEN = Duration.ofMinutes(15);

    private final Worker worker = new Worker("sightings", this::turn, EVERY_MILLIS);
    private final MongoTemplate own;
    private final OwnRecords records;
    private final ServerClock clock;
    /** The findings that this console saw end, and when: earlier stored ones are about another time. */
    private final Map<String, Instant> ended = new LinkedHashMap<>();

    private final Map<String, PastFinding> toRemove = new LinkedHashMap<>();
    private volatile Map<String, Sighting> kept = Map.of();
    private volatile List<Finding> standing = List.of();
    private boolean troubled;

    Sightings(MongoTemplate own, OwnRecords records, ServerClock clock) {
        this.own = own;
        this.records = records;
        this.clock = clock;
    }

    /** When a present finding was first seen: by this console, another one, or before a restart. */
    Instant firstSeen(String finding, Instant here) {
        Sighting known = kept.get(finding);
        return known == null || !known.firstSeen().isBefore(here) || isOfEarlier(finding, known)
                ? here
                : known.firstSeen();
    }

    /** The operator who works on a present finding; null for none. */
    @Nullable
    OnIt onIt(String finding) {
        Sighting known = kept.get(finding);
        return known == null || isOfEarlier(finding, known) ? null : known.onIt();
    }

    /**
     * Stores who works on a finding that stands, null for no one. Called within the transaction that puts it on record.
     *
     * @return false if somebody has changed that since the finding was seen; then nothing is stored
     */
    boolean storeOnIt(Finding finding, @Nullable OnIt onIt) {
        OnIt seen = finding.onIt();
        Criteria changed = new Criteria()
                .orOperator(
                        where("onIt.by").ne(seen == null ? null : seen.by()),
                        where("onIt.since").ne(seen == null ? null : seen.since()));
        if (own.exists(query(where(ID).is(finding.id()).andOperator(changed)), Sighting.class)) {
            return false;
        }
        Update update = new Update().min(FIRST_SEEN, finding.firstSeen()).max(LAST_SEEN, finding.lastSeen());
        own.upsert(
                query(where(ID).is(finding.id())),
                onIt == null ? update.unset(ON_IT) : update.set(ON_IT, onIt),
                Sighting.class);
        return true;
    }

    private synchronized boolean isOfEarlier(String finding, Sighting known) {
        Instant end = ended.get(finding);
        return end != null && !known.firstSeen().isAfter(end);
    }

    /**
     * Ends a pass.
     *
     * @param counted the findings that stand, the most urgent first
     * @param dismissed those that stand and were dismissed
     * @param over those that stood before and do not any more
     */
    synchronized void seen(List<Finding> counted, List<Finding> dismissed, List<Finding> over, Instant now) {
        standing =
                Stream.concat(counted.stream(), dismissed.stream()).limit(MOST).toList();
        over.forEach(finding -> {
            ended.remove(finding.id());
            ended.put(finding.id(), now);
            toRemove.put(finding.id(), PastFinding.of(finding, now));
        });
        ended.values().removeIf(at -> at.plus(UNSEEN).isBefore(now));
        bound(ended);
        bound(toRemove);
    }

    private static void bound(Map<String, ?> some) {
        while (some.size() > MOST) {
            some.remove(some.keySet().iterator().next());
        }
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void turn() {
        try {
            write();
            read();
            troubled = false;
        } catch (DataAccessException e) {
            if (!troubled) {
                LOG.debug("Since when findings stand cannot be kept for now", e);
            }
            troubled = true;
        }
    }

    private void write() {
        List<Finding> all = standing;
        Map<String, PastFinding> over = takeToRemove();
        if (all.isEmpty() && over.isEmpty()) {
            return;
        }
        keep(over.values());
        BulkOperations bulk = own.bulkOps(BulkOperations.BulkMode.UNORDERED, Sighting.class);
        over.forEach((finding, past) ->
                bulk.remove(query(where(ID).is(finding).and(FIRST_SEEN).lte(past.endedAt()))));
        all.forEach(it -> bulk.upsert(
                query(where(ID).is(it.id())),
                new Update().min(FIRST_SEEN, it.firstSeen()).max(LAST_SEEN, it.lastSeen())));
        bulk.execute();
    }

    /** Keeps those that are over for the page of an incident; where very many are kept already, what stands now matters more. */
    private void keep(Collection<PastFinding> over) {
        if (!over.isEmpty() && own.estimatedCount(PastFinding.class) < MOST_KEPT) {
            BulkOperations bulk = own.bulkOps(BulkOperations.BulkMode.UNORDERED, PastFinding.class);
            over.stream()
                    .limit(MOST_KEPT_A_TURN)
                    .forEach(past -> bulk.replaceOne(
                            query(where(ID).is(past.id())),
                            past,
                            FindAndReplaceOptions.options().upsert()));
            bulk.execute();
        }
    }

    private synchronized Map<String, PastFinding> takeToRemove() {
        Map<String, PastFinding> taken = new LinkedHashMap<>(toRemove);
        toRemove.clear();
        return taken;
    }

    /** Takes what is stored now. */
    void read() {
        Map<String, Sighting> read = new HashMap<>();
        records.find(
                        query(where(LAST_SEEN).gt(clock.now().minus(UNSEEN)))
                                .limit(MOST_READ)
                                .maxTime(LIMIT),
                        Sighting.class)
                .forEach(each -> read.put(each.finding(), each));
        kept = read;
    }

    /**
     * Since when a finding has stood, so that it is known after a restart, and the same on all consoles.
     *
     * @param finding the finding's id
     * @param firstSeen when a console found it first, by the server's clock
     * @param lastSeen when one saw it last; the server deletes the record after a while
     * @param onIt who works on it; null for no one
     */
    @Document(Sighting.COLLECTION)
    record Sighting(
            @Id String finding,
            Instant firstSeen,

            @Indexed(name = "lockkeeper_sightings_expiry", expireAfter = "1h")
            Instant lastSeen,

            @Nullable OnIt onIt) {

        static final String COLLECTION = "sightings";
    }
}
