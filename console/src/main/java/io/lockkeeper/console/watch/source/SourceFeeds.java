package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Dialects;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** Follows the first collection and every stored source, with one stream per collection, and refreshes open pages up to four times a second. */
@Component
public class SourceFeeds implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(SourceFeeds.class);
    private static final long LOOK_MILLIS = 3_000;
    private static final long TICK_MILLIS = 250;

    private final Worker looking = new Worker("sources", this::look, LOOK_MILLIS);
    private static final Query BY_ID = new Query().with(Sort.by("id"));

    private final Worker ticking = new Worker("sources-pages", this::tick, TICK_MILLIS);
    private final List<Consumer<Instant>> subscribers = new CopyOnWriteArrayList<>();
    private final OwnRecords records;
    private final Dialects dialects;
    private final Clusters clusters;
    private final ServerClock clock;
    private final StreamMarks marks;
    private final SourcePasts pasts;
    private final List<LockWrite.Listener> listeners;
    private final Watched first;
    private final Map<Place, CollectionFeed> feeds = new HashMap<>();
    private volatile Map<String, Watched> views = Map.of();
    private boolean stopped;
    private boolean told;

    SourceFeeds(
            OwnRecords records,
            Dialects dialects,
            Clusters clusters,
            StreamMarks marks,
            SourcePasts pasts,
            List<LockWrite.Listener> listeners,
            FirstCollection first) {
        this.first = first.watched();
        this.records = records;
        this.dialects = dialects;
        this.clusters = clusters;
        this.clock = this.first.clock();
        this.marks = marks;
        this.pasts = pasts;
        this.listeners = listeners;
    }

    /**
     * A source as pages see it.
     *
     * @param feed missing if the dialect's file is, or the cluster's setting
     * @param board its locks; missing as the feed is
     * @param trouble why it is not followed at all; empty if it is
     * @param clock of its cluster
     */
    public record Watched(
            LockSource source,
            Optional<CollectionFeed> feed,
            Optional<Board> board,
            String trouble,
            ServerClock clock) {

        /** Whether it is the console's first collection. */
        public boolean isFirst() {
            return source.id().equals(LockId.FIRST);
        }

        /** The dialect of its documents; empty if it is not read. */
        public Optional<Dialect> dialect() {
            return board.map(Board::dialect);
        }

        /** Whether its locks have been read. */
        boolean isRead() {
            return feed.map(it -> it.freshness().asOf()).isPresent();
        }

        public boolean isLive() {
            return board.isPresent()
                    && feed.map(CollectionFeed::freshness)
                            .filter(Freshness::isLive)
                            .isPresent();
        }

        /** The moment for which its locks are complete, and judged; now if there is none. */
        public Instant asOf() {
            return feed.map(it -> it.freshness().asOf()).orElseGet(clock::now);
        }

        /** The last time in which its locks were unknown. */
        public Outage lastOutage() {
            return feed.map(CollectionFeed::lastOutage).orElse(Outage.NONE);
        }
    }

    /** All stored sources within the scope, by id. */
    public List<Watched> all(LockScope scope) {
        return views.values().stream()
                .filter(each -> scope.seesSource(each.source().id()))
                .toList();
    }

    /** The summary of each source within the scope, the console's first collection among them. */
    public List<SourceSummary> summaries(LockScope scope) {
        return Stream.concat(Stream.of(first), all(scope).stream())
                .map(SourceSummary::of)
                .toList();
    }

    public Optional<Watched> find(LockScope scope, String id) {
        return scope.seesSource(id) ? Optional.ofNullable(views.get(id)) : Optional.empty();
    }

    /** The console's first collection. */
    public LockSource first() {
        return first.source();
    }

    /** The console's first collection and all stored sources, regardless of scopes. */
    public List<Watched> every() {
        return Stream.concat(Stream.of(first), views.values().stream()).toList();
    }

    /** The source of a lock within the scope. */
    public Optional<Watched> of(LockScope scope, LockId lock) {
        return of(scope, lock.source()).filter(it -> scope.sees(lock));
    }

    /** The source with this id: also the console's first collection, of which each user sees some locks. */
    public Optional<Watched> of(LockScope scope, String source) {
        return source.isEmpty() ? Optional.of(first) : find(scope, source);
    }

    /**
     * Subscribes until the returned {@code Runnable} is run. The subscriber is called on the feeds' thread and must be quick.
     */
    public Runnable subscribe(Consumer<Instant> subscriber) {
        subscribers.add(subscriber);
        return () -> subscribers.remove(subscriber);
    }

    public Instant now() {
        return clock.now();
    }

    /** Now, by the clock of the source's cluster. */
    public Instant now(String source) {
        Watched known = views.get(source);
        return known == null ? now() : known.clock().now();
    }

    /** Reads the stored sources, which another console may have changed, and follows exactly those. */
    synchronized void look() {
        try {
            List<LockSource> found = records.find(BY_ID, LockSource.class).stream()
                    .filter(source -> !source.id().equals(LockId.FIRST)) // which is not stored
                    .toList();
            told = false;
            if (!stopped) {
                follow(found);
            }
        } catch (DataAccessException e) {
            if (!told) {
                told = true;
                LOG.warn("The stored sources cannot be read: {}", e.getMessage());
            }
        }
    }

    private void follow(List<LockSource> found) {
        Map<Place, List<LockSource>> wanted = found.stream()
                .filter(source -> dialects.find(source.dialect()).isPresent())
                .filter(source -> clusters.find(source.cluster()).isPresent())
                .collect(Collectors.groupingBy(LockSource::place));
        feeds.entrySet().removeIf(feed -> ends(feed.getValue(), wanted.getOrDefault(feed.getKey(), List.of())));
        wanted.forEach((place, sources) -> feeds.computeIfAbsent(place, it -> begin(it, sources)));
        Map<String, Watched> known = new TreeMap<>();
        found.forEach(source -> known.put(source.id(), view(source)));
        views = known;
    }

    private static boolean ends(CollectionFeed feed, List<LockSource> wanted) {
        boolean same = ids(feed.sources().stream().map(FollowedSource::source)).equals(ids(wanted.stream()));
        if (!same) {
            feed.stop();
        }
        return !same;
    }

    private static List<String> ids(Stream<LockSource> sources) {
        return sources.map(LockSource::id).toList();
    }

    private CollectionFeed begin(Place place, List<LockSource> sources) {
        List<FollowedSource> followed = sources.stream()
                .map(source -> new FollowedSource(source, board(source), listeners))
                .toList();
        CollectionFeed feed = CollectionFeed.of(cluster(place), followed, () -> marks.load(place), pasts::want);
        feed.start();
        return feed;
    }

    private Board board(LockSource source) {
        return new Board(dialects.find(source.dialect()).orElseThrow());
    }

    private Watched view(LockSource source) {
        Optional<CollectionFeed> feed = Optional.ofNullable(feeds.get(source.place()));
        Optional<Board> board = feed.flatMap(it -> it.sources().stream()
                .filter(each -> each.source().id().equals(source.id()))
                .map(FollowedSource::board)
                .findFirst());
        return new Watched(source, board.isPresent() ? feed : Optional.empty(), board, trouble(source), clock(source));
    }

    private String trouble(LockSource source) {
        if (clusters.find(source.cluster()).isEmpty()) {
            return "The console's settings name no cluster “%s”.".formatted(source.cluster());
        }
        return dialects.find(source.dialect()).isPresent()
                ? ""
                : "No file has the dialect “%s”.".formatted(source.dialect());
    }

    private ServerClock clock(LockSource source) {
        return clusters.find(source.cluster()).map(Cluster::clock).orElse(clock);
    }

    private Cluster cluster(Place place) {
        return clusters.find(place.cluster()).orElseThrow();
    }

    private void tick() {
        Instant now = clock.now();
        subscribers.forEach(each -> Resilient.run("page's sources", () -> each.accept(now), cause -> {}));
    }

    @Override
    public void start() {
        synchronized (this) {
            stopped = false;
        }
        first.feed().ifPresent(CollectionFeed::start);
        looking.start();
        ticking.start();
    }

    @Override
    public void stop() {
        first.feed().ifPresent(CollectionFeed::stop);
        looking.stop();
        ticking.stop();
        synchronized (this) {
            stopped = true;
            feeds.values().forEach(CollectionFeed::stop);
            feeds.clear();
        }
    }

    @Override
    public boolean isRunning() {
        return looking.isRunning();
    }
}
