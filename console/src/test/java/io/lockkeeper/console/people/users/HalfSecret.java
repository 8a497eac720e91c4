package io.lockkeeper.console.people.users;

import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Damage;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;

/** Locks, sources and a past of which half is for somebody who is limited to {@code order:*} and the first source: the other half is secret. */
final class HalfSecret {

    static final Duration LONG = Duration.ofMinutes(10);

    private final Console console;
    private final String seen;
    private final String hidden;

    /** A chain from the one lock to the other, and a circle of both. */
    HalfSecret(Console console) {
        this.console = console;
        Locks locks = console.locks();
        locks.enqueue("secret:9", owner("billing", "t-1"), LONG);
        locks.enqueue("order:4711", owner("shop", "t-2"), LONG);
        locks.enqueue("secret:9", owner("shop", "t-2"), LONG);
        locks.enqueue("order:4711", owner("mail", "t-3"), LONG);
        locks.enqueue("order:circle", owner("left", "l"), LONG);
        locks.enqueue("secret:circle", owner("right", "r"), LONG);
        locks.enqueue("order:circle", owner("right", "r"), LONG);
        locks.enqueue("secret:circle", owner("left", "l"), LONG);
        locks.enqueue("order:also", owner("billing", "t-1"), LONG);
        seen = source("shedlock", "order-job");
        hidden = source("secretlock", "secret-job");
        past();
        await().until(() ->
                console.bean(SourceFeeds.class).all(LockScope.EVERYTHING).size() == 2);
        await().until(() -> console.bean(FindingsFeed.class)
                        .latest(LockScope.EVERYTHING)
                        .worstIn(LockId.FIRST)
                        .size()
                >= 1);
    }

    /** The source that may be seen. */
    String seen() {
        return seen;
    }

    String hidden() {
        return hidden;
    }

    /** Waiters that nobody touches drop out after half a minute. */
    void touchAll() {
        List.of("secret:9", "order:4711", "order:circle", "secret:circle").forEach(console.locks()::touchAll);
    }

    /** What ended, and what was done, before. */
    private void past() {
        console.locks().remove("order:past", console.locks().enqueue("order:past", owner("shop", "t"), LONG));
        console.locks().remove("secret:past", console.locks().enqueue("secret:past", owner("shop", "t"), LONG));
        huge("secret:huge");
        for (String lock : List.of("order:past", "secret:past")) {
            console.own().getCollection("audit").insertOne(intent("audit of " + lock, lock));
        }
        console.own()
                .getCollection("audit")
                .insertOne(intent("audit of a source", "job").append("source", hidden));
        console.own()
                .getCollection("audit")
                .insertOne(intent("secret-request", "secret:9")
                        .append(
                                "consent",
                                new Document("rule", "secret:*")
                                        .append("user", "operator")
                                        .append("until", Date.from(Instant.now().plusSeconds(600)))));
        await().until(() ->
                console.own().getCollection("leases").countDocuments(new Document("_id.lock", "secret:past")) == 1);
    }

    /** A document that is too large for the history, and a record of it that cannot be read. */
    private void huge(String lock) {
        console.own()
                .getCollection("leases")
                .insertOne(new Document("_id", new Document("lock", lock).append("token", 1L))
                        .append("grantedAt", Date.from(Instant.now()))
                        .append("endedAt", Date.from(Instant.now()))
                        .append("heldClass", 0));
        console.database().getCollection("locks", BsonDocument.class).insertOne(Damage.padded(lock, 12 << 20));
        await().until(() -> console.own().getCollection("gaps").countDocuments() > 0);
    }

    private static Document intent(String id, String lock) {
        return Document.parse("""
                        { action: "EVICT", by: "operator", ip: "", acquirer: "a", token: { $numberLong: "7" },
                          holder: "billing", reason: "hung" }""").append("_id", id).append("lock", lock).append("at", Date.from(Instant.now()));
    }

    private String source(String collection, String lock) {
        console.database().getCollection(collection).insertOne(ShedLocks.held(lock, "app-1"));
        Place place = Place.own(console.database().getName(), collection);
        return StoredSources.add(console.own(), place, "shedlock");
    }

    static Owner owner(String service, String thread) {
        return Locks.owner(service, service + "-1", 1, thread, "");
    }

    long token(String lock) {
        return console.locks().find(lock).holders().getFirst().token();
    }
}
