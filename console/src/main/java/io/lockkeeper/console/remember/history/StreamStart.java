package io.lockkeeper.console.remember.history;

import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.PastWindow;
import io.lockkeeper.console.ground.mongodb.StreamReach;
import io.lockkeeper.console.remember.history.RecordedStream.Past;
import io.lockkeeper.console.watch.board.CommittedTime;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Decides where the recorder's stream begins: at its kept place; before the first one, as far back as the history is to begin and MongoDB
 * knows. After a stop that is longer than MongoDB keeps snapshots, it begins before the place, to know again who held what.
 */
@Component
class StreamStart {

    private static final Logger LOG = LoggerFactory.getLogger(StreamStart.class);

    /** Shorter than the five minutes for which a server keeps snapshots by default. */
    private static final Duration SNAPSHOTS = Duration.ofMinutes(4);

    /** Leases are renewed more often. */
    private static final Duration KNOWN_AGAIN = Duration.ofHours(1);

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    static final String FORGOTTEN = "MongoDB no longer knew what had happened: its oplog did not reach back.";
    static final String TOO_MUCH = "MongoDB took too long to find the changes of locks among all others of its oplog.";
    static final String TOO_LONG = "There were more changes before the recording began than are read in "
            + PastWindow.MOST.toMinutes()
            + " minutes.";

    private final MongoDatabase locks;
    private final PastWindow window;
    private final Retention retention;
    private final HistoryWriter writer;
    private final Digests digests;
    private final ServerClock clock;

    StreamStart(
            MongoDatabase locks,
            PastWindow window,
            Retention retention,
            HistoryWriter writer,
            Digests digests,
            ServerClock clock) {
        this.locks = locks;
        this.window = window;
        this.retention = retention;
        this.writer = writer;
        this.digests = digests;
        this.clock = clock;
    }

    /** @param place up to where all is recorded; null if nothing ever was, or an administrator deleted it */
    RecordedStream open(@Nullable RecorderPlace place) {
        Instant now = clock.now();
        if (place == null) {
            Instant from = now.minus(shorter(window.length(), retention.age()));
            return window.isNone() || !digests.isEmpty() ? fromNow() : past(from, null);
        }
        return window.isNone() || place.at().isAfter(now.minus(SNAPSHOTS))
                ? RecordedStream.after(locks, place)
                : past(place.at().minus(KNOWN_AGAIN), place);
    }

    RecordedStream fromNow() {
        return RecordedStream.fromNow(locks, clock.now());
    }

    /** Behind the end of the collection that a stream of the past came to. */
    RecordedStream goOn(RecordedStream ended) {
        return RecordedStream.of(locks, ended.rest());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private RecordedStream past(Instant from, @Nullable RecorderPlace place) {
        BsonTimestamp now = CommittedTime.of(locks, LockDocument.COLLECTION);
        BsonTimestamp wanted = new BsonTimestamp((int) from.getEpochSecond(), 1);
        BsonTimestamp start = StreamReach.from(wanted, now, locks, LockDocument.COLLECTION);
        Instant since = place == null ? from : place.at();
        String why = FORGOTTEN;
        while (true) {
            try {
                RecordedStream stream = RecordedStream.of(locks, new Past(start, now, isBefore(start, place)));
                begun(since, start, why);
                return stream;
            } catch (MongoExecutionTimeoutException | MongoOperationTimeoutException e) {
                start = later(start, now, e);
                why = TOO_MUCH;
            }
        }
    }

    /** The place, if the stream comes by it. */
    private static @Nullable RecorderPlace isBefore(BsonTimestamp start, @Nullable RecorderPlace place) {
        return place == null || place.at().isBefore(Instant.ofEpochSecond(start.getTime())) ? null : place;
    }

    private static BsonTimestamp later(BsonTimestamp start, BsonTimestamp now, RuntimeException cause) {
        int half = (now.getTime() - start.getTime()) / 2;
        if (half < SHORTEST.toSeconds()) {
            throw cause;
        }
        return new BsonTimestamp(now.getTime() - half, 1);
    }

    private void begun(Instant since, BsonTimestamp start, String why) {
        Instant from = Instant.ofEpochSecond(start.getTime());
        LOG.info("The past is read for the history: from={} until=now", from);
        if (from.isAfter(since)) {
            writer.gap(since, from, why);
        }
    }
}
