package io.lockkeeper.faults.history;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Adds every change of a lock's document to the history, each with the document after it, as the majority committed them: the server keeps
 * that image beside each change. Continues where it stopped after any break.
 */
public final class StreamObserver implements AutoCloseable {

    /** The lock whose change shows that the stream has reported all earlier ones. */
    private static final String MARKER = "told-until-here";

    private static final int KEPT_SECONDS = 300;

    private final MongoClient client;
    private final MongoCollection<BsonDocument> locks;
    private final History history;
    private final Thread thread;
    private final AtomicLong markers = new AtomicLong();
    private volatile boolean closed;

    private StreamObserver(MongoClient client, MongoDatabase database, History history) {
        this.client = client;
        this.locks = database.getCollection(LockDocument.COLLECTION, BsonDocument.class)
                .withWriteConcern(WriteConcern.MAJORITY);
        this.history = history;
        this.thread = Thread.ofPlatform().daemon().name("stream-observer").unstarted(this::run);
    }

    /** Creates the collection and listens from its first change on. */
    public static StreamObserver start(MongoClient client, String database, History history) {
        client.getDatabase("admin")
                .runCommand(Document.parse(String.format(
                        Locale.ROOT,
                        "{ setClusterParameter: { changeStreamOptions: { preAndPostImages: { expireAfterSeconds: %d }"
                                + " } } }",
                        KEPT_SECONDS)));
        client.getDatabase(database)
                .createCollection(
                        LockDocument.COLLECTION,
                        new CreateCollectionOptions()
                                .changeStreamPreAndPostImagesOptions(new ChangeStreamPreAndPostImagesOptions(true)));
        StreamObserver observer = new StreamObserver(client, client.getDatabase(database), history);
        observer.thread.start();
        return observer;
    }

    /** Waits until all that is acknowledged by now is in the history. */
    public void catchUp(Duration within) throws InterruptedException {
        // What is acknowledged from here on may be written after the marker, and be reported after it.
        long asked = System.nanoTime();
        String acquirer = "observer." + markers.incrementAndGet();
        Owner owner = new Owner("observer", "faults", "observer", "", 0, "", acquirer);
        Request request = Request.exclusive(acquirer, Duration.ofMinutes(1), owner);
        LockName marker = new LockName(MARKER);
        long giveUpAt = System.nanoTime() + within.toNanos();
        apply(Settle.change(new Ask.TryEnqueue(marker, request), acquirer), giveUpAt);
        apply(Settle.change(new Ask.Remove(marker, acquirer), acquirer + " gone"), giveUpAt);
        boolean told = history.await(
                        Event.Stored.class,
                        each -> each.lock().equals(MARKER) && each.document().contains(acquirer + " gone"),
                        within)
                .isPresent();
        if (!told) {
            throw new IllegalStateException("The stream of changes did not catch up in " + within);
        }
        history.add(new Event.Told(asked));
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    /** Until it is acknowledged, for what was broken may still be on its way back. */
    private void apply(Change change, long giveUpAt) {
        while (true) {
            try {
                locks.findOneAndUpdate(change.filter(), change.pipeline(), change.options());
                return;
            } catch (MongoException e) {
                if (System.nanoTime() > giveUpAt) {
                    throw e;
                }
            }
        }
    }

    private void run() {
        BsonDocument token = null;
        BsonTimestamp from = now();
        while (!closed) {
            try (MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> cursor = open(token, from)) {
                while (!closed) {
                    ChangeStreamDocument<BsonDocument> change = cursor.tryNext();
                    token = cursor.getResumeToken();
                    if (change != null) {
                        history.add(stored(change));
                    }
                }
            } catch (MongoException | IllegalStateException e) {
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
        }
    }

    private MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> open(
            @Nullable BsonDocument token, BsonTimestamp from) {
        ChangeStreamIterable<BsonDocument> stream =
                locks.watch().fullDocument(FullDocument.REQUIRED).maxAwaitTime(500, TimeUnit.MILLISECONDS);
        return (token == null ? stream.startAtOperationTime(from) : stream.resumeAfter(token)).cursor();
    }

    private BsonTimestamp now() {
        return client.getDatabase("admin")
                .runCommand(new BsonDocument("hello", new BsonInt32(1)), BsonDocument.class)
                .getTimestamp("operationTime");
    }

    private static Event.Stored stored(ChangeStreamDocument<BsonDocument> change) {
        BsonDocument document = change.getFullDocument();
        return new Event.Stored(
                System.nanoTime(),
                Objects.requireNonNull(change.getDocumentKey()).getString("_id").getValue(),
                Objects.requireNonNull(change.getOperationType()).getValue(),
                document == null ? "" : document.toJson());
    }
}
