package io.lockkeeper.console.watch.source;

import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.loops.RepeatedWork;
import io.lockkeeper.console.ground.loops.Worker;
import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.ground.mongodb.StreamReach;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.console.watch.cluster.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Reads the past of collections that begin to be followed, one after the other, beside the feeds: boards are live meanwhile. How far it
 * came is kept, so that a console that restarts goes on there.
 */
@Component
public class SourcePasts implements RepeatedWork {

    private static final Logger LOG = LoggerFactory.getLogger(SourcePasts.class);
    private static final long PAUSE_MILLIS = 1_000;
    private static final Duration KEEP_EVERY = Duration.ofSeconds(2);

    /** Locks change more often, so that they are known again. */
    private static final Duration KNOWN_AGAIN = Duration.ofHours(1);

    private final Worker worker = new Worker("sources-past", this::turn, PAUSE_MILLIS);
    private final BlockingQueue<Wanted> queue = new LinkedBlockingQueue<>();
    private final StreamMarks marks;
    private final PastWindow window;
    private final boolean enabled;
    /** The places whose past could not be read last, which is logged once. */
    private final Set<Place> failing = new HashSet<>();

    SourcePasts(StreamMarks marks, PastWindow window, @Value("${lockkeeper.history.enabled:true}") boolean enabled) {
        this.marks = marks;
        this.window = window;
        this.enabled = enabled;
    }

    /**
     * The past of a collection.
     *
     * @param since where it begins; {@link Instant#EPOCH} for as far back as the settings say, null for what an earlier console left
     * @param until the feed reports all that is later
     * @param open whether the collection is still followed
     */
    record Wanted(
            Cluster cluster,
            Place place,
            List<FollowedSource> sources,
            @Nullable Instant since,
            BsonTimestamp until,
            BooleanSupplier open) {}

    /** Answers whether that past will be read, by a later console if this one ends before. */
    boolean want(Wanted past) {
        if (!enabled || window.isNone()) {
            return false;
        }
        Instant from = Instant.EPOCH.equals(past.since) ? oldest(past.cluster) : past.since;
        if (from != null) {
            keepUnread(past, from);
        }
        return queue.add(past);
    }

    /** The feed keeps how far it came from now on, and would say that all before it is known. */
    private void keepUnread(Wanted past, Instant from) {
        try {
            Instant left = marks.past(past.place).map(StreamMarks.PastMark::at).orElse(from);
            marks.keepPast(
                    past.place, new StreamMarks.PastMark(left.isBefore(from) ? left : from, instant(past.until)));
        } catch (MongoException | DataAccessException e) {
            LOG.warn(
                    "A console that ends now would not read what happened before the collection was followed: collection={} because=\"{}\"",
                    past.place,
                    e.getMessage());
        }
    }

    private Instant oldest(Cluster cluster) {
        return cluster.clock().now().minus(window.length());
    }

    private void turn() {
        Wanted next = queue.poll();
        if (next == null || !next.open.getAsBoolean()) {
            return;
        }
        try {
            read(next);
            failing.remove(next.place);
        } catch (MongoOperationTimeoutException | MongoExecutionTimeoutException e) {
            giveUp(next, "MongoDB took too long to find the collection's changes among all others of its oplog.");
        } catch (MongoException | DataAccessException e) {
            if (failing.add(next.place)) {
                LOG.warn(
                        "What happened before a collection was followed cannot be read for now: collection={} because=\"{}\"",
                        next.place,
                        e.getMessage());
            }
            queue.add(next);
        }
    }

    private void read(Wanted wanted) {
        StreamMarks.PastMark left = marks.past(wanted.place).orElse(null);
        Instant since = earlier(wanted.since, left == null ? null : left.at());
        if (since == null) {
            return;
        }
        Instant oldest = oldest(wanted.cluster);
        boolean isNew = since.equals(Instant.EPOCH);
        Instant first = isNew ? oldest : since;
        Instant from = isNew ? oldest : later(since.minus(KNOWN_AGAIN), oldest);
        MongoDatabase database =
                wanted.cluster.client().getDatabase(wanted.place.namespace().getDatabaseName());
        String collection = wanted.place.namespace().getCollectionName();
        BsonTimestamp start = StreamReach.from(
                new BsonTimestamp((int) from.getEpochSecond(), 1),
                CommittedTime.of(database, collection),
                database,
                collection);
        gap(
                wanted.place,
                first,
                instant(start),
                "MongoDB no longer knew what had happened: its oplog did not reach back.");
        LOG.info(
                "What happened before a collection was followed is read: collection={} from={}",
                wanted.place,
                instant(start));
        Reading reading = new Reading(wanted, instant(start));
        new CollectionPast(database, wanted.place, wanted.sources, wanted.until, reading::goesOn, reading::reached)
                .read(start);
        reading.end();
    }

    /** One reading, and its progress. */
    private final class Reading {

        private final Wanted wanted;
        private final long began = System.nanoTime();
        private Instant at;
        private Instant kept = Instant.EPOCH;

        Reading(Wanted wanted, Instant from) {
            this.wanted = wanted;
            at = from;
            reached(from);
        }

        boolean goesOn() {
            return wanted.open.getAsBoolean() && worker.isOpen() && !isTooLong();
        }

        private boolean isTooLong() {
            return System.nanoTime() - began > PastWindow.MOST.toNanos();
        }

        void reached(Instant moment) {
            at = moment;
            Instant now = wanted.cluster.clock().now();
            if (kept.plus(KEEP_EVERY).isBefore(now)) {
                kept = now;
                marks.keepPast(wanted.place, new StreamMarks.PastMark(moment, instant(wanted.until)));
                LOG.debug("collection={} is read up to {}", wanted.place, moment);
            }
        }

        void end() {
            if (isTooLong()) {
                gap(
                        wanted.place,
                        at,
                        instant(wanted.until),
                        "There were more changes before the collection was followed than are read in %s."
                                .formatted(PastWindow.MOST));
            }
            if (isTooLong() || goesOn()) {
                marks.pastIsRead(wanted.place);
                LOG.info(
                        "What happened before a collection was followed is in the history: collection={}",
                        wanted.place);
            }
        }
    }

    private void giveUp(Wanted wanted, String why) {
        Instant from = marks.past(wanted.place).map(StreamMarks.PastMark::at).orElseGet(() -> oldest(wanted.cluster));
        gap(wanted.place, from, instant(wanted.until), why);
        marks.pastIsRead(wanted.place);
    }

    private void gap(Place place, Instant from, Instant until, String why) {
        if (until.isAfter(from)) {
            marks.keepPastGap(place, new Missed(from, until, why));
        }
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant instant(BsonTimestamp moment) {
        return Instant.ofEpochSecond(moment.getTime());
    }

    @Override
    public Worker worker() {
        return worker;
    }
}
