package io.lockkeeper.agent;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.lockkeeper.agent.moving.OldLocks;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.mongo.MongoLockProvider;
import org.bson.Document;

/** The libraries to move over from: ShedLock itself, and the two articles' code by their published algorithm. */
enum OldLibrary {
    SHEDLOCK("shedlock", "shedLock", "lockedBy") {
        @Override
        OldClient client(MongoDatabase database) {
            return new ShedLockClient(new MongoLockProvider(database));
        }

        @Override
        void free(MongoDatabase database, String name) {
            locks(database)
                    .updateOne(eq("_id", name), combine(set("lockUntil", Instant.now()), set("lockedBy", "forced")));
        }
    },

    MONGOOSE("mongoose-article", "locks", "acquirer") {
        @Override
        void prepare(MongoDatabase database, String name) {
            locks(database)
                    .createIndex(Indexes.ascending("updatedAt"), new IndexOptions().expireAfter(10L, TimeUnit.SECONDS));
        }

        @Override
        OldClient client(MongoDatabase database) {
            return new MongooseClient(locks(database));
        }

        @Override
        void free(MongoDatabase database, String name) {
            locks(database).deleteOne(eq("_id", name));
        }
    },

    SPRING("spring-article", "locks", "holder") {
        @Override
        void prepare(MongoDatabase database, String name) {
            locks(database).insertOne(new Document("lockName", name));
        }

        @Override
        OldClient client(MongoDatabase database) {
            return new SpringClient(locks(database));
        }

        @Override
        void free(MongoDatabase database, String name) {
            locks(database).updateOne(eq("lockName", name), set("holder", null));
        }
    };

    private final String id;
    private final String collection;
    private final String holderField;

    OldLibrary(String id, String collection, String holderField) {
        this.id = id;
        this.collection = collection;
        this.holderField = holderField;
    }

    OldLocks locks(MongoClient client, MongoDatabase database) {
        return OldLocks.of(id, client, database.getName());
    }

    MongoCollection<Document> locks(MongoDatabase database) {
        return database.getCollection(collection);
    }

    /** What the library's users have before they take the lock. */
    void prepare(MongoDatabase database, String name) {}

    abstract OldClient client(MongoDatabase database);

    /** What an operator does to free the lock, whoever has it. */
    abstract void free(MongoDatabase database, String name);

    /** Who is written as the holder. */
    String holder(MongoDatabase database, String name) {
        Document found = locks(database)
                .find(eq(this == SPRING ? "lockName" : "_id", name))
                .first();
        return found == null || found.getString(holderField) == null ? "" : found.getString(holderField);
    }

    private record ShedLockClient(MongoLockProvider provider, Map<String, SimpleLock> held) implements OldClient {

        ShedLockClient(MongoLockProvider provider) {
            this(provider, new HashMap<>());
        }

        @Override
        public boolean tryLock(String name) {
            provider.lock(new LockConfiguration(Instant.now(), name, Duration.ofMinutes(5), Duration.ZERO))
                    .ifPresent(lock -> held.put(name, lock));
            return held.containsKey(name);
        }

        @Override
        public void unlock(String name) {
            SimpleLock lock = held.remove(name);
            if (lock != null) {
                lock.unlock();
            }
        }
    }

    private record MongooseClient(MongoCollection<Document> locks, String acquirer) implements OldClient {

        MongooseClient(MongoCollection<Document> locks) {
            this(locks, UUID.randomUUID().toString());
        }

        @Override
        public boolean tryLock(String name) {
            Instant now = Instant.now();
            try {
                locks.insertOne(new Document("_id", name)
                        .append("acquirer", acquirer)
                        .append("acquiredAt", now)
                        .append("updatedAt", now)
                        .append("__v", 0));
                return true;
            } catch (MongoWriteException e) {
                if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                    throw e;
                }
                return false;
            }
        }

        @Override
        public void unlock(String name) {
            locks.deleteMany(and(eq("_id", name), eq("acquirer", acquirer)));
        }
    }

    private record SpringClient(MongoCollection<Document> locks, String holder) implements OldClient {

        SpringClient(MongoCollection<Document> locks) {
            this(locks, UUID.randomUUID().toString());
        }

        @Override
        public boolean tryLock(String name) {
            return locks.findOneAndUpdate(
                            and(eq("lockName", name), eq("holder", null)),
                            combine(set("holder", holder), set("lockedAt", Instant.now())))
                    != null;
        }

        @Override
        public void unlock(String name) {
            locks.findOneAndUpdate(and(eq("lockName", name), eq("holder", holder)), set("holder", null));
        }
    }
}
