package io.lockkeeper.agent;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import io.lockkeeper.agent.moving.OldLocks;
import io.lockkeeper.test.MongoServer;
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
import org.bson.conversions.Bson;

/** The libraries to move over from: ShedLock itself, and the articles' code by their published algorithms. */
enum OldLibrary {
    SHEDLOCK("shedlock", "shedLock", "_id", "lockedBy") {
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

    MONGOOSE("mongoose-article", "locks", "_id", "acquirer") {
        @Override
        void index(MongoDatabase database) {
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

    SPRING("spring-article", "locks", "lockName", "holder") {
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
    },

    /** With an expiry, by which anybody takes over. */
    SPRING_WITH_EXPIRY("spring-article", "locks", "lockName", "holder") {
        @Override
        void index(MongoDatabase database) {
            locks(database).createIndex(Indexes.ascending("lockName"), new IndexOptions().unique(true));
        }

        @Override
        OldClient client(MongoDatabase database) {
            return new ExpiringSpringClient(locks(database), false);
        }

        @Override
        void free(MongoDatabase database, String name) {
            locks(database).updateOne(eq("lockName", name), set("holder", null));
        }
    },

    /** Which the holder may take again. */
    SPRING_WITH_HOLD_COUNT("spring-article", "locks", "lockName", "holder") {
        @Override
        void index(MongoDatabase database) {
            SPRING_WITH_EXPIRY.index(database);
        }

        @Override
        OldClient client(MongoDatabase database) {
            return new ExpiringSpringClient(locks(database), true);
        }

        @Override
        void free(MongoDatabase database, String name) {
            locks(database).updateOne(eq("lockName", name), combine(set("holder", null), set("holdCount", 0)));
        }
    },

    MONGODBLOCK("mongodblock-article", "locks", "resourceId", "clientId") {
        @Override
        void index(MongoDatabase database) {
            locks(database)
                    .createIndex(Indexes.ascending("createdAt"), new IndexOptions().expireAfter(10L, TimeUnit.SECONDS));
            locks(database).createIndex(Indexes.ascending("resourceId"), new IndexOptions().unique(true));
        }

        @Override
        OldClient client(MongoDatabase database) {
            return new MongoDbLockClient(locks(database));
        }

        @Override
        void free(MongoDatabase database, String name) {
            locks(database).deleteOne(eq("resourceId", name));
        }
    };

    private final String id;
    private final String collection;
    private final String nameField;
    private final String holderField;

    OldLibrary(String id, String collection, String nameField, String holderField) {
        this.id = id;
        this.collection = collection;
        this.nameField = nameField;
        this.holderField = holderField;
    }

    OldLocks locks(MongoClient client, MongoDatabase database) {
        return OldLocks.of(id, client, database.getName());
    }

    MongoCollection<Document> locks(MongoDatabase database) {
        return database.getCollection(collection);
    }

    /** The indexes that the library's users have. */
    void index(MongoDatabase database) {}

    /** What the library's users have before they take the lock. */
    void prepare(MongoDatabase database, String name) {
        index(database);
    }

    abstract OldClient client(MongoDatabase database);

    String holderField() {
        return holderField;
    }

    /** A field with a time by which it tells who holds the lock. */
    String timeField() {
        return switch (this) {
            case SHEDLOCK -> "lockUntil";
            case MONGOOSE -> "updatedAt";
            case SPRING -> "lockedAt";
            case SPRING_WITH_EXPIRY, SPRING_WITH_HOLD_COUNT -> "expiresAt";
            case MONGODBLOCK -> "createdAt";
        };
    }

    /** What an operator does to free the lock, whoever has it. */
    abstract void free(MongoDatabase database, String name);

    /** Who is written as the holder. */
    String holder(MongoDatabase database, String name) {
        Document found = locks(database).find(eq(nameField, name)).first();
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

    /** {@code tryLock} with an upsert, which a unique index keeps from a second document, and {@code releaseLock}. */
    private record ExpiringSpringClient(MongoCollection<Document> locks, String holder, boolean counting)
            implements OldClient {

        private static final Duration LEASE = Duration.ofSeconds(30);

        ExpiringSpringClient(MongoCollection<Document> locks, boolean counting) {
            this(locks, UUID.randomUUID().toString(), counting);
        }

        @Override
        public boolean tryLock(String name) {
            Instant now = Instant.now();
            Bson taken = combine(set("holder", holder), set("lockedAt", now), set("expiresAt", now.plus(LEASE)));
            try {
                return locks.findOneAndUpdate(
                                and(eq("lockName", name), or(eq("holder", null), lt("expiresAt", now))),
                                counting ? combine(taken, set("holdCount", 1)) : taken,
                                new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER))
                        != null;
            } catch (MongoCommandException e) {
                if (ErrorCategory.fromErrorCode(e.getErrorCode()) != ErrorCategory.DUPLICATE_KEY) {
                    throw e;
                }
                return false;
            }
        }

        @Override
        public void unlock(String name) {
            locks.findOneAndUpdate(
                    and(eq("lockName", name), eq("holder", holder)),
                    counting
                            ? combine(set("holder", null), inc("holdCount", -1), unset("expiresAt"))
                            : set("holder", null));
        }
    }

    /** Inserts in a transaction, and deletes without asking who has the lock. */
    private record MongoDbLockClient(MongoCollection<Document> locks) implements OldClient {

        @Override
        public boolean tryLock(String name) {
            try (ClientSession session = MongoServer.shared().client().startSession()) {
                session.startTransaction();
                try {
                    locks.insertOne(
                            session,
                            new Document("resourceId", name)
                                    .append("createdAt", Instant.now())
                                    .append("clientId", UUID.randomUUID().toString()));
                    session.commitTransaction();
                    return true;
                } catch (MongoException e) { // a duplicate key, or a conflict with a write at the same time
                    session.abortTransaction();
                    return false;
                }
            }
        }

        @Override
        public void unlock(String name) {
            locks.deleteOne(eq("resourceId", name));
        }
    }
}
