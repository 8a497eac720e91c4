package io.lockkeeper.peers;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.setOnInsert;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The least that a lock can be with only the driver: one {@code findOneAndUpdate} of one field to take it and one to free it, with a
 * majority's acknowledgement. A waiter tries again at each release that the process's one change stream brings. There is no expiry, no
 * queue, no token, and no answer names the holder.
 */
final class BareClient implements LockClient {

    private static final String FREE = "free";
    private static final FindOneAndUpdateOptions UPSERT = new FindOneAndUpdateOptions().upsert(true);

    private final MongoConnection connection;
    private final MongoCollection<Document> locks;
    private final Map<String, Semaphore> releases = new ConcurrentHashMap<>();
    private final String self = "process " + ProcessHandle.current().pid();
    private @Nullable MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream;

    BareClient(String address) {
        connection = MongoConnection.to(address);
        locks = connection.handle().getCollection("bare").withWriteConcern(WriteConcern.MAJORITY);
    }

    @Override
    public void prepare(List<String> names) {
        if (names.isEmpty()) {
            return; // which a bulk write refuses
        }
        locks.bulkWrite(names.stream()
                .map(name -> new UpdateOneModel<Document>(
                        eq(name), setOnInsert("holder", FREE), new UpdateOptions().upsert(true)))
                .toList());
    }

    @Override
    public Held acquire(String name) throws InterruptedException {
        Held held = attempt(name);
        while (held == null) {
            Semaphore released = releases.computeIfAbsent(name, any -> new Semaphore(0));
            listen();
            held = attempt(name);
            if (held == null) {
                released.acquire();
                held = attempt(name);
            }
        }
        return held;
    }

    @Override
    public @Nullable Held attempt(String name) {
        return locks.findOneAndUpdate(and(eq(name), eq("holder", FREE)), set("holder", self)) == null
                ? null
                : held(name);
    }

    @Override
    public Held acquireNew(String name) {
        var unused = locks.findOneAndUpdate(eq(name), set("holder", self), UPSERT);
        return held(name);
    }

    private Held held(String name) {
        return () -> locks.findOneAndUpdate(and(eq(name), eq("holder", self)), set("holder", FREE)) != null;
    }

    @Override
    public void close() {
        connection.close();
    }

    private synchronized void listen() {
        if (stream == null) {
            MongoChangeStreamCursor<ChangeStreamDocument<Document>> events = locks.watch(
                            List.of(Aggregates.match(eq("updateDescription.updatedFields.holder", FREE))))
                    .cursor();
            Thread.ofPlatform().daemon().start(() -> wake(events));
            stream = events;
        }
    }

    @Override
    public synchronized void rest() {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }

    private static String name(ChangeStreamDocument<Document> event) {
        return Objects.requireNonNull(event.getDocumentKey()).getString("_id").getValue();
    }

    /** One release wakes one waiter: to wake all of them would only make them collide. */
    private void wake(MongoChangeStreamCursor<ChangeStreamDocument<Document>> events) {
        try (events) {
            while (true) {
                Semaphore released = releases.get(name(events.next()));
                if (released != null && released.availablePermits() == 0) {
                    released.release();
                }
            }
        } catch (MongoException | IllegalStateException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
