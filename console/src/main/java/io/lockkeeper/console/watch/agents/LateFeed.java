package io.lockkeeper.console.watch.agents;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.LateAttempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Agents' reports of holders that act on leases they have lost: the latest {@value #MOST}, read every two seconds. */
@Component
public class LateFeed implements RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(LateFeed.class);
    private static final long PERIOD_MILLIS = 2_000;
    private static final long LIMIT_SECONDS = 3;
    private static final int MOST = 500;
    private static final String LOOP = AgentDocument.COLLECTION + ": late attempts";
    private static final DocumentLimit LIMIT = DocumentLimit.SMALL;

    private final Worker reading = new Worker("late-attempts", this::read, PERIOD_MILLIS);
    private final MongoCollection<BsonDocument> agents;
    private final Undigested undigested;
    private volatile List<LateAttempt> latest = List.of();
    private boolean failing;
    private int damaged;

    LateFeed(MongoDatabase database, Undigested undigested) {
        this.undigested = undigested;
        this.agents = database.getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                .withReadPreference(ReadPreference.primary());
    }

    /** The latest first. The server purges them after a day. */
    public List<LateAttempt> latest() {
        return latest;
    }

    /** The reports about one lock: of one in a source without agents' documents, none. */
    public List<LateAttempt> of(LockId lock) {
        return RosterFeed.isBeside(lock.source())
                ? latest.stream()
                        .filter(it -> it.lease().lock().equals(lock.name()))
                        .toList()
                : List.of();
    }

    @Override
    public Worker worker() {
        return reading;
    }

    void read() {
        try {
            List<LateAttempt> found = new ArrayList<>();
            damaged = 0;
            agents.find(Filters.and(Filters.exists(LateAttempt.FIELD), LIMIT.fits()))
                    .sort(Sorts.descending("last"))
                    .limit(MOST)
                    .batchSize(MOST)
                    .maxTime(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .forEach(each -> add(each, found));
            latest = List.copyOf(found);
            failing = false;
            steppedOver();
        } catch (MongoException e) {
            if (!failing) {
                LOG.warn("Late attempts could not be read: {}", MongoTrouble.sentence(e));
            }
            failing = true;
        }
    }

    /** Reports what was skipped; too large documents are counted with the agents' own. */
    private void steppedOver() {
        if (damaged == 0) {
            undigested.clear(LOOP);
        } else {
            undigested.note(
                    LOOP,
                    String.format(
                            Locale.ROOT,
                            "%,d reports of late attempts in the collection agents are damaged: they are passed over.",
                            damaged));
        }
    }

    private void add(BsonDocument document, List<LateAttempt> found) {
        try {
            found.add(LateAttempt.fromBson(document));
        } catch (RuntimeException e) {
            LOG.debug("A document in {} is not shown", AgentDocument.COLLECTION, e);
            damaged++;
        }
    }
}
