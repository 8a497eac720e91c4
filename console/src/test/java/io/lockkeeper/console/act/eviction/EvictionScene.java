package io.lockkeeper.console.act.eviction;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.audit.LateWrite;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.Sources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;

/** A console with its people, and collections of other libraries' locks beside it. */
final class EvictionScene implements AutoCloseable {

    private final Console console = Console.start();

    EvictionScene() {
        List.of("boss", "olga", "boris").forEach(name -> console.administrator(name, "correct horse battery"));
    }

    Console console() {
        return console;
    }

    @Override
    public void close() {
        console.close();
    }

    Result evict(LockSource source, DialectLock seen, String confirm) {
        Acting.as("olga", Role.OPERATOR);
        return console.bean(EvictionService.class).evict(AskedEvictions.of(source.id(), seen, "hung", confirm, "::1"));
    }

    LockSource source(MongoCollection<BsonDocument> locks, String dialect, boolean releasable) {
        Acting.as("boss", Role.ADMIN);
        Sources sources = console.bean(Sources.class);
        LockSource source = sources.add(new Place(null, locks.getNamespace()), dialect);
        return releasable
                ? sources.stored(sources.allowReleases(
                                source.id(), true, source.lastChange().at()))
                        .orElseThrow()
                : source;
    }

    /** As there may be no more than fifty. */
    void remove(LockSource source) {
        Acting.as("boss", Role.ADMIN);
        console.bean(Sources.class).remove(source.id(), source.lastChange().at());
    }

    boolean board(LockSource source, DialectLock seen) {
        return console.watched(source.id())
                .flatMap(SourceFeeds.Watched::board)
                .flatMap(board -> board.find(seen.id()))
                .isPresent();
    }

    DialectLock onBoard(LockSource source, String lock) {
        return console.watched(source.id())
                .flatMap(SourceFeeds.Watched::board)
                .flatMap(board -> board.find(lock))
                .map(Lock::facts)
                .orElseThrow();
    }

    List<LateWrite> lateWrites(LockSource source) {
        return console.bean(EvictionFollower.class).lateWrites().stream()
                .filter(it -> it.source().equals(source.id()))
                .toList();
    }

    List<AuditEntry> recorded(LockSource source, DialectLock seen) {
        return console.bean(AuditLog.class).of(new LockId(source.id(), seen.name()), 10);
    }

    static Outcome outcome(AuditEntry entry) {
        Result result = entry.result();
        return result == null ? Outcome.NOT_CONFIRMED : result.outcome();
    }

    DialectLock seen(Dialect dialect, MongoCollection<BsonDocument> locks) {
        return held(dialect, locks).getFirst();
    }

    List<DialectLock> held(Dialect dialect, MongoCollection<BsonDocument> locks) {
        return locks.find().into(new ArrayList<>()).stream()
                .flatMap(each -> dialect.read(each, TtlIndexes.UNREADABLE).stream())
                .filter(lock -> lock.state(Instant.now()) != DialectLock.State.FREE)
                .toList();
    }

    Dialect dialect(String id) {
        return console.bean(Dialects.class).find(id).orElseThrow();
    }

    MongoCollection<BsonDocument> locks(String name) {
        return console.database().getCollection(name, BsonDocument.class);
    }

    static void insert(MongoCollection<BsonDocument> locks, Document document) {
        locks.insertOne(document.toBsonDocument());
    }
}
