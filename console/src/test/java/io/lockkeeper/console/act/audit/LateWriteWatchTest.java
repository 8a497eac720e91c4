package io.lockkeeper.console.act.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.console.watch.source.LockWrite;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an old holder writes after its lock was released by force, as the libraries were seen to write it. */
class LateWriteWatchTest {

    private static final int RELEASED_AT = 100;

    /** One lock, and what is written to it, second by second. */
    private static final class Story {

        final Dialect dialect;
        final LateWriteWatch watch;
        Optional<DialectLock> known;

        @Nullable
        Instant late;

        int second = RELEASED_AT;

        Story(String dialect, String held) {
            this.dialect = ForeignDocuments.dialects().find(dialect).orElseThrow();
            known = read(held);
            watch = new LateWriteWatch(
                    known.orElseThrow().acquisition(),
                    new BsonTimestamp(RELEASED_AT, 1),
                    this.dialect.tellsAcquisitions());
        }

        private Optional<DialectLock> read(String json) {
            return dialect.read(BsonDocument.parse(json), TtlIndexes.UNREADABLE);
        }

        boolean writes(String json) {
            return change(json);
        }

        boolean deletes() {
            return change(null);
        }

        private boolean change(@Nullable String json) {
            Optional<DialectLock> after = json == null ? Optional.empty() : read(json);
            BsonValue id = Objects.requireNonNull(
                    after.or(() -> known).map(DialectLock::id).orElse(null));
            second++;
            LockWrite change = new LockWrite(
                    id, known, after, json == null, Instant.ofEpochSecond(second), new BsonTimestamp(second, 1));
            known = after;
            late = watch.late(change).orElse(null);
            return late != null;
        }
    }

    private static String shedLock(int from, int until, String by) {
        return "{ _id: 'report', lockedAt: %s, lockUntil: %s, lockedBy: '%s' }".formatted(at(from), at(until), by);
    }

    private static String at(int second) {
        return "ISODate('%s')".formatted(Instant.ofEpochSecond(second));
    }

    @Test
    void whatTheEvictionItselfWroteIsNotLate() {
        Story story = new Story("shedlock", shedLock(10, 900, "app-1"));
        story.second = RELEASED_AT - 1;
        assertThat(story.writes(shedLock(10, 100, "app-1"))).isFalse();
    }

    @Test
    void anUnlockOrAnExtensionOfTheOldHolderIsLate() {
        Story story = new Story("shedlock", shedLock(10, 900, "app-1"));
        assertThat(story.writes(shedLock(10, 107, "app-1"))).isTrue();
        assertThat(story.writes(shedLock(10, 900, "app-1"))).isTrue();
    }

    @Test
    void successorsThatTakeRenewAndReleaseAreNotLate() {
        Story story = new Story("shedlock", shedLock(10, 900, "app-1"));
        assertThat(story.writes(shedLock(101, 900, "app-1"))).isFalse();
        assertThat(story.writes(shedLock(101, 1_200, "app-1"))).isFalse();
        assertThat(story.writes(shedLock(101, 103, "app-1"))).isFalse();
        assertThat(story.writes(shedLock(104, 900, "app-2"))).isFalse();
        assertThat(story.writes(shedLock(104, 105, "app-2"))).isFalse();
    }

    /** The late unlock looks like the successor's own, until that one unlocks too. */
    @Test
    void aSuccessorWhoseLockWasFreedUnderItIsFoundWhenItUnlocks() {
        Story story = new Story("shedlock", shedLock(10, 900, "app-1"));
        story.writes(shedLock(101, 900, "app-2"));
        assertThat(story.writes(shedLock(101, 102, "app-2"))).isFalse();
        story.second = 117;
        assertThat(story.writes(shedLock(101, 118, "app-2"))).isTrue();
        assertThat(story.late).isEqualTo(Instant.ofEpochSecond(RELEASED_AT + 2));
    }

    /** Readers who come and go after an eviction never had the acquisition that ended. */
    @Test
    void readersThatJoinAndLeaveAreNotLate() {
        for (String dialect : List.of("square-mongo-lock", "mongo-lock-node")) {
            Story story = new Story(dialect, sharedBy("'s-1', 's-2'"));
            assertThat(story.writes(sharedBy(""))).isFalse();
            for (String readers : List.of("'s-3'", "'s-3', 's-4'", "'s-3'", "'s-3', 's-5'", "'s-5'", "")) {
                assertThat(story.writes(sharedBy(readers))).as(readers).isFalse();
            }
        }
    }

    /** Whoever freed it, a lock that names nobody looks the same. */
    @Test
    void aLockThatSuccessorsFreeAgainAndAgainIsNotLate() {
        String lock = "{ _id: 1, resource: 'order', exclusive: { lockId: %s, owner: 'app' }, shared: { locks: [] } }";
        Story story = new Story("square-mongo-lock", String.format(Locale.ROOT, lock, "'x-1'"));
        for (String id : List.of("null", "'x-2'", "null", "'x-3'", "null")) {
            assertThat(story.writes(String.format(Locale.ROOT, lock, id)))
                    .as(id)
                    .isFalse();
        }
    }

    /** As both libraries write it. */
    private static String sharedBy(String readers) {
        String locks = readers.replaceAll("'s-.'", "{ lockId: $0, owner: $0 }");
        return "{ _id: 1, resource: 'order', exclusive: { lockId: null }, shared: { locks: [%s] }, lockID: 'order', writer: '', readers: [%s] }"
                .formatted(locks, readers);
    }

    @Test
    void anAgendaRunThatEndsLateIsLateBeforeAnotherWorkerTakesTheJob() {
        String job =
                "{ _id: ObjectId('e1a1b2c3d4e5f60001a1b2c3'), name: 'mail', type: 'normal', priority: 0, lockedAt: %s"
                        + " }";
        Story story = new Story("agenda", job.formatted(at(10)));
        story.known = story.read(job.formatted("ISODate('1970-01-01T00:00:00Z')"));
        assertThat(story.writes(job.formatted("null"))).isTrue();

        Story other = new Story("agenda", job.formatted(at(10)));
        other.known = other.read(job.formatted("ISODate('1970-01-01T00:00:00Z')"));
        assertThat(other.writes(job.formatted(at(101)))).isFalse();
        assertThat(other.writes(job.formatted("null"))).isFalse();
    }

    /** A renewal that inserts what was deleted. */
    @Test
    void aDocumentThatComesBackWithTheOldTokenIsLate() {
        String lock = "{ _id: 'report', token: '%s', expires_at: %s }";
        Story story = new Story("symfony-lock", String.format(Locale.ROOT, lock, "t-1", at(900)));
        story.known = story.read(String.format(Locale.ROOT, lock, "forced:olga", at(900)));
        assertThat(story.writes(String.format(Locale.ROOT, lock, "t-1", at(900))))
                .isTrue();
    }

    /** Axon's owner is the node's name, so that its next claim looks like its last one. */
    @Test
    void aHolderThatTakesTheLockAgainAfterTheQuarantineIsNotLate() {
        String token = "{ _id: 1, processorName: 'p', segment: 0, owner: '%s', timestamp: NumberLong(%d) }";
        Story story = new Story("axon", token.formatted("node-1", 90_000));
        story.known = story.read(token.formatted("forced:olga", 100_000));
        assertThat(story.writes(token.formatted("node-1", 101_000))).isTrue();

        Story after = new Story("axon", token.formatted("node-1", 90_000));
        after.known = after.read(token.formatted("forced:olga", 100_000));
        after.second = RELEASED_AT + 30;
        assertThat(after.writes(token.formatted("node-1", 131_000))).isFalse();
    }

    /**
     * The old holder's delete takes the successor's document away, which the third one inserts again: each acquisition ends by one delete, as
     * it would without the old holder. The console promises nothing here.
     */
    @Test
    void aLateReleaseThatDeletesTheSuccessorsDocumentIsNeverFound() {
        String lock = "{ _id: %d, resourceId: 'report', clientId: '%s', createdAt: %s }";
        Story story = new Story("mongodblock-article", String.format(Locale.ROOT, lock, 1, "c-1", at(10)));
        story.known = Optional.empty();
        assertThat(story.writes(String.format(Locale.ROOT, lock, 2, "c-2", at(101))))
                .isFalse();
        assertThat(story.deletes()).as("by the old holder").isFalse();
        assertThat(story.writes(String.format(Locale.ROOT, lock, 3, "c-3", at(103))))
                .isFalse();
        assertThat(story.deletes()).as("by the second holder").isFalse();
        assertThat(story.dialect.tellsLateReleases()).isFalse();
    }

    @Test
    void whereAnUnlockChangesTheDocumentALateOneIsFound() {
        Dialect shedLock = ForeignDocuments.dialects().find("shedlock").orElseThrow();
        assertThat(shedLock.tellsLateReleases()).isTrue();
    }

    @Test
    void aLockThatIsDeletedAndTakenAgainIsNotLate() {
        String lock = "{ _id: 'report', acquirer: '%s', acquiredAt: %s, updatedAt: %s }";
        Story story = new Story("mongoose-article", String.format(Locale.ROOT, lock, "p-1", at(10), at(10)));
        story.known = Optional.empty();
        assertThat(story.writes(String.format(Locale.ROOT, lock, "p-2", at(101), at(101))))
                .isFalse();
        assertThat(story.deletes()).isFalse();
        assertThat(story.writes(String.format(Locale.ROOT, lock, "p-1", at(10), at(105))))
                .isTrue();
    }
}
