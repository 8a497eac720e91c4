package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.Grade;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.security.access.AccessDeniedException;

class EvictionInSourcesIT {

    @AutoClose
    private static final EvictionScene scene = new EvictionScene();

    private static final Console console = scene.console();

    @AfterEach
    void nobody() {
        console.heal();
        Acting.asNobody();
    }

    static Stream<Dialect> releasable() {
        return ForeignDocuments.dialects().ofFiles().stream()
                .<Dialect>map(it -> it)
                .filter(dialect -> dialect.grade() != Grade.D);
    }

    @ParameterizedTest
    @MethodSource("releasable")
    void theHolderThatWasSeenIsEvictedInTheWayOfItsDialectAndOnRecord(Dialect dialect) {
        MongoCollection<BsonDocument> locks = scene.locks("each-" + dialect.id());
        ForeignDocuments.hold(dialect.id(), locks);
        LockSource source = scene.source(locks, dialect.id(), true);
        DialectLock seen = scene.seen(dialect, locks);

        Result result = scene.evict(source, seen, seen.name());

        assertThat(result.outcome()).isEqualTo(dialect.quarantines() ? Outcome.MARKED : Outcome.ENDED);
        assertThat(scene.held(dialect, locks)).noneMatch(it -> it.acquisition().equals(seen.acquisition()));
        assertThat(scene.evict(source, seen, seen.name()).outcome()).isIn(Outcome.GONE, Outcome.HOLDER_CHANGED);
        assertThat(scene.recorded(source, seen))
                .extracting(AuditEntry::by, AuditEntry::reason, it -> it.result() == null)
                .containsOnly(tuple("olga", "hung", false));
        scene.remove(source);
    }

    @Test
    void aHolderThatTookTheLockMeanwhileIsLeftAloneAndNamed() {
        MongoCollection<BsonDocument> locks = scene.locks("races");
        LockSource source = scene.source(locks, "shedlock", true);
        EvictionScene.insert(locks, ShedLocks.held("report", "app-1"));
        DialectLock seen = scene.seen(scene.dialect("shedlock"), locks);
        locks.deleteMany(new Document());
        EvictionScene.insert(locks, ShedLocks.held("report", "app-2"));

        Result result = scene.evict(source, seen, "report");

        assertThat(result.outcome()).isEqualTo(Outcome.HOLDER_CHANGED);
        assertThat(result.detail()).isEqualTo("It is now held by app-2.");
        assertThat(scene.seen(scene.dialect("shedlock"), locks).holders()).containsExactly("app-2");
        assertThat(EvictionScene.outcome(scene.recorded(source, seen).getFirst()))
                .isEqualTo(Outcome.HOLDER_CHANGED);
    }

    @Test
    void whoeverIsNoOperatorAndASourceThatIsReadOnlyAreRefusedOnRecord() {
        MongoCollection<BsonDocument> locks = scene.locks("refused");
        LockSource source = scene.source(locks, "mongoose-article", false);
        ForeignDocuments.hold("mongoose-article", locks);
        DialectLock seen = scene.seen(scene.dialect("mongoose-article"), locks);
        assertThatThrownBy(() -> scene.evict(source, seen, ""))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("read-only until an administrator allows evictions");
        Acting.as("vera", Role.VIEWER);
        EvictionService service = console.bean(EvictionService.class);
        assertThatThrownBy(() -> service.evict(AskedEvictions.of(source.id(), seen, "hung", "", "")))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(service.refusal(new LockId(source.id(), seen.name())))
                .contains("Only an operator may evict; you are a viewer.");
        assertThat(locks.countDocuments()).isEqualTo(1);
        assertThat(scene.recorded(source, seen))
                .extracting(AuditEntry::by, it -> EvictionScene.outcome(it))
                .containsExactly(tuple("vera", Outcome.DENIED), tuple("olga", Outcome.DENIED));
    }

    @Test
    void gradeCAsksThatTheOldProcessBeConfirmedDead() {
        MongoCollection<BsonDocument> locks = scene.locks("unconfirmed");
        LockSource source = scene.source(locks, "shedlock", true);
        EvictionScene.insert(locks, ShedLocks.held("report", "app-1"));
        DialectLock seen = scene.seen(scene.dialect("shedlock"), locks);
        assertThatThrownBy(() -> scene.evict(source, seen, "repor"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Confirm with the lock's name");
        assertThat(scene.held(scene.dialect("shedlock"), locks)).hasSize(1);
    }

    @Test
    void anAnswerThatIsLostIsCalledUnconfirmed() {
        MongoCollection<BsonDocument> locks = scene.locks("lost");
        LockSource source = scene.source(locks, "mongoose-article", true);
        ForeignDocuments.hold("mongoose-article", locks);
        DialectLock seen = scene.seen(scene.dialect("mongoose-article"), locks);
        console.fail(new Document("failCommands", List.of("findAndModify")).append("closeConnection", true));
        assertThat(scene.evict(source, seen, "").outcome()).isEqualTo(Outcome.NOT_CONFIRMED);
    }

    @Test
    void anUnlockOfTheOldProcessAfterTheEvictionIsReported() {
        MongoCollection<BsonDocument> locks = scene.locks("zombie");
        LockSource source = scene.source(locks, "shedlock", true);
        EvictionScene.insert(locks, ShedLocks.held("report", "app-1"));
        DialectLock seen = scene.seen(scene.dialect("shedlock"), locks);
        await().until(() -> scene.board(source, seen));
        assertThat(scene.evict(source, seen, "report").outcome()).isEqualTo(Outcome.ENDED);
        assertThat(scene.lateWrites(source)).isEmpty();

        ShedLocks.release(locks, "report");

        await().until(() -> !scene.lateWrites(source).isEmpty());
        assertThat(scene.lateWrites(source).getFirst().holder()).isEqualTo("app-1");
        await().untilAsserted(
                        () -> assertThat(scene.recorded(source, seen).getFirst().end())
                                .extracting(End::kind)
                                .isEqualTo(End.Kind.LATE_WRITE));
    }

    /** Of a console that died, or of another one. */
    @Test
    void anEvictionIsWatchedFromItsRecords() {
        MongoCollection<BsonDocument> locks = scene.locks("resumed");
        LockSource source = scene.source(locks, "shedlock", true);
        EvictionScene.insert(locks, ShedLocks.held("report", "app-1"));
        DialectLock seen = scene.seen(scene.dialect("shedlock"), locks);
        Console other = console.another();
        try {
            Acting.as("olga", Role.OPERATOR);
            other.bean(EvictionService.class).evict(AskedEvictions.of(source.id(), seen, "hung", "report", ""));
        } finally {
            other.stop();
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            ShedLocks.release(locks, "report");
            assertThat(scene.lateWrites(source)).hasSize(1);
        });
    }

    @Test
    void aNameUnderFourEyesIsEvictedOnlyWithASecondPersonsConsentAndOnlyFromThatHolder() {
        new EvictionUnderFourEyes(scene).evictsOnlyTheHolderThatWasSeen();
    }

    @Test
    void ofOurOwnLocksTheLeaseThatWasSeenIsMarkedOnceASecondPersonConsents() {
        new EvictionUnderFourEyes(scene).marksTheLeaseThatWasSeen();
    }

    @Test
    void ofOurOwnLocksOneOfSeveralLeasesIsRemovedAtOnceIfItsProcessIsConfirmedDead() {
        try (EvictionOfOurs ours = new EvictionOfOurs(scene)) {
            ours.removesTheLeaseThatWasSeenAndGrantsTheLockToTheNext();
        }
    }

    @Test
    void ofOurOwnLocksALeaseThatWasMarkedIsRemovedAtOnceAsWell() {
        try (EvictionOfOurs ours = new EvictionOfOurs(scene)) {
            ours.removesALeaseWhoseHolderDoesNotAnswerTheEviction();
        }
    }

    @Test
    void ofOurOwnLocksOneIsPausedAndAWaiterTakenOutWhereItIsAndNowhereElse() {
        try (QueuesOfOurs ours = new QueuesOfOurs(scene, "queue")) {
            ours.pausesAndTakesOutInThatCollectionAlone();
        }
    }

    @Test
    void ofOurOwnLocksNoneIsPausedInASourceThatIsReadOnly() {
        try (QueuesOfOurs ours = new QueuesOfOurs(scene, "queue-read-only")) {
            ours.changesNothingWhereNobodyMay();
        }
    }

    @Test
    void ofOurOwnLocksOneUnderFourEyesIsPausedOnceASecondPersonConsents() {
        new EvictionUnderFourEyes(scene).fourEyes();
        try (QueuesOfOurs ours = new QueuesOfOurs(scene, "pay:queue")) {
            ours.waitsForASecondPerson();
        }
    }

    @Test
    void noLockOfAnotherLibraryIsEvictedAtOnce() {
        MongoCollection<BsonDocument> locks = scene.locks("now");
        LockSource source = scene.source(locks, "shedlock", true);
        EvictionScene.insert(locks, ShedLocks.held("report", "app-1"));
        DialectLock seen = scene.seen(scene.dialect("shedlock"), locks);
        Acting.as("olga", Role.OPERATOR);
        EvictionRequest asked = AskedEvictions.of(source.id(), seen, "hung", "report", Way.NOW, "::1");

        assertThatThrownBy(() -> scene.console().bean(EvictionService.class).evict(asked))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Only Lockkeeper's own locks can be evicted at once");
        assertThat(scene.held(scene.dialect("shedlock"), locks)).hasSize(1);
    }
}
