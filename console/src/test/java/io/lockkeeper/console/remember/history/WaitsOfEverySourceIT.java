package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.CostReading;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.assertj.core.groups.Tuple;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the history tells of those who wait for one of our locks: the same in the console's first collection and in a further one. */
class WaitsOfEverySourceIT {

    private static final Duration TTL = Duration.ofMinutes(5);

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    private static final String DATABASE = console.database().getName() + "_further";
    private static final String LIBRARYS = console.database().getName() + ".shedLock/shedlock";

    @SuppressWarnings("NullAway.Init")
    private static String further;

    enum In {
        FIRST,
        FURTHER;

        LockId lock(String name) {
            return this == FIRST ? LockId.first(name) : new LockId(further, name);
        }

        Locks locks() {
            return this == FIRST
                    ? console.locks()
                    : new Locks(MongoServer.shared().client().getDatabase(DATABASE));
        }

        /** The smallest scope in which its locks are. */
        LockScope scope() {
            return this == FIRST ? new LockScope(List.of(""), List.of()) : new LockScope(List.of(), List.of(further));
        }
    }

    @BeforeAll
    static void watch() {
        Locks unused = In.FURTHER.locks();
        further = console.watch(Place.own(DATABASE, "locks"), "lockkeeper").id();
        console.database().createCollection("shedLock");
        String library = console.watch("shedLock", "shedlock").id();
        assertThat(library).isEqualTo(LIBRARYS);
        await().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
        await().until(() -> console.watched(further).filter(Watched::isLive).isPresent());
    }

    @ParameterizedTest
    @EnumSource
    void aWaiterWhoGivesUpIsOnRecordWithHowLongItWaited(In in) {
        LockId lock = in.lock("gave:up");
        acquire(in, lock, "holder");
        String waiter = waitFor(in, lock, "patient");
        in.locks().remove(lock.name(), waiter);
        WaitRecord wait = waits(lock, 1).getFirst();
        assertThat(wait.lockId()).isEqualTo(lock);
        assertThat(wait.acquirer()).isEqualTo(waiter);
        assertThat(wait.waiter().name()).isEqualTo("patient · patient-1");
        assertThat(wait.silent()).isFalse();
        assertThat(wait.takenOut()).isNull();
        assertThat(wait.waitedMillis())
                .isEqualTo(Duration.between(wait.since(), wait.endedAt()).toMillis());
        assertThat(Duration.between(wait.endedAt(), wait.purgeAt())).isEqualTo(Duration.ofDays(30));
    }

    @ParameterizedTest
    @EnumSource
    void aLeaseAndAWaitThatRanOutHaveEndedAlthoughNoWriteOfTheirLockTellsIt(In in) {
        LockId lock = in.lock("ran:out");
        Duration brief = Duration.ofMillis(900);
        in.locks().enqueue(lock.name(), Locks.owner("gone", "gone-1", 1, "t", ""), brief);
        in.locks().enqueue(lock.name(), Locks.owner("behind", "behind-1", 2, "t", ""), brief);
        LockDocument left = in.locks().find(lock.name());
        assertThat(ended(lock, 1)).satisfiesExactly(lease -> {
            assertThat(lease.endedAt()).isEqualTo(left.holders().getFirst().expiresAt());
            assertThat(lease.ending()).isEqualTo(Ending.EXPIRED);
            assertThat(lease.heldMillis()).isEqualTo(900);
        });
        PastQuestion hour = new PastQuestion(
                in.scope(), Instant.now().plusSeconds(60), Duration.ofHours(1), lock.name(), "", "", "");
        await().untilAsserted(() -> assertThat(console.bean(Past.class).waits(hour, 10))
                .extracting(WaitSpan::until)
                .containsExactly(left.queue().getFirst().expiresAt()));
        assertThat(console.bean(Past.class).leases(hour, 10))
                .extracting(LeaseRecord::ending)
                .containsExactly(Ending.EXPIRED);
    }

    @ParameterizedTest
    @EnumSource
    void whomAnOperatorTookOutIsOnRecordWithByWhomAndOnlyForThoseWhoSeeTheLock(In in) {
        LockId lock = in.lock("taken:out");
        acquire(in, lock, "holder");
        in.locks().takeOut(lock.name(), waitFor(in, lock, "stuck"), "ann", "in the way");
        assertThat(waits(lock, 1).getFirst().takenOut()).satisfies(mark -> {
            assertThat(mark.by()).isEqualTo("ann");
            assertThat(mark.reason()).isEqualTo("in the way");
        });
        assertThat(takenOut(in.scope(), lock.name())).containsExactly(lock);
        LockScope another = in == In.FIRST ? In.FURTHER.scope() : In.FIRST.scope();
        assertThat(takenOut(another, lock.name())).doesNotContain(lock);
        assertThat(takenOut(LockScope.NOTHING, lock.name())).isEmpty();
        assertThat(takenOut(LockScope.EVERYTHING, lock.name())).contains(lock);
    }

    @ParameterizedTest
    @EnumSource
    void aLeaseTellsHowLongItsRequestWaitedAndWhoWaitedBehindIt(In in) {
        LockId lock = in.lock("behind");
        String first = acquire(in, lock, "first");
        String second = waitFor(in, lock, "second");
        in.locks().remove(lock.name(), first);
        assertThat(ended(lock, 1))
                .extracting(LeaseRecord::waiters, LeaseRecord::behind, LeaseRecord::waitedMillis)
                .containsExactly(tuple(1, List.of("second · second-1"), 0L));
        await().untilAsserted(() -> assertThat(history().newestOf(lock, 10))
                .filteredOn(lease -> lease.endedAt() == null)
                .singleElement()
                .satisfies(lasting -> assertThat(lasting.waited().orElseThrow()).isPositive()));
        in.locks().remove(lock.name(), second);
        assertThat(ended(lock, 2).getFirst()).satisfies(lease -> {
            assertThat(lease.holder()).isNotNull();
            assertThat(lease.token()).isPresent();
            assertThat(lease.waiters()).isNull();
            assertThat(lease.tellsWaits()).isTrue();
            assertThat(Duration.between(lease.askedAt(), lease.grantedAt()))
                    .isPositive()
                    .isEqualTo(lease.waited().orElseThrow());
        });
        assertThat(history().usualOf(lock).waiting()).isNotNull();
        assertThat(history().waitsOf(lock, Instant.EPOCH, 10)).as("none left").contains(List.of());
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitedAtAMomentIsToldWhileItWaitsOnceItIsGrantedAndOnceThatHasEnded(In in) {
        LockId lock = in.lock("moment");
        String first = acquire(in, lock, "first");
        String second = waitFor(in, lock, "second");
        String third = waitFor(in, lock, "third");
        Instant moment = in.locks().find(lock.name()).queue().getLast().since();
        await().untilAsserted(
                        () -> assertThat(waiting(in.scope(), lock, moment)).containsOnly("second", "third"));
        in.locks().remove(lock.name(), third);
        waits(lock, 1);
        in.locks().remove(lock.name(), first);
        ended(lock, 1);
        assertThat(waiting(in.scope(), lock, moment)).as("granted").containsExactlyInAnyOrder("second", "third");
        in.locks().remove(lock.name(), second);
        ended(lock, 2);
        assertThat(waiting(in.scope(), lock, moment)).as("ended").containsExactlyInAnyOrder("second", "third");
        LockScope another = in == In.FIRST ? In.FURTHER.scope() : In.FIRST.scope();
        assertThat(console.bean(Past.class).waiting(at(another, lock.name(), moment), 10))
                .extracting(WaitThen::lockId)
                .doesNotContain(lock);
    }

    @ParameterizedTest
    @EnumSource
    void whoMadeOthersWaitIsAddedUpWhileTheyWaitWhileTheyHoldAndOnceAllHasEnded(In in) {
        LockId lock = in.lock("cost");
        String first = acquire(in, lock, "import");
        String second = waitFor(in, lock, "shop");
        String third = waitFor(in, lock, "report");
        await().untilAsserted(() -> assertThat(costs(in.scope(), lock))
                .contains(tuple(lock.source(), "cost", "import", "shop"))
                .contains(tuple(lock.source(), "cost", "import", "report")));
        in.locks().remove(lock.name(), third);
        waits(lock, 1);
        in.locks().remove(lock.name(), first);
        ended(lock, 1);
        assertThat(costs(in.scope(), lock))
                .containsExactlyInAnyOrder(
                        tuple(lock.source(), "cost", "import", "shop"),
                        tuple(lock.source(), "cost", "import", "report"));
        in.locks().remove(lock.name(), second);
        ended(lock, 2);
        assertThat(costs(in.scope(), lock))
                .containsExactlyInAnyOrder(
                        tuple(lock.source(), "cost", "import", "shop"),
                        tuple(lock.source(), "cost", "import", "report"));
        LockScope another = in == In.FIRST ? In.FURTHER.scope() : In.FIRST.scope();
        assertThat(costs(another, lock)).noneMatch(cost -> cost.toList().contains(lock.source()));
    }

    /** By lock: source, lock, who held and who waited. */
    private static List<Tuple> costs(LockScope scope, LockId lock) {
        PastQuestion asked =
                new PastQuestion(scope, Instant.now().plusSeconds(1), Duration.ofHours(1), lock.name(), "", "", "");
        Costs costs = console.bean(CostReading.class).read(asked, CostGroup.LOCK);
        assertThat(costs.areKnown()).isTrue();
        assertThat(costs.unrecorded()).doesNotContain(further);
        return costs.all().stream()
                .map(Cost::key)
                .filter(key -> !key.holder().isEmpty())
                .map(key -> tuple(key.source(), key.on(), key.holder(), key.waiter()))
                .toList();
    }

    @Test
    void theWaitsForALockWhoseLibraryDoesNotTellThemAreUnknown() {
        LockId lock = new LockId(LIBRARYS, "report");
        assertThat(history().waitsOf(lock, Instant.EPOCH, 10)).isEmpty();
        Past past = console.bean(Past.class);
        assertThat(past.tellsWaits(at(new LockScope(List.of(), List.of(LIBRARYS)), "", Instant.now())))
                .isFalse();
        assertThat(past.tellsWaits(at(In.FURTHER.scope(), "", Instant.now()))).isTrue();
    }

    @Test
    void aWaitOfBeforeNamesNoSourceAndIsOfTheFirstCollection() {
        LockId lock = LockId.first("of:before");
        acquire(In.FIRST, lock, "holder");
        In.FIRST.locks().remove(lock.name(), waitFor(In.FIRST, lock, "patient"));
        waits(lock, 1);
        assertThat(console.own().getCollection(WaitRecord.COLLECTION).find(new Document("lock", lock.name())))
                .singleElement()
                .satisfies(stored -> assertThat(stored).doesNotContainKey("source"));
        assertThat(history().waitsOf(In.FURTHER.lock(lock.name()), Instant.EPOCH, 10))
                .contains(List.of());
    }

    private static String acquire(In in, LockId lock, String service) {
        String acquirer = in.locks().enqueue(lock.name(), Locks.owner(service, service + "-1", 1, "t", ""), TTL);
        await().until(() -> console.bean(SourceFeeds.class).of(LockScope.EVERYTHING, lock).stream()
                .flatMap(source -> source.board().flatMap(board -> board.find(lock.name())).stream())
                .anyMatch(view -> !view.holders().isEmpty()));
        return acquirer;
    }

    /** Answers once the console has seen that it waits. */
    private static String waitFor(In in, LockId lock, String service) {
        String acquirer = in.locks().enqueue(lock.name(), Locks.owner(service, service + "-1", 1, "t", ""), TTL);
        await().until(() -> waiting(
                        in.scope(),
                        lock,
                        in.locks().find(lock.name()).queue().getLast().since())
                .contains(service));
        return acquirer;
    }

    private static List<String> waiting(LockScope scope, LockId lock, Instant moment) {
        return console.bean(Past.class).waiting(at(scope, lock.name(), moment), 10).stream()
                .filter(wait -> wait.lockId().equals(lock))
                .map(wait -> wait.who().replaceAll(" · .*", ""))
                .toList();
    }

    private static PastQuestion at(LockScope scope, String lock, Instant moment) {
        return new PastQuestion(scope, moment, null, lock, "", "", "");
    }

    private static List<LockId> takenOut(LockScope scope, String lock) {
        PastQuestion asked =
                new PastQuestion(scope, Instant.now().plusSeconds(60), Duration.ofHours(1), lock, "", "", "");
        return console.bean(Past.class).takenOut(asked, 10).stream()
                .map(WaitRecord::lockId)
                .toList();
    }

    private static List<WaitRecord> waits(LockId lock, int count) {
        await().until(() -> known(history().waitsOf(lock, Instant.EPOCH, 10)).size() == count);
        return known(history().waitsOf(lock, Instant.EPOCH, 10));
    }

    private static List<WaitRecord> known(Optional<List<WaitRecord>> waits) {
        return waits.orElseThrow();
    }

    private static List<LeaseRecord> ended(LockId lock, int count) {
        await().until(() -> allEnded(lock).size() == count);
        return allEnded(lock);
    }

    private static List<LeaseRecord> allEnded(LockId lock) {
        return history().newestOf(lock, 10).stream()
                .filter(lease -> lease.endedAt() != null)
                .toList();
    }

    private static History history() {
        return console.bean(History.class);
    }
}
