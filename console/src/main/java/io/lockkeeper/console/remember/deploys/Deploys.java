package io.lockkeeper.console.remember.deploys;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** The deploys that consoles have seen. Thread-safe. */
@Component
public class Deploys {

    /** The latest ones are kept: a few hundred kilobytes at most. */
    private static final int KEPT = 2_000;

    /** How long an answer is reused: every open page asks, that of a lock every few seconds. */
    private static final Duration FRESH = Duration.ofSeconds(5);

    private final MongoTemplate own;
    private final OwnRecords records;
    private volatile @Nullable Read latest;

    private record Read(DeployBook book, long at) {}

    Deploys(MongoTemplate own, OwnRecords records) {
        this.own = own;
        this.records = records;
    }

    /**
     * The deploys between the instants, as of some seconds ago, the oldest first; none for a user who is limited to some locks, and so may
     * not know all services.
     *
     * @throws DataAccessException if MongoDB refuses, or does not answer
     */
    public List<Deploy> between(LockScope scope, Instant from, Instant until) {
        return !scope.seesEveryLock()
                ? List.of()
                : recent().deploys().stream()
                        .filter(deploy -> deploy.before() != null)
                        .filter(deploy ->
                                !deploy.at().isBefore(from) && deploy.at().isBefore(until))
                        .toList();
    }

    private DeployBook recent() {
        Read last = latest;
        long now = System.nanoTime();
        if (last == null || now - last.at > FRESH.toNanos()) {
            last = new Read(book(), now);
            latest = last;
        }
        return last.book;
    }

    /** Reads the book from MongoDB. */
    DeployBook book() {
        return records.find(query(where("_id").is(DeployBook.ID)), DeployBook.class).stream()
                .findFirst()
                .orElse(DeployBook.EMPTY);
    }

    void add(List<Deploy> deploys) {
        own.upsert(
                query(where("_id").is(DeployBook.ID)),
                new Update().push("deploys").slice(-KEPT).each(deploys.toArray()),
                DeployBook.class);
        latest = null;
    }

    /**
     * The last deploys in one document, so that one read returns them all.
     *
     * <pre>{@code
     * { _id: "deploys", deploys: [ { service: "billing", version: "0.2.0", before: "0.1.0", at: .. } ] }
     * }</pre>
     *
     * @param deploys the oldest first; what a service runs when it is first seen is one without a version before
     */
    @Document("state")
    record DeployBook(@Id String id, List<Deploy> deploys) {

        static final String ID = "deploys";
        static final DeployBook EMPTY = new DeployBook(ID, List.of());

        DeployBook {
            deploys = List.copyOf(deploys);
        }

        /** The last deploy of each service. */
        Map<String, Deploy> latest() {
            Map<String, Deploy> latest = new HashMap<>();
            deploys.forEach(deploy -> latest.put(deploy.service(), deploy));
            return latest;
        }
    }
}
