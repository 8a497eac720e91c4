package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ThreadStack;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LockPassTest {

    private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner IMPORT = Locks.owner("import", "import-1", 1, "main", "");
    private static final Owner SHOP = Locks.owner("shop", "shop-1", 2, "http", "");
    private static final Usual USUAL = new Usual(
            40,
            0,
            new Usual.Quantiles(40, Duration.ofSeconds(40), Duration.ofSeconds(50), Duration.ofSeconds(90)),
            new Usual.Quantiles(40, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(9)),
            0);

    private final Standing standing = new Standing();
    private final SourceFindings.PausedWaits pausedWaits = new SourceFindings.PausedWaits();
    private AgentLife life = new AgentLife.Alive(NOW);
    private Optional<Duration> slowHold = Optional.empty();
    private Usual usual = USUAL;
    private double rate;
    private Outage outage = Outage.NONE;

    @Test
    void aLeaseThatIsRenewedFarBeyondItsUsualHoldIsFoundAndSaysWhatIsUsual() {
        assertThat(look(lock(held(Duration.ofMinutes(25))))).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.OVER_USUAL);
            assertThat(found.evidence())
                    .contains(
                            "import · import-1",
                            "25 min 00 s",
                            "last 40 leases",
                            "usually held for 40 s",
                            "no waiters");
        });
    }

    @Test
    void documentsOfAnotherProgramAreOneFinding() {
        Lock one = Lock.of(BsonDocument.parse("{ _id: 'theirs', lockUntil: 5 }"));
        Lock other = Lock.of(BsonDocument.parse("{ _id: 43 }"));
        assertThat(look(one, other)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.OTHERS_DOCUMENTS);
            assertThat(found.evidence()).isEqualTo("2 documents are no locks, among them “theirs”.");
        });
    }

    @Test
    void locksThatTheConsoleHasNoRoomForAreNoFindings() {
        assertThat(look(Lock.nameOnly(Lock.gone("named:1")), Lock.nameOnly(Lock.gone("named:2"))))
                .isEmpty();
    }

    @Test
    void aHoldThatIsUsualIsNoFinding() {
        assertThat(look(lock(held(Duration.ofSeconds(140))))).isEmpty();
    }

    @Test
    void ofAKeptLeaseTheUseOfTheMomentIsJudgedAndAnIdleOneNever() {
        assertThat(look(lock(kept(new LatestUse(false, NOW.minusSeconds(600), "t", "", 9, 0)))))
                .singleElement()
                .satisfies(found -> assertThat(found.evidence()).contains("held it for 10 min 00 s"));
        assertThat(look(lock(kept(new LatestUse(false, NOW.minusSeconds(60), "t", "", 9, 0)))))
                .isEmpty();
        assertThat(look(lock(kept(new LatestUse(true, NOW.minusSeconds(600), "t", "", 9, 0)))))
                .isEmpty();
        assertThat(look(lock(kept(null)))).isEmpty();
    }

    @Test
    void theStackOfAnEarlierUseTellsNothing() {
        List<String> frames = List.of("app//shop.HangingImport.importProducts(HangingImport.java:42)");
        ThreadStack stack = new ThreadStack(NOW.minusSeconds(30), "WAITING", frames);
        assertThat(withUse(stack, new LatestUse(false, NOW.minusSeconds(60), "t", "", 9, 0))
                        .stackOfHold())
                .contains(stack);
        assertThat(withUse(stack, new LatestUse(false, NOW.minusSeconds(20), "t", "", 9, 0))
                        .stackOfHold())
                .isEmpty();
        assertThat(withUse(stack, new LatestUse(true, NOW.minusSeconds(60), "t", "", 9, 0))
                        .stackOfHold())
                .isEmpty();
    }

    private static Holder kept(@Nullable LatestUse use) {
        return withUse(null, use);
    }

    private static Holder withUse(@Nullable ThreadStack stack, @Nullable LatestUse use) {
        Keep keep = new Keep(Duration.ofMinutes(10), 100);
        Instant granted = NOW.minusSeconds(10_000);
        return new Holder("a", 1, 7, TTL, granted, NOW, NOW.plus(TTL), "s", IMPORT, stack, null, keep, use);
    }

    @Test
    void tooFewLeasesTellNothingOfWhatIsUsual() {
        usual = new Usual(Usual.ENOUGH - 1, 0, times(Usual.ENOUGH - 1), times(Usual.ENOUGH - 1), 0);
        assertThat(look(lock(held(Duration.ofHours(3))))).isEmpty();
    }

    @Test
    void withoutAHistoryAHoldIsJudgedByWhatItsServiceCallsSlow() {
        slowHold = Optional.of(Duration.ofMinutes(5));
        assertThat(look(lock(held(Duration.ofSeconds(140))))).isEmpty();
        assertThat(look(lock(held(Duration.ofMinutes(12)))))
                .extracting(Detected::kind)
                .containsExactly(Kind.OVER_USUAL);
        usual = Usual.NOTHING_KNOWN;
        assertThat(look(lock(held(Duration.ofMinutes(4))))).isEmpty();
        assertThat(look(lock(held(Duration.ofMinutes(12))))).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.OVER_PLANNED);
            assertThat(found.evidence())
                    .isEqualTo(
                            "import · import-1 has held it for 12 min 00 s and renews. Its service calls a hold slow after 5 min 00 s; no waiters.");
        });
    }

    @Test
    void aSilentAgentWithALiveLeaseIsOneFindingAndNotTwo() {
        life = new AgentLife.Silent(NOW.minusSeconds(120));
        assertThat(look(lock(held(Duration.ofHours(3)))))
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(Kind.SILENT_HOLDER));
    }

    @Test
    void ofAnAgentOfWhichNothingIsKnownNothingIsSaid() {
        life = new AgentLife.Unknown();
        assertThat(look(lock(held(Duration.ofSeconds(60))))).isEmpty();
    }

    @Test
    void aThreadThatTwoLooksFindAtTheSamePlaceHangsAndOneThatMovesDoesNot() {
        List<String> frames = List.of(
                "java.base@25/java.lang.Thread.sleep(Thread.java:522)",
                "app//shop.HangingImport.importProducts(HangingImport.java:42)");
        assertThat(look(lock(withStack(NOW.minusSeconds(600), frames)))).isEmpty();
        assertThat(look(lock(withStack(NOW, frames)))).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.HANGING);
            assertThat(found.evidence()).contains("has stood in HangingImport.importProducts:42 for 10 min 00 s");
        });
        assertThat(look(lock(withStack(NOW, List.of("app//shop.HangingImport.next(HangingImport.java:50)")))))
                .isEmpty();
    }

    @Test
    void aHangThatLastsAndADeadlockAreOneFindingEach() {
        List<String> frames = List.of("app//shop.HangingImport.importProducts(HangingImport.java:42)");
        look(lock(longWithStack(NOW.minusSeconds(600), frames)));
        standing.endPass();
        Lock hung = lock(longWithStack(NOW, frames), waiter(1, Duration.ofMinutes(6)));
        assertThat(look(hung)).extracting(Detected::kind).containsExactly(Kind.HANGING, Kind.OLD_WAITER);

        Detected deadlock = new Detected(Kind.DEADLOCK, "import", "a w1", "It waits for itself.");
        PassInput sight = sight(List.of(hung), List.of(deadlock));
        assertThat(LockPass.over(sight)).as("the deadlock says it").isEmpty();
    }

    private static Holder longWithStack(Instant at, List<String> frames) {
        return holder(Duration.ofHours(3), new ThreadStack(at, "TIMED_WAITING", frames));
    }

    @Test
    void aLongWaitAndANearlyFullQueueAreFound() {
        Waiter[] many = IntStream.range(0, 400)
                .mapToObj(i -> waiter(i, Duration.ofMinutes(6)))
                .toArray(Waiter[]::new);
        assertThat(look(lock(held(Duration.ofSeconds(20)), many)))
                .extracting(Detected::kind)
                .containsExactlyInAnyOrder(Kind.QUEUE_NEAR_BOUND, Kind.OLD_WAITER);
        assertThat(look(lock(held(Duration.ofSeconds(20)), waiter(1, Duration.ofSeconds(90)))))
                .extracting(Detected::kind)
                .containsExactly(Kind.STARVING_WAITER);
    }

    @Test
    void aLongWaitIsOneFindingWhoeverIsFirstInTheQueue() {
        Lock before = lock(held(Duration.ofSeconds(20)), waiter(1, Duration.ofMinutes(7)));
        Lock after = lock(held(Duration.ofSeconds(1)), waiter(2, Duration.ofMinutes(6)));
        assertThat(look(after)).extracting(Detected::id).isEqualTo(ids(before));
        before = lock(held(Duration.ofSeconds(20)), waiter(1, Duration.ofSeconds(95)));
        after = lock(held(Duration.ofSeconds(1)), waiter(2, Duration.ofSeconds(90)));
        assertThat(look(after)).extracting(Detected::id).isEqualTo(ids(before)).hasSize(1);
    }

    @Test
    void aDismissalIsAboutTheLockAndTheCauseAndTheAlertAboutTheLease() {
        Detected one = look(lock(lease(7))).getFirst();
        Detected next = look(lock(lease(8))).getFirst();
        assertThat(next.kind()).isEqualTo(Kind.OVER_USUAL);
        assertThat(next.id()).isNotEqualTo(one.id());
        assertThat(next.dismissedAs()).isEqualTo(one.dismissedAs());
        life = new AgentLife.Silent(NOW.minusSeconds(120));
        assertThat(look(lock(lease(8))).getFirst().dismissedAs())
                .isNotEqualTo(look(lock(lease(7))).getFirst().dismissedAs());
    }

    @Test
    void ofTwoEvictedLeasesTheOneInItsQuarantineIsNotUnanswered() {
        Holder over = evicted(7, NOW.minusSeconds(5));
        Holder quarantined = evicted(8, NOW.plusSeconds(5));
        LockDocument document =
                new LockDocument("import", 2, 8, List.of(over, quarantined), List.of(), null, null, NOW.plus(TTL));
        assertThat(look(Lock.of(document))).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.UNANSWERED);
            assertThat(found.subject()).isEqualTo("7");
        });
    }

    private static Holder evicted(long token, Instant until) {
        Eviction mark = new Eviction("olga", "hangs", NOW.minusSeconds(20), until);
        return new Holder("a" + token, 1, token, TTL, NOW.minusSeconds(60), NOW, NOW.plus(TTL), "s", IMPORT, mark);
    }

    @Test
    void aHotLockIsFound() {
        rate = 55;
        assertThat(look(lock(held(Duration.ofSeconds(20)))))
                .extracting(Detected::kind)
                .containsExactly(Kind.HOT_LOCK);
    }

    @Test
    void aDamagedDocumentIsFoundAsOneAndAnotherProgramsAsAnother() {
        assertThat(look(new Lock.Unreadable(
                        new BsonString("x"), "x", Lock.Unreadable.Why.DAMAGED, "holders is a string")))
                .extracting(Detected::kind)
                .containsExactly(Kind.DAMAGED);
        assertThat(look(Lock.of(BsonDocument.parse("{ _id: 'x' }"))))
                .extracting(Detected::kind)
                .containsExactly(Kind.OTHERS_DOCUMENTS);
    }

    @Test
    void aHundredThousandLocksAreJudgedInLessThanASecond() {
        List<Lock> many = IntStream.range(0, 100_000)
                .mapToObj(i -> lock(held(Duration.ofSeconds(i % 5_000)), waiter(i, Duration.ofSeconds(i % 500))))
                .toList();
        PassInput sight = sight(many);
        AlwaysExpiring expiring = new AlwaysExpiring();
        long millis = Long.MAX_VALUE;
        int found = 0;
        for (int i = 0; i < 4; i++) {
            long began = System.nanoTime();
            found = LockPass.over(sight).size() + expiring.look(sight).size();
            millis = Math.min(millis, (System.nanoTime() - began) / 1_000_000);
        }
        System.out.printf("A pass over 100,000 locks takes %d ms and finds %,d%n", millis, found);
        assertThat(millis).isLessThan(10_000);
    }

    private List<String> ids(Lock lock) {
        return look(lock).stream().map(Detected::id).toList();
    }

    private static Holder lease(long token) {
        return new Holder("a" + token, 1, token, TTL, NOW.minusSeconds(600), NOW, NOW.plus(TTL), "s", IMPORT, null);
    }

    private List<Detected> look(Lock... locks) {
        return LockPass.over(sight(List.of(locks)));
    }

    private PassInput sight(List<Lock> locks) {
        return sight(locks, List.of());
    }

    private PassInput sight(List<Lock> locks, List<Detected> known) {
        ObservedSource.Facts facts = Passes.facts(holder -> life, holder -> slowHold, name -> usual);
        return new PassInput(
                Passes.source(locks, NOW, outage, facts, known),
                Passes.PATIENCE,
                standing::since,
                name -> rate,
                lock -> pausedWaits.countsFrom(lock, NOW));
    }

    private static Usual.Quantiles times(int count) {
        return new Usual.Quantiles(count, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(9));
    }

    private static Holder held(Duration since) {
        return holder(since, null);
    }

    private static Holder withStack(Instant at, List<String> frames) {
        return holder(Duration.ofSeconds(100), new ThreadStack(at, "TIMED_WAITING", frames));
    }

    private static Holder holder(Duration since, @Nullable ThreadStack stack) {
        Instant granted = NOW.minus(since);
        return new Holder("a", 1, 7, TTL, granted, NOW, NOW.plus(TTL), "s", IMPORT, stack, null, null, null);
    }

    private static Waiter waiter(int i, Duration since) {
        return new Waiter("w" + i, 1, TTL, NOW.minus(since), NOW, NOW.plus(TTL), "s", SHOP, 0);
    }

    private static Lock lock(Holder holder, Waiter... waiters) {
        LockDocument document =
                new LockDocument("import", 1, 7, List.of(holder), List.of(waiters), null, null, NOW.plus(TTL));
        return Lock.of(document);
    }
}
