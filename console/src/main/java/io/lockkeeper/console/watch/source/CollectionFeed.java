package io.lockkeeper.console.watch.source;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import io.lockkeeper.console.ground.loops.RestartPause;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.console.watch.cluster.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the locks of one collection's sources current until it is stopped: follows one change stream, and reopens it where it broke. Where
 * that place is lost, it starts afresh by reading the collection.
 */
public final class CollectionFeed {

    private static final Logger LOG = LoggerFactory.getLogger(CollectionFeed.class);
    private static final String RESUMABLE = "ResumableChangeStreamError";
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

    private final RestartPause pause = new RestartPause(Duration.ofMillis(500));
    private final Worker worker = new Worker("collection-feed", this::turn, this::failed, this::rest);
    private final Cluster cluster;
    private final Place place;
    private final List<FollowedSource> sources;
    private final Pulse pulse;
    private final CollectionStream stream;
    private final AtomicBoolean stopped;
    private String lastCause = "";

    private CollectionFeed(
            Cluster cluster,
            List<FollowedSource> sources,
            Pulse pulse,
            CollectionStream stream,
            AtomicBoolean stopped) {
        this.cluster = cluster;
        place = sources.getFirst().source().place();
        this.sources = List.copyOf(sources);
        this.pulse = pulse;
        this.stream = stream;
        this.stopped = stopped;
    }

    /** The feed of Lockkeeper's own locks, which are judged by that pulse. Only the board hears of their changes. */
    public static CollectionFeed of(Cluster cluster, LockSource source, Board board, Pulse pulse) {
        return of(cluster, source, board, pulse, new SharedChanges());
    }

    /** @param shared the changes as the recorder's stream brings them */
    static CollectionFeed of(Cluster cluster, LockSource source, Board board, Pulse pulse, SharedChanges shared) {
        List<FollowedSource> followed = List.of(new FollowedSource(source, board, List.of()));
        CollectionStream stream = new CollectionStream(
                cluster, followed, pulse, Optional::empty, EarlierChanges.NONE, LOOK_EVERY, shared);
        return new CollectionFeed(cluster, followed, pulse, stream, new AtomicBoolean());
    }

    /** @param kept up to which mark an earlier feed of the collection reported */
    static CollectionFeed of(Cluster cluster, List<FollowedSource> sources, Supplier<Optional<StreamMark>> kept) {
        return of(cluster, sources, kept, past -> false, LOOK_EVERY);
    }

    /** @param pasts asked to read what happened before the collection was followed; answers whether it does */
    static CollectionFeed of(
            Cluster cluster,
            List<FollowedSource> sources,
            Supplier<Optional<StreamMark>> kept,
            Predicate<SourcePasts.Wanted> pasts) {
        return of(cluster, sources, kept, pasts, LOOK_EVERY);
    }

    /** @param lookEvery how often it looks whether the collection's options are still the same */
    static CollectionFeed of(
            Cluster cluster,
            List<FollowedSource> sources,
            Supplier<Optional<StreamMark>> kept,
            Predicate<SourcePasts.Wanted> pasts,
            Duration lookEvery) {
        Place place = sources.getFirst().source().place();
        Pulse pulse = new Pulse(cluster.clock());
        AtomicBoolean stopped = new AtomicBoolean();
        EarlierChanges past = (since, until) ->
                pasts.test(new SourcePasts.Wanted(cluster, place, sources, since, until, () -> !stopped.get()));
        CollectionStream stream = new CollectionStream(cluster, sources, pulse, kept, past, lookEvery, null);
        return new CollectionFeed(cluster, sources, pulse, stream, stopped);
    }

    public void start() {
        stopped.set(false);
        worker.start();
    }

    public void stop() {
        stopped.set(true);
        worker.stop();
        sources.forEach(source -> source.board().close());
    }

    List<FollowedSource> sources() {
        return sources;
    }

    /** How far the boards can be trusted. */
    public Freshness freshness() {
        return pulse.freshness(trouble().isEmpty());
    }

    /** The last time in which the locks were not known. */
    public Outage lastOutage() {
        return pulse.lastOutage();
    }

    /** Why the feed stands still, as a sentence; empty while it runs. */
    public String trouble() {
        return pulse.trouble();
    }

    private void turn() {
        try {
            follow();
        } finally {
            pulse.streaming(false);
        }
    }

    /** Reads the collection again after a failure, because the boards may be half changed. */
    private void failed(Throwable cause) {
        stream.startAfresh();
        pause.failed();
        pulse.failed(cause.toString());
    }

    private long rest() {
        return pause.after(stream.streamedFor()).toMillis();
    }

    private void follow() {
        try {
            stream.follow(worker::isOpen);
            stream.startAfresh();
        } catch (MongoCommandException e) {
            if (!e.hasErrorLabel(RESUMABLE)) {
                stream.lost();
            }
            broke(e);
        } catch (MongoException e) {
            broke(e);
        }
    }

    private void broke(MongoException e) {
        boolean answered = MongoTrouble.isAnswer(e);
        if (answered) {
            pause.failed();
        }
        String why = MongoTrouble.isRefusal(e)
                ? "MongoDB denies this to the console: its user needs find, changeStream and listIndexes on %s."
                        .formatted(place)
                : cluster.sentence(e);
        pulse.broke(why, answered ? cluster.sentence(e) : "");
        if (worker.isOpen() && !why.equals(lastCause)) {
            lastCause = why;
            LOG.warn(
                    "A collection's change stream broke and is opened again, at least once a minute: collection={} because=\"{}\"",
                    place,
                    why);
        }
    }
}
