package io.lockkeeper.console.remember.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.KnownTime.Extent;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.Records;
import io.lockkeeper.console.remember.history.TimeSlices;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** Who cost whom, out of the records of a lease here and there. */
class CostReadingIT {

    private static final Instant THEN = Instant.parse("2025-11-22T04:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    @AutoClose
    private static final Console console =
            Console.start("--lockkeeper.history.enabled=false", "--lockkeeper.history.retention=36500d");

    @BeforeEach
    void empty() {
        for (String collection : List.of("leases", "waits", "digests", "gaps", "streams")) {
            console.own().getCollection(collection).deleteMany(new Document());
        }
        recorded(THEN.minus(Duration.ofDays(30)), THEN.plus(Duration.ofDays(1_000)));
    }

    @Test
    void waitsAreAddedUpByWhoHeldAndWhoWaited() {
        lease("order:1", 1, "import", -3_000, -3_000, -600);
        lease("order:1", 2, "shop", -1_500, -600, -300);
        lease("order:2", 3, "import", -100, -100, -40);
        lease("order:2", 4, "shop", -90, -40, -30);
        left("order:1", "report", 5, -700, -500);
        Costs costs = read("", "", CostGroup.SERVICE);
        assertThat(costs.all())
                .extracting(
                        cost -> cost.key().holder(),
                        cost -> cost.key().waiter(),
                        Cost::millis,
                        Cost::waits,
                        Cost::locks)
                .containsExactly(
                        tuple("import", "shop", 950_000L, 2, 2),
                        tuple("import", "report", 100_000L, 1, 1),
                        tuple("shop", "report", 100_000L, 1, 1));
        assertThat(costs.waits()).isEqualTo(3);
        assertThat(costs.millis()).isEqualTo(1_150_000L);
        assertThat(costs.more()).isFalse();
        assertThat(costs.all().getFirst().longest().getFirst())
                .satisfies(longest -> assertThat(longest.from()).isEqualTo(THEN.minusSeconds(1_500)))
                .satisfies(longest -> assertThat(longest.until()).isEqualTo(THEN.minusSeconds(600)));
        assertThat(read("", "", CostGroup.LOCK).all())
                .extracting(cost -> cost.key().on())
                .containsExactly("order:1", "order:1", "order:1", "order:2");
        assertThat(read("", "", CostGroup.PREFIX).all())
                .extracting(cost -> cost.key().on(), Cost::millis)
                .startsWith(tuple("order:", 950_000L));
    }

    @Test
    void aHolderOfLongBeforeTheTimeIsNamed() {
        lease("import:all", 1, "import", -900_000, -900_000, 900);
        left("import:all", "shop", 2, -9_000, 20);
        assertThat(read("", "", CostGroup.SERVICE).all()).singleElement().satisfies(cost -> {
            assertThat(cost.key()).isEqualTo(new CostKey("", "", "import", "shop"));
            assertThat(cost.millis()).isEqualTo(HOUR.toMillis());
        });
    }

    @Test
    void whereNoLeaseIsRecordedNobodyIsBlamed() {
        lease("order:1", 1, "shop", -100, -40, -30);
        assertThat(read("", "", CostGroup.SERVICE).all())
                .extracting(Cost::key)
                .containsExactly(new CostKey("", "", "", "shop"));
    }

    @Test
    void aLockAndAServiceNarrowIt() {
        lease("order:1", 1, "import", -100, -100, -40);
        lease("order:1", 2, "shop", -90, -40, -30);
        lease("other", 3, "report", -100, -100, -40);
        lease("other", 4, "billing", -90, -40, -30);
        assertThat(read("other", "", CostGroup.SERVICE).all())
                .extracting(cost -> cost.key().holder())
                .containsExactly("report");
        assertThat(read("", "shop", CostGroup.SERVICE).all())
                .extracting(cost -> cost.key().holder())
                .containsExactly("import");
        assertThat(read("", "import", CostGroup.SERVICE).all())
                .extracting(cost -> cost.key().waiter())
                .containsExactly("shop");
        LockScope limited = new LockScope(List.of("oth"), List.of());
        Costs seen = reading().read(new PastQuestion(limited, THEN, HOUR, "", "", "", ""), CostGroup.LOCK);
        assertThat(seen.all()).extracting(cost -> cost.key().on()).containsExactly("other");
        assertThat(seen.use()).extracting("lock").containsExactly("other");
    }

    @Test
    void aWaitThatGoesOnCountsToTheEndOfTheTime() {
        Instant granted = Instant.now();
        console.locks().enqueue("live", Locks.owner("import", "im-1", 1, "t", ""), Duration.ofMinutes(5));
        console.locks().enqueue("live", Locks.owner("shop", "shop-1", 1, "t", ""), Duration.ofMinutes(5));
        Party holder = new Party("agent", "import", "im-1", "host", 1, "t", "");
        own().insert(Records.lease(new LeaseKey("live", 1), holder, granted, granted, null, null, null));
        PastQuestion soon =
                new PastQuestion(LockScope.EVERYTHING, Instant.now().plusSeconds(600), HOUR, "", "", "", "");
        await().untilAsserted(() -> assertThat(
                        reading().read(soon, CostGroup.SERVICE).all())
                .filteredOn(cost -> cost.key().holder().equals("import"))
                .singleElement()
                .satisfies(cost -> assertThat(cost.millis()).isCloseTo(600_000L, within(60_000L))));
        console.database().getCollection("locks").deleteOne(new Document("_id", "live"));
    }

    @Test
    void theUseOfALockIsThePartOfTheTimeInWhichItWasHeld() {
        lease("half", 1, "import", -1_800, -1_800, 900);
        lease("tenth", 2, "import", -400, -400, -220);
        lease("tenth", 3, "import", -200, -200, -20);
        lease("before", 4, "import", -9_000, -9_000, -3_601);
        Costs costs = read("", "", CostGroup.SERVICE);
        assertThat(costs.use()).extracting("lock", "leases").containsExactly(tuple("half", 1L), tuple("tenth", 2L));
        assertThat(costs.use()).extracting(used -> used.share().orElseThrow()).containsExactly(0.5, 0.1);
    }

    @Test
    void aLockThatWasAlwaysHeldIsInUseAllTheTimeThatIsRecorded() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        Instant begun = now.minusSeconds(600);
        Party holder = new Party("agent", "import", "import-1", "host", 1, "main", "");
        own().insert(Records.lease(new LeaseKey("always", 1), holder, begun, begun, null, null, null));
        own().insert(Records.lease(
                new LeaseKey("half", 2), holder, begun, begun, now.minusSeconds(300), Ending.RELEASED, null));
        recorded(begun, now.plusSeconds(60));
        PastQuestion week = new PastQuestion(LockScope.EVERYTHING, now, Duration.ofDays(7), "", "", "", "");
        assertThat(reading().read(week, CostGroup.SERVICE).use())
                .extracting(UsedLock::lock, used -> used.share().orElseThrow())
                .containsExactly(tuple("always", 1.0), tuple("half", 0.5));
    }

    @Test
    void whereNothingWasEverRecordedNoLockWasPartlyFree() {
        lease("half", 1, "import", -1_800, -1_800, 900);
        console.own().getCollection("streams").deleteMany(new Document());
        assertThat(read("", "", CostGroup.SERVICE).use()).isEmpty();
    }

    @Test
    void aCostIsSpreadOverTheTimeInWhichItWasWaited() {
        lease("order:1", 1, "import", -3_000, -3_000, -600);
        lease("order:1", 2, "shop", -1_500, -600, -300);
        own().insert(Records.gap(THEN.minusSeconds(2_400), THEN.minusSeconds(2_160), "off"));
        Costs costs = read("", "", CostGroup.SERVICE);
        TimeSlices slices = costs.slices();
        assertThat(slices.each()).isEqualTo(Duration.ofMinutes(2));
        assertThat(costs.all()).singleElement().satisfies(cost -> {
            assertThat(waitedIn(cost, 16)).isZero();
            assertThat(waitedIn(cost, 17)).isEqualTo(60_000);
            assertThat(waitedIn(cost, 18)).isEqualTo(120_000);
            assertThat(waitedIn(cost, 24)).isEqualTo(120_000);
            assertThat(waitedIn(cost, 25)).isZero();
        });
        assertThat(slices.known().subList(9, 13)).containsExactly(Extent.WHOLE, Extent.NONE, Extent.NONE, Extent.WHOLE);
    }

    private static long waitedIn(Cost cost, int slice) {
        return cost.spread().millis(slice);
    }

    @Test
    void theCostsBehindTheFirstAreOneSum() {
        for (int i = 1; i <= 4; i++) {
            lease("order:" + i, 10L * i, "import-" + i, -100, -100, -40);
            lease("order:" + i, 10L * i + 1, "shop", -40 - 10 * i, -40, -30);
        }
        Costs costs = read("", "", CostGroup.SERVICE);
        assertThat(costs.rest(4)).isEmpty();
        assertThat(costs.rest(1)).hasValueSatisfying(rest -> {
            assertThat(rest.millis()).isEqualTo(60_000);
            assertThat(rest.waits()).isEqualTo(3);
            assertThat(rest.spread().millis(29)).isEqualTo(60_000);
        });
    }

    @Test
    void theWeekBeforeIsAddedUpByTheSameKeys() {
        int week = 7 * 24 * 3_600;
        lease("order:1", 1, "import", -3_000, -3_000, -600);
        lease("order:1", 2, "shop", -1_500, -600, -300);
        lease("order:1", 3, "import", -week - 3_000, -week - 3_000, -week - 600);
        lease("order:1", 4, "shop", -week - 900, -week - 600, -week - 300);
        lease("order:1", 5, "billing", -week - 4_000, -week - 3_700, -week - 3_650);
        CostsBefore before = before();
        assertThat(before.known()).isEqualTo(Extent.WHOLE);
        assertThat(before.millis(new CostKey("", "", "import", "shop"))).isEqualTo(300_000);
        assertThat(before.millis(new CostKey("", "", "import", "billing"))).isZero();

        own().insert(Records.gap(THEN.minusSeconds(week + 2_400), THEN.minusSeconds(week + 2_160), "off"));
        assertThat(before().known()).isEqualTo(Extent.PART);
        assertThat(before().millis(new CostKey("", "", "import", "shop"))).isEqualTo(300_000);

        recorded(THEN.minus(Duration.ofDays(2)), THEN.plusSeconds(1));
        assertThat(before().known()).isEqualTo(Extent.NONE);
        assertThat(before().millis()).isEmpty();
    }

    private static CostsBefore before() {
        PastQuestion asked = new PastQuestion(LockScope.EVERYTHING, THEN, HOUR, "", "", "", "");
        return reading().weekBefore(asked, CostGroup.SERVICE);
    }

    private static void recorded(Instant begun, Instant at) {
        console.own().getCollection("streams").deleteMany(new Document());
        console.own().getCollection("streams").insertOne(Records.place(begun, at));
    }

    @Test
    void aMomentIsRefused() {
        PastQuestion moment = new PastQuestion(LockScope.EVERYTHING, THEN, null, "", "", "", "");
        assertThatThrownBy(() -> reading().read(moment, CostGroup.SERVICE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not of a moment");
    }

    private static Costs read(String lock, String service, CostGroup group) {
        return reading().read(new PastQuestion(LockScope.EVERYTHING, THEN, HOUR, lock, service, "", ""), group);
    }

    /** Seconds before the end of the time. */
    private static void lease(
            String lock, long token, String service, int asked, int granted, @Nullable Integer ended) {
        Party holder = new Party("agent", service, service + "-1", "host", token, "main", "");
        own().insert(Records.lease(
                new LeaseKey(lock, token),
                holder,
                THEN.plusSeconds(asked),
                THEN.plusSeconds(granted),
                ended == null ? null : THEN.plusSeconds(ended),
                ended == null ? null : Ending.RELEASED,
                null));
    }

    private static void left(String lock, String service, int pid, int since, int until) {
        Party waiter = new Party("agent", service, service + "-1", "host", pid, "main", "");
        own().insert(Records.wait(lock, waiter, THEN.plusSeconds(since), THEN.plusSeconds(until)));
    }

    private static CostReading reading() {
        return console.bean(CostReading.class);
    }

    private static MongoTemplate own() {
        return console.bean(MongoTemplate.class);
    }
}
