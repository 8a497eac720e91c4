package io.lockkeeper.commandline.locks;

import com.mongodb.MongoException;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.commandline.Database;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * Decides when to read again: when the change stream has reported a change, at most four times a second; after a second without one,
 * because times run down and a stream may be broken. The stream reports only that something changed, so that no event of it can be missed.
 */
final class Changes implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Duration SHORTEST = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** Only that something changed, without its content. */
    private static final List<Bson> ID_ALONE = List.of(Aggregates.project(Projections.include("_id", "operationType")));

    private final ChangeStreamIterable<BsonDocument> stream;
    private final Semaphore news = new Semaphore(0);
    private final Thread listener =
            Thread.ofPlatform().daemon().name("lockkeeper-changes").unstarted(this::listen);
    private volatile boolean closed;

    Changes(Database database) {
        stream = database.client()
                .getDatabase(database.name())
                .getCollection(database.locks().getNamespace().getCollectionName(), BsonDocument.class)
                .watch(ID_ALONE)
                .maxAwaitTime(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        listener.start();
    }

    /** Waits until it is time to read again. */
    void await() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(SHORTEST.toMillis());
        boolean told = news.tryAcquire(LONGEST.minus(SHORTEST).toMillis(), TimeUnit.MILLISECONDS);
        if (told) {
            news.drainPermits();
        }
    }

    @Override
    public void close() {
        closed = true;
        listener.interrupt();
    }

    private void listen() {
        Duration pause = LONGEST;
        while (!closed) {
            try (MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> events = stream.cursor()) {
                while (!closed) {
                    if (events.tryNext() != null && news.availablePermits() == 0) {
                        news.release();
                    }
                    pause = LONGEST;
                }
            } catch (MongoException | IllegalStateException e) {
                rest(pause);
                Duration twice = pause.multipliedBy(2);
                pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
            }
        }
    }

    /**
     * Waits before the stream is opened again, ever longer where the server refuses it. Meanwhile the locks are read each second, which
     * shows if the server is gone.
     */
    private void rest(Duration pause) {
        try {
            TimeUnit.MILLISECONDS.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            closed = true;
        }
    }
}
