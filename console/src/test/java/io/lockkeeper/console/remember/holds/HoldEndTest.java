package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.console.watch.source.LockWrite;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a write, and what was known before it, tell of how a hold ended. */
class HoldEndTest {

    private static final int NOW = 1_000;

    @Test
    void aDocumentThatIsDeletedBeforeItsExpiryWasReleased() {
        assertThat(end("mongock", mongock("e1a1b2c3d4e5f60001a1b2c3", "m-1", NOW + 60), null))
                .contains(new HoldEnd(at(NOW), Ending.RELEASED));
    }

    /** The TTL monitor, a successor, or a release that came late: they look the same. */
    @Test
    void aDocumentThatIsDeletedAfterItsExpiryHadExpiredThen() {
        assertThat(end("mongock", mongock("e1a1b2c3d4e5f60001a1b2c3", "m-1", 960), null))
                .contains(new HoldEnd(at(960), Ending.EXPIRED));
    }

    /** Until then, nobody else got the lock: its expiry alone frees nothing. */
    @Test
    void whereTheTtlMonitorFreesALockItIsHeldUntilTheDocumentIsDeleted() {
        String held =
                "{ _id: 'import', acquirer: 'p-1', acquiredAt: %s, updatedAt: %s }".formatted(json(800), json(900));
        assertThat(end("mongoose-article", held, null)).contains(new HoldEnd(at(NOW), Ending.EXPIRED));
    }

    @Test
    void howAHoldEndedWhoseDocumentCannotBeReadAnyMoreIsUnknown() {
        String held = shedLock(800, NOW + 60, "app-1");
        assertThat(end("shedlock", held, held.replace("lockedBy: 'app-1'", "lockedBy: 17")))
                .contains(new HoldEnd(at(NOW), Ending.UNKNOWN));
    }

    @Test
    void aLockWhoseExpiryIsUnknownEndedNobodyKnowsHow() {
        Dialect dialect = dialect("mongoose-article");
        String held =
                "{ _id: 'import', acquirer: 'p-1', acquiredAt: %s, updatedAt: %s }".formatted(json(800), json(900));
        Optional<DialectLock> before = dialect.read(BsonDocument.parse(held), TtlIndexes.UNREADABLE);
        assertThat(HoldEnd.of(change(before, Optional.empty()))).contains(new HoldEnd(at(NOW), Ending.UNKNOWN));
    }

    @Test
    void aShedLockUnlockIsAReleaseAlsoWhileItCoolsDownAndARenewalIsNone() {
        String held = shedLock(800, NOW + 60, "app-1");
        assertThat(end("shedlock", held, shedLock(800, NOW, "app-1"))).contains(new HoldEnd(at(NOW), Ending.RELEASED));
        assertThat(end("shedlock", held, shedLock(800, NOW + 5, "app-1")))
                .contains(new HoldEnd(at(NOW), Ending.RELEASED));
        assertThat(end("shedlock", held, shedLock(800, NOW + 90, "app-1"))).isEmpty();
    }

    @Test
    void aTakeOverAfterTheExpiryEndsTheHoldAtItsExpiry() {
        assertThat(end("shedlock", shedLock(800, 950, "app-1"), shedLock(NOW, NOW + 60, "app-2")))
                .contains(new HoldEnd(at(950), Ending.EXPIRED));
    }

    /** What its record says depends on whether a release is recorded: that one was an earlier holder's. */
    @Test
    void anUnlockOfALockThatIsFreeAlreadyEndsTheHoldAgain() {
        assertThat(end("shedlock", shedLock(800, 950, "app-1"), shedLock(800, NOW, "app-1")))
                .contains(new HoldEnd(at(950), Ending.EXPIRED, at(NOW)));
        assertThat(end("shedlock", shedLock(800, 950, "app-1"), shedLock(800, 950, "app-1")))
                .isEmpty();
    }

    @Test
    void anotherAcquisitionInItsPlaceBeforeTheExpiryIsUnknown() {
        assertThat(end("shedlock", shedLock(800, NOW + 60, "app-1"), shedLock(NOW, NOW + 60, "app-2")))
                .contains(new HoldEnd(at(NOW), Ending.UNKNOWN));
    }

    @Test
    void aHolderThatIsTakenOutOfTheDocumentReleasedIt() {
        String held = "{ _id: 1, lockName: 'x', holder: 'p-1', lockedAt: %s }".formatted(json(800));
        String free = "{ _id: 1, lockName: 'x', holder: null, lockedAt: %s }".formatted(json(800));
        assertThat(end("spring-article", held, free)).contains(new HoldEnd(at(NOW), Ending.RELEASED));
        assertThat(end("spring-article", free, held)).isEmpty();
    }

    @Test
    void whatSeveralShareIsOneHoldUntilTheLastOfThemLeaves() {
        assertThat(end("mongo-lock-node", readBy("'a'"), readBy("'a', 'b'"))).isEmpty();
        assertThat(end("mongo-lock-node", readBy("'a', 'b'"), readBy("'b'"))).isEmpty();
        assertThat(end("mongo-lock-node", readBy("'b'"), readBy(""))).contains(new HoldEnd(at(NOW), Ending.RELEASED));
        assertThat(end("mongo-lock-node", readBy("'b'"), readBy("'c'"))).contains(new HoldEnd(at(NOW), Ending.UNKNOWN));
    }

    private static String readBy(String readers) {
        return "{ _id: 1, lockID: 'order', writer: '', readers: [%s] }".formatted(readers);
    }

    private static Optional<HoldEnd> end(String dialect, String before, @Nullable String after) {
        TtlIndexes indexes = TtlIndexes.of(
                List.of(BsonDocument.parse("{ key: { updatedAt: 1 }, name: 'ttl', expireAfterSeconds: 60 }")));
        Optional<DialectLock> known = dialect(dialect).read(BsonDocument.parse(before), indexes);
        Optional<DialectLock> now =
                after == null ? Optional.empty() : dialect(dialect).read(BsonDocument.parse(after), indexes);
        return HoldEnd.of(change(known, now));
    }

    private static LockWrite change(Optional<DialectLock> before, Optional<DialectLock> after) {
        return new LockWrite(
                before.orElseThrow().id(), before, after, after.isEmpty(), at(NOW), new BsonTimestamp(NOW, 1));
    }

    private static Dialect dialect(String id) {
        return ForeignDocuments.dialects().find(id).orElseThrow();
    }

    private static String mongock(String id, String owner, int until) {
        return "{ _id: ObjectId('%s'), key: 'DEFAULT_KEY', status: 'LOCK_HELD', owner: '%s', expiresAt: %s }"
                .formatted(id, owner, json(until));
    }

    private static String shedLock(int from, int until, String by) {
        return "{ _id: 'report', lockedAt: %s, lockUntil: %s, lockedBy: '%s' }".formatted(json(from), json(until), by);
    }

    private static String json(int second) {
        return "ISODate('%s')".formatted(at(second));
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }
}
