package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;

/** Who held what at a moment: against a search through all that is recorded, and by the indexes that are meant for it. */
class PastIT {

    private static final Instant THEN = Instant.parse("2026-11-22T03:12:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MANY = 4_000;
    private static final String SOURCE = "app.jobs/shedlock";

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.enabled=false");

    @SuppressWarnings("NullAway.Init")
    private static Past past;

    @BeforeAll
    static void start() {
        past = console.bean(Past.class);
    }

    @BeforeEach
    void empty() {
        own().getCollection(LeaseRecord.COLLECTION).deleteMany(new Document());
        own().getCollection(WaitRecord.COLLECTION).deleteMany(new Document());
        own().getCollection(HoldRecord.COLLECTION).deleteMany(new Document());
    }

    @Test
    void aLeaseIsHeldFromTheInstantOfItsGrantUntilThatOfItsEnd() {
        insert(List.of(
                lease("from:then", 1, THEN, THEN.plusMillis(1)),
                lease("until:then", 2, THEN.minusSeconds(60), THEN),
                lease("over:then", 3, THEN.minusMillis(1), THEN.plusMillis(1)),
                lease("still", 4, THEN.minus(DAY), null),
                lease("long", 5, THEN.minus(Duration.ofDays(20)), THEN.plusSeconds(1)),
                lease("later", 6, THEN.plusMillis(1), null)));
        assertThat(names(past.leases(at(THEN), 100))).containsExactly("long", "still", "over:then", "from:then");
        assertThat(past.count(at(THEN), 100)).isEqualTo(4);
        assertThat(past.count(at(THEN), 2)).isEqualTo(2);
    }

    @Test
    void aLeaseThatRanOutIsHeldNoLongerWhetherOrNotThatIsRecorded() {
        console.locks().enqueue("ran:out", Locks.owner("shop", "shop-1", 1, "t", ""), Duration.ofMillis(600));
        Holder holder = console.locks().find("ran:out").holders().getFirst();
        insert(List.of(lease("ran:out", holder.token(), holder.acquiredAt(), null)));
        History history = console.bean(History.class);
        await().untilAsserted(() ->
                assertThat(past.leases(at(Instant.now().plusSeconds(60)), 10)).isEmpty());
        assertThat(past.leases(at(holder.expiresAt().minusMillis(1)), 10))
                .extracting(LeaseRecord::endedAt)
                .containsExactly(holder.expiresAt());
        PastQuestion hour = new PastQuestion(
                LockScope.EVERYTHING, Instant.now().plusSeconds(60), Duration.ofHours(1), "", "", "", "");
        try (Stream<LeaseRecord> file = past.stream(hour, 10)) {
            assertThat(file).extracting(LeaseRecord::ending).containsExactly(Ending.EXPIRED);
        }
        assertThat(history.newestOf(LockId.first("ran:out"), 10))
                .extracting(LeaseRecord::heldMillis)
                .containsExactly(600L);
        assertThat(past.leasesOf(List.of(LockId.first("ran:out")), hour.from(), hour.moment(), 10))
                .extracting(LeaseSpan::ended)
                .containsExactly(holder.expiresAt());
    }

    @Test
    void ofLeasesOfAnyLengthThoseOfAMomentAreFoundAndNoOthers() {
        List<LeaseRecord> all = many();
        insert(all);
        Random random = new Random(4711);
        for (int i = 0; i < 40; i++) {
            Instant moment =
                    THEN.minusMillis(random.nextLong(Duration.ofDays(29).toMillis()));
            assertThat(names(past.leases(at(moment), MANY)))
                    .as("held at %s", moment)
                    .containsExactlyInAnyOrderElementsOf(names(all.stream()
                            .filter(it -> !it.began().isAfter(moment)
                                    && (it.endedAt() == null || it.endedAt().isAfter(moment)))
                            .toList()));
        }
    }

    @Test
    void whoWaitedIsToldWhetherGrantedLaterOrGoneWithoutAGrantOrWaitingStill() {
        insert(List.of(
                waited("w", 1, THEN.minusSeconds(30), THEN.plusSeconds(1)),
                waited("w", 2, THEN.minusSeconds(9), THEN)));
        left("gave:up", THEN.minusSeconds(5), THEN.plusSeconds(5));
        left("before", THEN.minusSeconds(5), THEN);
        console.locks().enqueue("now", Locks.owner("shop", "shop-1", 1, "t", ""), Duration.ofMinutes(5));
        console.locks().enqueue("now", Locks.owner("shop", "shop-2", 2, "t", ""), Duration.ofMinutes(5));
        assertThat(past.waiting(at(THEN), 10)).extracting(WaitThen::lock).containsExactlyInAnyOrder("w", "gave:up");
        await().untilAsserted(() -> assertThat(past.waiting(at(Instant.now().plusSeconds(60)), 10))
                .extracting(WaitThen::who)
                .containsExactly("shop · shop-2"));
    }

    @Test
    void oneLockOneServiceOneHostAndOneOperatorAreFound() {
        insert(List.of(
                lease("a", 1, THEN.minusSeconds(50), THEN),
                lease("b", 2, THEN.minusSeconds(40), THEN),
                evicted("c", 3, THEN.minusSeconds(30), "ops"),
                lease("a", 4, THEN.minus(Duration.ofHours(3)), THEN)));
        Duration hour = Duration.ofHours(1);
        assertThat(held(hour, "", "", "", "")).containsExactly("c", "b", "a");
        assertThat(held(hour, "a", "", "", "")).containsExactly("a");
        assertThat(held(DAY, "a", "service-1", "", "")).containsExactly("a", "a");
        assertThat(held(hour, "", "service-2", "", "")).containsExactly("b");
        assertThat(held(hour, "", "", "host-0", "")).containsExactly("c");
        assertThat(held(hour, "", "", "", "ops")).containsExactly("c");
        assertThat(held(hour, "", "", "", "op")).isEmpty();
    }

    private static List<String> held(Duration window, String lock, String service, String host, String operator) {
        PastQuestion asked = new PastQuestion(LockScope.EVERYTHING, THEN, window, lock, service, host, operator);
        return names(past.leases(asked, 9));
    }

    @Test
    void whomOperatorsTookOutIsToldOfATimeByLockServiceHostAndOperator() {
        Party shop = new Party("agent", "shop", "shop-1", "host-1", 1, "main", "");
        Party bill = new Party("agent", "billing", "bill-1", "host-2", 2, "main", "");
        own().insert(Records.takenOut("a", shop, THEN.minusSeconds(90), THEN.minusSeconds(30), "ops", "in the way"));
        own().insert(Records.takenOut("b", bill, THEN.minusSeconds(50), THEN.minusSeconds(20), "ann", "stuck"));
        own().insert(Records.takenOut("c", bill, THEN.minus(DAY), THEN.minus(DAY), "ann", "long ago"));
        left("gave:up", THEN.minusSeconds(5), THEN);
        assertThat(takenOut("", "", "", "")).containsExactly("b", "a");
        assertThat(takenOut("a", "", "", "")).containsExactly("a");
        assertThat(takenOut("", "billing", "", "")).containsExactly("b");
        assertThat(takenOut("", "", "host-1", "")).containsExactly("a");
        assertThat(takenOut("", "", "", "ann")).containsExactly("b");
        assertThat(past.takenOut(at(THEN), 9)).isEmpty();
        LockScope limited = new LockScope(List.of("a"), List.of());
        assertThat(past.takenOut(new PastQuestion(limited, THEN, Duration.ofHours(1), "", "", "", ""), 9))
                .extracting(WaitRecord::lock)
                .containsExactly("a");
    }

    private static List<String> takenOut(String lock, String service, String host, String operator) {
        Duration hour = Duration.ofHours(1);
        return past
                .takenOut(new PastQuestion(LockScope.EVERYTHING, THEN, hour, lock, service, host, operator), 9)
                .stream()
                .map(WaitRecord::lock)
                .toList();
    }

    @Test
    void eachQuestionReadsLittleMoreThanItFindsByTheIndexThatIsMeantForIt() {
        insert(many());
        own().getCollection(WaitRecord.COLLECTION).insertOne(new Document("waitClass", 1));
        PastQuestion moment = at(THEN.minus(Duration.ofDays(15)));
        reads(PastQueries.leases(moment, StoredLeases.FIRST), LeaseRecord.COLLECTION, 100, "lockkeeper_leases_held", 4);
        reads(
                PastQueries.grantedSince(moment, StoredLeases.FIRST),
                LeaseRecord.COLLECTION,
                100,
                "lockkeeper_leases_waited",
                4);
        reads(PastQueries.leftSince(moment), WaitRecord.COLLECTION, 100, "lockkeeper_waits_waited", 4);
        own().getCollection(HoldRecord.COLLECTION).insertOne(new Document("own", new Document("waitClass", 1)));
        reads(
                PastQueries.grantedSince(moment, StoredLeases.SOURCES),
                HoldRecord.COLLECTION,
                100,
                "lockkeeper_foreign_holds_waited",
                4);
        readsLeases(window("", "", "", ""), 50, "held", 2);
        readsLeases(window("lock-7", "", "", ""), 10, "lock", 1);
        readsLeases(window("", "service-1", "", ""), 50, "service", 1);
        readsLeases(window("", "", "host-1", ""), 50, "host", 1);
        readsLeases(window("", "", "", "ops"), 50, "evicted", 1);
        reads(
                PastQueries.takenOut(window("", "", "", ""), Duration.ofDays(7)),
                WaitRecord.COLLECTION,
                50,
                "lockkeeper_waits_taken_out",
                1);
    }

    /** For costs, which add up long times: of a few locks among very many leases, by the indexes that are meant for them. */
    @Test
    void leasesOfSomeLocksInATimeAreFoundWhateverTheirLengthInEverySource() {
        List<LeaseRecord> all = many();
        insert(all);
        own().insertAll(all.stream()
                .filter(lease -> lease.endedAt() != null)
                .map(PastIT::hold)
                .toList());
        Random random = new Random(815);
        for (int i = 0; i < 20; i++) {
            Instant from = THEN.minusMillis(random.nextLong(Duration.ofDays(29).toMillis()));
            Instant until = from.plusSeconds(random.nextLong(90_000));
            List<LeaseRecord> within = all.stream()
                    .filter(it -> List.of("lock-7", "lock-13").contains(it.key().lock()))
                    .filter(it -> it.began().isBefore(until)
                            && (it.endedAt() == null || it.endedAt().isAfter(from)))
                    .toList();
            assertThat(past.leasesOf(locks(""), from, until, MANY))
                    .extracting(LeaseSpan::token)
                    .containsExactlyInAnyOrderElementsOf(
                            within.stream().map(it -> it.key().token()).toList());
            assertThat(past.leasesOf(locks(SOURCE), from, until, MANY))
                    .extracting(LeaseSpan::began)
                    .containsExactlyInAnyOrderElementsOf(within.stream()
                            .filter(it -> it.endedAt() != null)
                            .map(LeaseRecord::began)
                            .toList());
        }
        Query ended = new LeasesOfLocks(
                        StoredLeases.SOURCES.of(locks(SOURCE)).orElseThrow(),
                        THEN.minus(DAY.multipliedBy(8)),
                        THEN.minus(DAY),
                        StoredLeases.SOURCES)
                .queries()
                .getLast();
        reads(ended, HoldRecord.COLLECTION, MANY, "lockkeeper_foreign_holds_lock", 1);
    }

    private static List<LockId> locks(String source) {
        return List.of(new LockId(source, "lock-7"), new LockId(source, "lock-13"));
    }

    private static HoldRecord hold(LeaseRecord lease) {
        Instant until = Objects.requireNonNull(lease.endedAt());
        return new HoldRecord(
                SOURCE + "/" + lease.key().token(),
                SOURCE,
                lease.key().lock(),
                "app",
                lease.began(),
                until,
                Ending.RELEASED,
                HoldRecord.heldClass(lease.began(), until),
                until.plus(Duration.ofDays(3_000)),
                null);
    }

    private static void readsLeases(PastQuestion asked, int limit, String index, int times) {
        Query leases = PastQueries.leases(asked, StoredLeases.FIRST);
        reads(leases, LeaseRecord.COLLECTION, limit, "lockkeeper_leases_" + index, times);
    }

    private static void reads(Query query, String collection, int limit, String index, int times) {
        Document find = new Document("find", collection)
                .append("filter", query.getQueryObject())
                .append("sort", query.getSortObject())
                .append("limit", limit)
                .append("hint", Objects.requireNonNull(query.getHint()));
        Document plan = own().getDb().runCommand(new Document("explain", find).append("verbosity", "executionStats"));
        Document ran = plan.get("executionStats", Document.class);
        assertThat(plan.toJson()).contains("\"indexName\": \"" + index + "\"").doesNotContain("COLLSCAN", "\"SORT\"");
        assertThat(ran.getInteger("totalDocsExamined"))
                .as("documents read with %s for %s found", index, ran.getInteger("nReturned"))
                .isLessThanOrEqualTo(times * ran.getInteger("nReturned") + 40);
    }

    private static PastQuestion at(Instant moment) {
        return new PastQuestion(LockScope.EVERYTHING, moment, null, "", "", "", "");
    }

    private static PastQuestion window(String lock, String service, String host, String operator) {
        return new PastQuestion(LockScope.EVERYTHING, THEN, Duration.ofDays(7), lock, service, host, operator);
    }

    /** Leases over a month, of lengths from a millisecond to days. */
    private static List<LeaseRecord> many() {
        Random random = new Random(17);
        List<LeaseRecord> all = new ArrayList<>();
        IntStream.range(0, MANY).forEach(i -> {
            Instant granted =
                    THEN.minusMillis(random.nextLong(Duration.ofDays(30).toMillis()));
            long held = (long) Math.pow(10, 1 + random.nextDouble() * 7.4);
            all.add(
                    i % 10 == 0
                            ? evicted("lock-" + i % 100, i, granted, "ops")
                            : lease("lock-" + i % 100, i, granted, i % 200 == 1 ? null : granted.plusMillis(held)));
        });
        return all;
    }

    private static LeaseRecord evicted(String lock, long token, Instant granted, String by) {
        return record(
                lock, token, granted, granted, granted.plusSeconds(20), new Eviction(by, "hung", granted, granted));
    }

    private static LeaseRecord lease(String lock, long token, Instant granted, @Nullable Instant ended) {
        return record(lock, token, granted, granted, ended, null);
    }

    private static LeaseRecord waited(String lock, long token, Instant asked, Instant granted) {
        return record(lock, token, asked, granted, granted.plusSeconds(1), null);
    }

    private static LeaseRecord record(
            String lock,
            long token,
            Instant asked,
            Instant granted,
            @Nullable Instant ended,
            @Nullable Eviction evicted) {
        Party holder = new Party("agent", "service-" + token % 3, "i", "host-" + token % 3, token, "main", "");
        Ending ending = evicted == null ? Ending.RELEASED : Ending.EVICTED;
        return Records.lease(
                new LeaseKey(lock, token), holder, asked, granted, ended, ended == null ? null : ending, evicted);
    }

    private static void left(String lock, Instant since, Instant until) {
        Party waiter = new Party("agent", "shop", "shop-1", "host", 1, "main", "");
        own().insert(Records.wait(lock, waiter, since, until));
    }

    private static void insert(List<LeaseRecord> leases) {
        own().insertAll(leases);
    }

    private static List<String> names(List<LeaseRecord> leases) {
        return leases.stream()
                .map(it -> it.key().lock()
                        + (it.key().lock().startsWith("lock-") ? "#" + it.key().token() : ""))
                .toList();
    }

    private static MongoTemplate own() {
        return console.bean(MongoTemplate.class);
    }
}
