package io.lockkeeper.console.watch.source;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.console.watch.dialect.Dialects.Recognized;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.console.watch.dialect.Sureness;
import io.lockkeeper.console.watch.source.Found.Unread;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.SystemDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Searches a database, or all of a cluster, for locks of other libraries and for further collections of our own: a few documents per collection,
 * within bounded time. It only reads and proposes.
 */
@Component
public class Discovery {

    static final int SAMPLE = 40;
    /** Skips larger documents: no library's locks are as large. */
    private static final DocumentLimit SAMPLED = new DocumentLimit(64 << 10);

    private static final long EACH_MILLIS = 1_000;

    private static final int UNAUTHORIZED = 13;

    private final Clusters clusters;
    private final Dialects dialects;
    private final ForbiddenPlaces forbidden;
    private final LongSupplier ticker;

    @Autowired
    Discovery(Clusters clusters, Dialects dialects, ForbiddenPlaces forbidden) {
        this(clusters, dialects, forbidden, System::nanoTime);
    }

    Discovery(Clusters clusters, Dialects dialects, ForbiddenPlaces forbidden, LongSupplier ticker) {
        this.forbidden = forbidden;
        this.ticker = ticker;
        this.clusters = clusters;
        this.dialects = dialects;
    }

    /**
     * Searches one database, for an administrator.
     *
     * @param name the cluster's; null for the console's own
     * @param from the first collection to look at; empty for all
     */
    public Found look(@Nullable String name, String database, String from) {
        AdminCheck.present();
        Cluster cluster = clusters.get(name);
        try {
            Place.requireDatabase(database);
            forbidden.refuse(Place.of(name, database, LockDocument.COLLECTION));
            return look(
                    cluster,
                    cluster.client().getDatabase(database),
                    from,
                    new SearchBounds(ticker, SearchBounds.AT_MOST));
        } catch (IllegalArgumentException e) {
            throw new InvalidException(String.valueOf(e.getMessage()));
        } catch (MongoCommandException e) {
            throw new RefusedException(
                    "MongoDB did not list the collections of %s: %s.".formatted(database, e.getErrorMessage()));
        } catch (MongoException e) {
            throw new RefusedException(cluster.sentence(e));
        }
    }

    /**
     * Searches all databases on which the console's user has a privilege, but MongoDB's own, for an administrator. All of them
     * together have the time that one has; {@link FoundEverywhere#next} says where to go on.
     *
     * @param name the cluster's; null for the console's own
     * @param from where to begin, as an earlier search said; empty for the beginning
     */
    public FoundEverywhere lookEverywhere(@Nullable String name, String from) {
        AdminCheck.present();
        Cluster cluster = clusters.get(name);
        try {
            return lookEverywhere(cluster, from, SearchBounds.AT_MOST);
        } catch (MongoCommandException e) {
            throw new RefusedException("MongoDB did not list the databases: %s.".formatted(e.getErrorMessage()));
        } catch (MongoException e) {
            throw new RefusedException(cluster.sentence(e));
        }
    }

    /** For at most so long, and a second. */
    FoundEverywhere lookEverywhere(Cluster cluster, String from, Duration atMost) {
        return look(cluster, databases(cluster), new Position(from), new SearchBounds(ticker, atMost));
    }

    private List<String> databases(Cluster cluster) {
        return cluster
                .client()
                .listDatabases(BsonDocument.class)
                .nameOnly(true)
                .authorizedDatabasesOnly(true)
                .maxTime(EACH_MILLIS, TimeUnit.MILLISECONDS)
                .map(each -> each.getString("name").getValue())
                .into(new ArrayList<>())
                .stream()
                .filter(each -> SystemDatabases.refusal(each).isEmpty())
                .filter(each -> !forbidden.isOwn(Place.of(cluster.name(), each, LockDocument.COLLECTION)))
                .sorted()
                .toList();
    }

    private FoundEverywhere look(Cluster cluster, List<String> names, Position from, SearchBounds bounds) {
        List<Found> found = new ArrayList<>();
        List<Unread> unread = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (String each : names) {
            if (each.compareTo(from.database()) < 0) {
                continue;
            }
            if (bounds.areReached()) {
                left.add(each);
                continue;
            }
            try {
                found.add(look(cluster, cluster.client().getDatabase(each), from.within(each), bounds));
            } catch (MongoCommandException e) {
                unread.add(new Unread(each, e.getErrorMessage()));
            }
        }
        return new FoundEverywhere(cluster.name(), found, unread, left, bounds.taken());
    }

    /** A database, or a collection in it behind a dot, which no database's name has. */
    private record Position(String text) {

        String database() {
            return text.contains(".") ? text.substring(0, text.indexOf('.')) : text;
        }

        /** The first collection of this database to be sampled. */
        String within(String name) {
            return text.startsWith(name + ".") ? text.substring(name.length() + 1) : "";
        }
    }

    private Found look(Cluster cluster, MongoDatabase database, String from, SearchBounds bounds) {
        Duration before = bounds.taken();
        Names names = names(database);
        List<Proposal> proposals = new ArrayList<>();
        List<Unread> unread = new ArrayList<>();
        List<String> wanted =
                names.all().stream().filter(each -> each.compareTo(from) >= 0).toList();
        int looked = 0;
        while (looked < wanted.size() && (looked == 0 || !bounds.areReached())) { // one at least, so that it gets on
            sample(cluster, database, wanted.get(looked++), proposals, unread);
        }
        proposeIdle(cluster, database, names.all(), proposals);
        proposals.sort(Found.ORDER);
        return new Found(
                cluster.name(),
                database.getName(),
                looked,
                wanted.size() - looked,
                proposals,
                unread,
                names.onlyGranted(),
                bounds.taken().minus(before),
                looked < wanted.size() ? wanted.get(looked) : null);
    }

    private record Names(List<String> all, boolean onlyGranted) {}

    /** Leaves out views, MongoDB's own collections, and hints. */
    private static Names names(MongoDatabase database) {
        try {
            List<String> all = database.listCollections(BsonDocument.class)
                    .filter(Filters.eq("type", "collection"))
                    .map(each -> each.getString("name").getValue())
                    .into(new ArrayList<>());
            return new Names(usable(all), false);
        } catch (MongoCommandException e) {
            if (e.getCode() != UNAUTHORIZED) {
                throw e;
            }
            List<String> granted =
                    database.listCollectionNames().authorizedCollections(true).into(new ArrayList<>());
            return new Names(usable(granted), true);
        }
    }

    private static List<String> usable(List<String> names) {
        return names.stream()
                .filter(name -> Place.refusal(name).isEmpty() && !name.startsWith(HintPlace.PREFIX + "."))
                .sorted()
                .toList();
    }

    private void sample(
            Cluster cluster, MongoDatabase database, String name, List<Proposal> proposals, List<Unread> unread) {
        try {
            MongoCollection<BsonDocument> collection = database.getCollection(name, BsonDocument.class);
            List<BsonDocument> sample = collection
                    .aggregate(List.of(Aggregates.sample(SAMPLE), Aggregates.match(SAMPLED.fits())))
                    .batchSize(SAMPLED.batch())
                    .maxTime(EACH_MILLIS, TimeUnit.MILLISECONDS)
                    .into(new ArrayList<>());
            Place place = Place.of(cluster.name(), database.getName(), name);
            proposals.addAll(
                    sample.isEmpty()
                            ? empty(place, collection)
                            : new SampledDocuments(
                                            dialects,
                                            forbidden,
                                            place,
                                            sample,
                                            cluster.clock().now())
                                    .proposals());
        } catch (MongoCommandException e) {
            boolean denied = e.getCode() == UNAUTHORIZED;
            unread.add(new Unread(name, denied ? "the console's MongoDB user may not read it" : e.getErrorMessage()));
        } catch (MongoClientException e) {
            throw e;
        } catch (MongoException e) {
            unread.add(new Unread(name, "it did not answer within a second"));
        }
    }

    /** The proposals for a collection in which nothing is locked: by its indexes, and its usual name. */
    private List<Proposal> empty(Place place, MongoCollection<BsonDocument> collection) {
        List<Recognized> fits = dialects.recognizeEmpty(place.namespace().getCollectionName(), indexes(collection));
        return forbidden.isFirst(place) || fits.isEmpty()
                ? List.of()
                : List.of(Proposal.of(place, List.of(fits), 0, false));
    }

    private static List<BsonDocument> indexes(MongoCollection<BsonDocument> collection) {
        try {
            return collection
                    .listIndexes(BsonDocument.class)
                    .maxTime(EACH_MILLIS, TimeUnit.MILLISECONDS)
                    .into(new ArrayList<>());
        } catch (MongoCommandException e) {
            return List.of();
        }
    }

    /** Proposes a collection whose agents have documents beside it, also if no lock was used for a day. */
    private void proposeIdle(Cluster cluster, MongoDatabase database, List<String> names, List<Proposal> proposals) {
        Place place = Place.of(cluster.name(), database.getName(), LockDocument.COLLECTION);
        boolean named = names.containsAll(List.of(LockDocument.COLLECTION, AgentDocument.COLLECTION));
        boolean found = proposals.stream().anyMatch(it -> it.place().equals(place));
        if (named && !found && !forbidden.isFirst(place) && hasAgents(database)) {
            Dialect own = dialects.find(LockkeeperDialect.ID).orElseThrow();
            List<String> by = List.of("the agents beside it");
            proposals.add(new Proposal(place, own, Sureness.CERTAIN, by, 0, 0, false, List.of()));
        }
    }

    private static boolean hasAgents(MongoDatabase database) {
        try {
            BsonDocument any = database.getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                    .find(DocumentLimit.OF_AGENTS.fits())
                    .maxTime(EACH_MILLIS, TimeUnit.MILLISECONDS)
                    .first();
            return any != null && !AgentDocument.fromBson(any).id().isEmpty();
        } catch (MongoCommandException | MongoExecutionTimeoutException | IllegalArgumentException e) {
            return false;
        }
    }

    /** The time limit of one search. Not thread-safe. */
    static final class SearchBounds {

        /** Of a search that somebody awaits. */
        static final Duration AT_MOST = Duration.ofSeconds(20);

        private final LongSupplier ticker;
        private final Duration atMost;
        private final long began;

        /** @param ticker nanoseconds */
        SearchBounds(LongSupplier ticker, Duration atMost) {
            this.ticker = ticker;
            this.atMost = atMost;
            began = ticker.getAsLong();
        }

        boolean areReached() {
            return taken().compareTo(atMost) > 0;
        }

        Duration taken() {
            return Duration.ofNanos(ticker.getAsLong() - began);
        }
    }
}
