package io.lockkeeper.console.watch.source;

import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.StreamToken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The changes of the console's first collection as the recorder's stream brings them, for the feed of the same collection: some servers grant
 * only few change streams. The latest are kept, within bounds; who comes too late for the first one that it needs reads the collection
 * again.
 */
@Component
public final class SharedChanges {

    private static final int MOST = 4_000;
    private static final int MOST_BYTES = 8 << 20;
    private static final Duration AWAIT = Duration.ofMillis(500);
    /** Longer than the longest pause of a recorder that was refused. */
    private static final long WANTED_NANOS = Duration.ofSeconds(90).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Deque<Numbered> kept = new ArrayDeque<>();
    private long count;
    private int bytes;
    private @Nullable BsonTimestamp since;
    private @Nullable BsonDocument token;
    private Instant reached = Instant.EPOCH;
    private @Nullable Long wantedAt;

    private record Numbered(long number, ChangeStreamDocument<RawBsonDocument> event) {}

    /**
     * The recorder was refused a stream: the feed is to give up its own, and to wait for the recorder's.
     *
     * @return whether that was not asked of it before
     */
    public boolean want() {
        boolean first = !isWanted();
        locked(() -> wantedAt = System.nanoTime());
        return first;
    }

    /** The recorder's stream begins at this moment. */
    public void begin(BsonTimestamp at) {
        locked(() -> {
            kept.clear();
            bytes = 0;
            token = null;
            since = at;
        });
    }

    /**
     * The recorder's stream brought changes.
     *
     * @param place behind them
     * @param until up to when all changes have come
     */
    public void add(List<ChangeStreamDocument<RawBsonDocument>> events, BsonDocument place, Instant until) {
        locked(() -> {
            events.forEach(this::keep);
            token = place;
            reached = until;
            wantedAt = wantedAt == null ? null : Long.valueOf(System.nanoTime());
        });
    }

    private void keep(ChangeStreamDocument<RawBsonDocument> event) {
        kept.add(new Numbered(++count, event));
        bytes += DocumentLimit.sizeOf(event);
        while (kept.size() > MOST || bytes > MOST_BYTES) {
            ChangeStreamDocument<RawBsonDocument> oldest = kept.remove().event;
            bytes -= DocumentLimit.sizeOf(oldest);
            since = StreamToken.time(oldest);
        }
    }

    /** The recorder's stream has ended. */
    public void end() {
        locked(() -> {
            since = null;
        });
    }

    /** Whether the feed is to do without a stream of its own. */
    boolean isWanted() {
        lock.lock();
        try {
            return wantedAt != null && System.nanoTime() - wantedAt < WANTED_NANOS;
        } finally {
            lock.unlock();
        }
    }

    boolean isFollowed() {
        lock.lock();
        try {
            return since != null;
        } finally {
            lock.unlock();
        }
    }

    /** The changes after that moment; null if not all of them are kept, so that the collection is to be read again. */
    @Nullable
    FollowedChanges after(BsonTimestamp moment) {
        lock.lock();
        try {
            BsonTimestamp first = since;
            return first == null || first.compareTo(moment) > 0 ? null : new Reader(moment, token);
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private final class Reader implements FollowedChanges {

        private final BsonTimestamp moment;
        private long read;
        private @Nullable BsonDocument place;
        private boolean over;

        Reader(BsonTimestamp moment, @Nullable BsonDocument place) {
            this.moment = moment;
            this.place = place;
        }

        @Override
        public @Nullable ChangeStreamDocument<RawBsonDocument> next() {
            lock.lock();
            try {
                long left = AWAIT.toNanos();
                while (left > 0 && since != null && count == read) {
                    left = news.awaitNanos(left);
                }
                over = since == null || (!kept.isEmpty() && kept.peek().number > read + 1 && isLate());
                return over ? null : after();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            } finally {
                lock.unlock();
            }
        }

        /** Whether changes were dropped that it needs. */
        private boolean isLate() {
            return since != null && since.compareTo(moment) > 0;
        }

        private @Nullable ChangeStreamDocument<RawBsonDocument> after() {
            for (Numbered each : kept) {
                if (each.number > read) {
                    read = each.number;
                    if (StreamToken.time(each.event).compareTo(moment) > 0) {
                        place = each.event.getResumeToken();
                        return each.event;
                    }
                }
            }
            read = count;
            place = token;
            return null;
        }

        @Override
        public @Nullable BsonDocument token() {
            return place;
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public Instant reached(Instant asked) {
            lock.lock();
            try {
                return reached;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {}
    }

    /** Waits for the recorder's stream for half a second. */
    void await() throws InterruptedException {
        lock.lock();
        try {
            long left = AWAIT.toNanos();
            while (left > 0 && since == null) {
                left = news.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
