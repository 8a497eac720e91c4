package io.lockkeeper.console.remember.deploys;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.model.AgentDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Looks twice a minute, in the console that records the history, which version of the library each service's newest process runs. */
@Component
class DeployWatch implements RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(DeployWatch.class);
    private static final long EVERY_MILLIS = 30_000;
    private static final long LIMIT_SECONDS = 3;
    private static final int SERVICES = 1_000;

    /** The version that the newest process of each service runs. */
    private static final List<Bson> NEWEST = List.of(
            Aggregates.match(Filters.and(
                    Filters.type("service", BsonType.STRING),
                    Filters.type("version", BsonType.STRING),
                    Filters.type("started", BsonType.DATE_TIME),
                    DocumentLimit.OF_AGENTS.fits())),
            Aggregates.sort(Sorts.ascending("started")),
            Aggregates.group(
                    "$service", Accumulators.last("version", "$version"), Accumulators.last("started", "$started")),
            Aggregates.limit(SERVICES));

    private final Worker worker = new Worker("deploys", this::look, EVERY_MILLIS);
    private final MongoCollection<Document> agents;
    private final Deploys deploys;
    private final Recorder recorder;
    private final ServerClock clock;

    DeployWatch(MongoDatabase database, Deploys deploys, Recorder recorder, ServerClock clock) {
        this.agents = database.getCollection(AgentDocument.COLLECTION).withReadPreference(ReadPreference.primary());
        this.deploys = deploys;
        this.recorder = recorder;
        this.clock = clock;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    private void look() {
        if (recorder.isInCharge()) {
            try {
                keep();
            } catch (MongoException | DataAccessException e) {
                LOG.debug("Deploys are not seen for now", e);
            }
        }
    }

    /** Notes what has changed since the last look. */
    void keep() {
        Map<String, Deploy> known = deploys.book().latest();
        List<Deploy> found = new ArrayList<>();
        for (Document newest : agents.aggregate(NEWEST).maxTime(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            deploy(newest, known).ifPresent(found::add);
        }
        if (!found.isEmpty()) {
            deploys.add(found);
        }
    }

    private Optional<Deploy> deploy(Document newest, Map<String, Deploy> known) {
        String service = Deploy.cut(newest.getString("_id"));
        String version = Deploy.cut(newest.getString("version"));
        Deploy before = known.get(service);
        if (before == null) {
            return Optional.of(Deploy.of(service, version, null, started(newest)));
        }
        return version.equals(before.version())
                ? Optional.empty()
                : Optional.of(Deploy.of(service, version, before.version(), started(newest)));
    }

    /** A service can write what it likes, but nothing has started later than now. */
    private Instant started(Document newest) {
        Instant started = newest.getDate("started").toInstant();
        return started.isAfter(clock.now()) ? clock.now() : started;
    }
}
