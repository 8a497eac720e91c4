package io.lockkeeper.agent;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's one change stream: it hears which of the agent's own entries a grant or an eviction concerns. What it hears
 * is a hint. It needs no resume token, for after every opening whoever listens looks for itself; and it opens anew, from
 * now, until nobody needs it.
 */
final class WakeStream {

    private static final Logger log = LoggerFactory.getLogger(WakeStream.class);
    private static final Duration MAX_AWAIT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration LINGER = Duration.ofSeconds(10);
    /** An acquirer after the wake's stamp, which may be this agent's too. */
    private static final String MINE = " %s[.]";
    /** How many wakes are remembered: more than change between two changes of one lock. */
    private static final int REMEMBERED = 4096;

    private final MongoCollection<BsonDocument> locks;
    private final String agent;
    private final BooleanSupplier needed;
    private final Runnable whenOpen;
    private final Consumer<String> concerned;
    private final ReentrantLock guard = new ReentrantLock();
    private final Condition changed = guard.newCondition();
    private final Set<String> heard = Collections.newSetFromMap(new Recent());
    private final Thread thread = Daemon.thread("lockkeeper-stream", this::run);
    private boolean started;
    private boolean wanted;
    private volatile boolean closed;
    private volatile boolean open;

    /** Where {@code whenOpen} is to look at all that waits, and {@code concerned} is told an acquirer of this agent. */
    WakeStream(
            MongoCollection<BsonDocument> locks,
            String agent,
            BooleanSupplier needed,
            Runnable whenOpen,
            Consumer<String> concerned) {
        this.locks = locks;
        this.agent = agent;
        this.needed = needed;
        this.whenOpen = whenOpen;
        this.concerned = concerned;
    }

    /** Somebody needs the stream now. Returns at once. */
    void listen() {
        if (open) {
            return;
        }
        guard.lock();
        try {
            wanted = true;
            if (!started && !closed) {
                started = true;
                thread.start();
            }
            changed.signal();
        } finally {
            guard.unlock();
        }
    }

    void close() {
        closed = true;
        thread.interrupt();
    }

    private void run() {
        int failures = 0;
        while (awaitWanted()) {
            try {
                follow();
                failures = 0;
            } catch (RuntimeException e) {
                failures = open ? 1 : failures + 1;
                if (failures == 1 && !closed) {
                    log.info("The stream of locks broke and is opened again: {}", e.getMessage());
                }
                pause(failures);
            } finally {
                open = false;
            }
        }
    }

    private void pause(int failures) {
        if (Pause.wasInterrupted(failures)) {
            log.debug("The stream's thread was interrupted: its agent is closed");
        }
    }

    private boolean awaitWanted() {
        guard.lock();
        try {
            while (!closed && !wanted && !needed.getAsBoolean()) {
                changed.await();
            }
        } catch (InterruptedException e) {
            log.debug("The stream's thread was interrupted: its agent is closed");
        } finally {
            wanted = false;
            guard.unlock();
        }
        return !closed;
    }

    private void follow() {
        try (MongoCursor<BsonDocument> cursor = open()) {
            open = true;
            whenOpen.run();
            long neededAt = System.nanoTime();
            while (!closed && System.nanoTime() - neededAt < LINGER.toNanos()) {
                BsonDocument event = cursor.tryNext();
                if (event != null) {
                    hear(event);
                }
                if (needed.getAsBoolean()) {
                    neededAt = System.nanoTime();
                }
            }
        }
    }

    /**
     * Events in which an acquirer of this agent is concerned, and of these the one field. The change of a small document
     * arrives as its replacement, of others as an update.
     */
    private MongoCursor<BsonDocument> open() {
        Bson concernsMe = Filters.or(
                Filters.regex("updateDescription.updatedFields.wake", MINE.formatted(agent)),
                Filters.regex("fullDocument.wake", MINE.formatted(agent)));
        Bson wakeOnly = Aggregates.project(Projections.computed(
                "wake",
                BsonDocument.parse("{ $ifNull: ['$updateDescription.updatedFields.wake', '$fullDocument.wake'] }")));
        return locks.withTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .watch(List.of(Aggregates.match(concernsMe), wakeOnly))
                .maxAwaitTime(MAX_AWAIT.toMillis(), TimeUnit.MILLISECONDS)
                .withDocumentClass(BsonDocument.class)
                .cursor();
    }

    /** A replacement carries its document's wake along, also where something else has changed: once heard is enough. */
    private void hear(BsonDocument event) {
        if (event.isString("wake") && heard.add(event.getString("wake").getValue())) {
            Arrays.stream(event.getString("wake").getValue().split(" "))
                    .filter(acquirer -> acquirer.startsWith(agent + "."))
                    .forEach(concerned);
        }
    }

    private static final class Recent extends LinkedHashMap<String, Boolean> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }
}
