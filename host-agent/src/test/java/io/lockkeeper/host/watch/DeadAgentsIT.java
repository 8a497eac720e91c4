package io.lockkeeper.host.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ValidationAction;
import com.mongodb.client.model.ValidationOptions;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents in whose way nothing of a dead agent's can be ended or renewed: all its other locks are. */
class DeadAgentsIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** A name that no agent asks for, in a document that any writer of locks can make. */
    private static final String OF_NO_AGENT = "a ";

    private static final String REFUSED = "b";
    private static final String SOUND = "c";

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoCollection<BsonDocument> locks =
            database.getCollection(LockDocument.COLLECTION, BsonDocument.class);
    private final DeadAgents deadAgents = new DeadAgents(MongoServer.shared().client(), database.getName(), "web-3");

    @BeforeEach
    void store() {
        ValidationOptions refusing = new ValidationOptions()
                .validator(Filters.or(Filters.ne("_id", REFUSED), Filters.ne("holders", List.of())))
                .validationAction(ValidationAction.ERROR);
        database.createCollection(LockDocument.COLLECTION, new CreateCollectionOptions().validationOptions(refusing));
        locks.insertMany(List.of(held(OF_NO_AGENT), held(REFUSED), held(SOUND)));
    }

    @AfterEach
    void close() {
        deadAgents.close();
        database.drop();
    }

    @Test
    void whatADeadAgentLeftIsEndedBesideThem() {
        deadAgents.report(new DeadAgent("dead7", "shop", 812, Duration.ofSeconds(5), TTL, System.nanoTime()));
        await().atMost(PATIENCE).until(() -> lock(SOUND).holders().isEmpty());
        assertThat(lock(OF_NO_AGENT).holders()).hasSize(1);
    }

    @Test
    void whatAKilledProcessHoldsIsRenewedBesideThem() {
        Instant before = lock(SOUND).holders().getFirst().updatedAt();
        deadAgents.orphaned().renew("dead7", TTL, () -> true);
        await().atMost(PATIENCE)
                .until(() -> lock(SOUND).holders().getFirst().updatedAt().isAfter(before));
    }

    private LockDocument lock(String name) {
        return LockMapper.fromBson(
                Objects.requireNonNull(locks.find(Filters.eq("_id", name)).first()));
    }

    private static BsonDocument held(String name) {
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        Owner owner = new Owner("dead7", "shop", "i", "h", 812, "t", "");
        Holder holder = new Holder("a-" + name.strip(), 1, 7, TTL, now, now, now.plus(TTL), "s", owner, null);
        return LockMapper.toBson(new LockDocument(name, 1, 7, List.of(holder), List.of(), null, "s", now.plus(TTL)));
    }
}
