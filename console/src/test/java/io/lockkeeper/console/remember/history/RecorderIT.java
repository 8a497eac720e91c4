package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.RawHttp;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.TakenOut;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.awaitility.core.ConditionFactory;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.Limit;
import org.springframework.data.mongodb.core.MongoTemplate;

class RecorderIT {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner BILLING = Locks.owner("billing", "bill-1", 1, "main", "order 4711");
    private static final Owner SHOP = Locks.owner("shop", "shop-1", 7, "http-1", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.whole-up-to=100000");

    @BeforeAll
    static void start() {
        soon().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
    }

    @Test
    void aReleasedLeaseTellsItsHolderItsWaitAndWhoWaitedBehindIt() {
        String first = console.locks().enqueue("released", BILLING, TTL);
        String second = console.locks().enqueue("released", SHOP, TTL);
        console.locks().remove("released", first);
        console.locks().remove("released", second);
        soon().until(() -> ended("released", 2));
        LeaseRecord billing = of("released").get(1);
        assertThat(billing.ending()).isEqualTo(Ending.RELEASED);
        assertThat(billing.acquirer()).isEqualTo(first);
        assertThat(Objects.requireNonNull(billing.holder()).note()).isEqualTo("order 4711");
        assertThat(billing.waitedMillis()).isZero();
        assertThat(billing.waiters()).isEqualTo(1);
        assertThat(billing.behind()).containsExactly("shop · shop-1");
        LeaseRecord shop = of("released").get(0);
        assertThat(shop.waited().orElseThrow())
                .isEqualTo(billing.held().orElseThrow().minus(gapOf(billing, shop)));
        assertThat(shop.waiters()).isNull();
    }

    /** What passed between the first grant and the second request. */
    private static Duration gapOf(LeaseRecord first, LeaseRecord second) {
        return Duration.between(first.began(), Objects.requireNonNull(second.askedAt()));
    }

    /** As a transaction does that was cut off, until the server ends it: what is recorded comes late, and is not missing. */
    @Test
    void aConflictIsTriedAgainAndIsNotSaidToBeAFailure() {
        Recorder recorder = console.bean(Recorder.class);
        ConditionFactory calmly = soon().pollInterval(Duration.ofMillis(20))
                .failFast("it is said to fail", () -> recorder.status() instanceof RecorderStatus.Failing);
        conflict();
        calmly.until(() -> recorder.status() instanceof RecorderStatus.StandingBy);
        console.heal();
        console.locks().remove("conflict", console.locks().enqueue("conflict", BILLING, TTL));
        calmly.until(() -> ended("conflict", 1));
    }

    /** As one does that somebody keeps open. */
    @Tag("nightly")
    @Test
    void aConflictThatLastsIsAFailureUntilItEnds() {
        Recorder recorder = console.bean(Recorder.class);
        conflict();
        soon().atMost(Duration.ofMinutes(4)).until(() -> recorder.status() instanceof RecorderStatus.Failing);
        assertThat(recorder.status()).extracting("why").asString().contains("Another transaction");
        console.heal();
        soon().until(() -> recorder.status() instanceof RecorderStatus.Recording);
    }

    private static void conflict() {
        console.fail(new Document("failCommands", List.of("update"))
                .append("namespace", console.own().getName() + ".streams")
                .append("errorCode", 112)
                .append("errorLabels", List.of()));
    }

    @Test
    void aCommitBetweenTwoPrimariesIsNoRefusal() {
        Recorder recorder = console.bean(Recorder.class);
        console.fail(new Document("failCommands", List.of("commitTransaction")).append("errorCode", 11602));
        soon().until(() -> recorder.status() instanceof RecorderStatus.Failing);
        assertThat(recorder.status()).isEqualTo(new RecorderStatus.Failing("MongoDB did not answer."));
        console.heal();
        soon().until(() -> recorder.status() instanceof RecorderStatus.Recording);
    }

    @Test
    void aLeaseThatRanOutIsExpiredOrTakenOver() {
        console.locks().enqueue("ran:out", BILLING, Duration.ofMillis(600));
        console.locks().enqueue("taken:over", BILLING, Duration.ofMillis(600));
        String waiter = console.locks().enqueue("taken:over", SHOP, TTL);
        soon().until(() -> {
            console.locks().touch("ran:out", "nobody");
            console.locks().touch("taken:over", waiter);
            return ended("ran:out", 1) && of("taken:over").size() == 2;
        });
        assertThat(of("ran:out").getFirst().ending()).isEqualTo(Ending.EXPIRED);
        assertThat(of("ran:out").getFirst().heldMillis()).isEqualTo(600);
        assertThat(of("taken:over").get(1).ending()).isEqualTo(Ending.TAKEN_OVER);
        assertThat(of("taken:over").get(0).ending()).isNull();
    }

    @Test
    void aLeaseAndAWaitWhoseProcessIsGoneEndWithTheirTimeThoughNoRequestComesForTheLock() {
        Duration brief = Duration.ofMillis(600);
        console.locks().enqueue("gone", BILLING, brief);
        String waiter = console.locks().enqueue("gone", SHOP, brief);
        soon().until(() -> ended("gone", 1) && own().findById(waiter, WaitRecord.class) != null);
        LeaseRecord record = of("gone").getFirst();
        assertThat(record.ending()).isEqualTo(Ending.EXPIRED);
        assertThat(record.heldMillis()).isEqualTo(600);
        assertThat(record.purgeAt()).isNotNull();
        assertThat(Objects.requireNonNull(own().findById(waiter, WaitRecord.class))
                        .silent())
                .isTrue();
        console.locks().enqueue("gone", SHOP, TTL);
        soon().until(() -> of("gone").size() == 2);
        assertThat(of("gone").getLast().endedAt()).isEqualTo(record.endedAt());
        assertThat(of("gone").getFirst().endedAt()).isNull();
    }

    @Test
    void aKeptLeaseIsOneRecordWithItsUsesAndHowLongItWasHeldIsUnknown() {
        String kept = console.locks().keep("kept", BILLING, TTL);
        Instant granted = console.locks().find("kept").holders().getFirst().acquiredAt();
        console.locks().renew("kept", kept, new LatestUse(false, granted, "main", "", 7, 0));
        console.locks().renew("kept", kept, new LatestUse(true, granted.plusMillis(9), "main", "", 1_234, 0));
        console.locks().remove("kept", kept);
        console.locks().remove("kept", console.locks().keep("kept", BILLING, TTL));
        soon().until(() -> ended("kept", 2));
        LeaseRecord untold = of("kept").getFirst();
        LeaseRecord told = of("kept").getLast();
        assertThat(told.isKept()).isTrue();
        assertThat(told.uses()).isEqualTo(1_234);
        assertThat(told.lasted()).isPresent();
        assertThat(told.held()).isEmpty();
        assertThat(untold.isKept()).isTrue();
        assertThat(untold.uses()).isNull();
        Usual usual = Usual.of(of("kept"));
        assertThat(usual.hold()).isNull();
        assertThat(usual.kept()).isEqualTo(2);
    }

    @Test
    void anEvictedLeaseTellsByWhomAndWhy() {
        String acquirer = console.locks().enqueue("evicted", BILLING, TTL);
        Holder seen = console.locks().find("evicted").holders().getFirst();
        console.locks().evict("evicted", seen, "ops", "hung", Duration.ofSeconds(15), "a-record");
        console.locks().remove("evicted", acquirer);
        soon().until(() -> ended("evicted", 1));
        LeaseRecord record = of("evicted").getFirst();
        assertThat(record.ending()).isEqualTo(Ending.EVICTED);
        assertThat(Objects.requireNonNull(record.evicted()).by()).isEqualTo("ops");
        assertThat(record.evicted().reason()).isEqualTo("hung");
    }

    @Test
    void aWaitThatEndsWithoutAGrantIsRecorded() {
        console.locks().enqueue("given:up", BILLING, TTL);
        String waiter = console.locks().enqueue("given:up", SHOP, TTL);
        console.locks().remove("given:up", waiter);
        soon().until(() -> own().findById(waiter, WaitRecord.class) != null);
        WaitRecord wait = Objects.requireNonNull(own().findById(waiter, WaitRecord.class));
        assertThat(wait.lock()).isEqualTo("given:up");
        assertThat(wait.silent()).isFalse();
        assertThat(wait.waiter().service()).isEqualTo("shop");
    }

    @Test
    void aWaiterThatAnOperatorTookOutTellsByWhomAndWhy() {
        console.locks().enqueue("taken:out", BILLING, TTL);
        String waiter = console.locks().enqueue("taken:out", SHOP, TTL);
        Instant since = console.locks().find("taken:out").queue().getFirst().since();
        console.locks().takeOut("taken:out", waiter, "ops", "it waits for nothing");
        soon().until(() -> own().findById(waiter, WaitRecord.class) != null);
        WaitRecord wait = Objects.requireNonNull(own().findById(waiter, WaitRecord.class));
        TakenOut mark = Objects.requireNonNull(wait.takenOut());
        assertThat(mark.by()).isEqualTo("ops");
        assertThat(mark.reason()).isEqualTo("it waits for nothing");
        assertThat(wait.silent()).isFalse();
        assertThat(wait.endedAt()).isEqualTo(mark.at());
        assertThat(wait.waitedMillis())
                .isEqualTo(Duration.between(since, mark.at()).toMillis());
    }

    @Test
    void ofALockWithManyEntriesWhoseChangesAreDeltasNothingIsMissed() {
        for (int i = 0; i < 40; i++) {
            console.locks().enqueue("semaphore", 10, Locks.owner("s", "s-" + i, i, "main", "note " + i), TTL);
        }
        for (int left = 40; left > 0; left--) {
            List<Holder> holders = console.locks().find("semaphore").holders();
            console.locks()
                    .remove("semaphore", holders.get(left % holders.size()).acquirer());
        }
        soon().until(() -> ended("semaphore", 40));
        assertThat(of("semaphore")).allSatisfy(record -> {
            assertThat(record.ending()).isEqualTo(Ending.RELEASED);
            Party holder = Objects.requireNonNull(record.holder());
            assertThat(holder.note()).isEqualTo("note " + holder.pid());
        });
    }

    @Test
    void aWriteThatFailsIsSaidAndMadeUpFor() throws IOException {
        console.fail(new Document("failCommands", List.of("update")).append("errorCode", 14031));
        String acquirer = console.locks().enqueue("disk:full", BILLING, TTL);
        console.locks().remove("disk:full", acquirer);
        soon().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Failing);
        assertThat(console.bean(RecorderHealth.class).health().getStatus().getCode())
                .isEqualTo("RECORDING_FAILS");
        RawHttp.Answer health = console.http().get("/actuator/health");
        assertThat(health.isOk()).isTrue();
        assertThat(health.text()).contains("RECORDING_FAILS");
        console.heal();
        soon().until(() -> ended("disk:full", 1));
        assertThat(of("disk:full").getFirst().ending()).isEqualTo(Ending.RELEASED);
    }

    @Test
    void whatASecondConsoleFindsWhenItTakesOverStandsThereOnce() {
        Recorder first = console.bean(Recorder.class);
        first.stop();
        String acquirer = console.locks().enqueue("between", BILLING, TTL);
        console.locks().remove("between", acquirer);
        Console second = console.another();
        try {
            soon().until(() -> ended("between", 1));
            assertThat(own().getCollection(LeaseRecord.COLLECTION).countDocuments(new Document("_id.lock", "between")))
                    .isEqualTo(1);
        } finally {
            second.stop();
            first.start();
        }
    }

    private static List<LeaseRecord> of(String lock) {
        return console.bean(LeaseRecords.class).newestOf(lock, Limit.of(100));
    }

    private static boolean ended(String lock, int count) {
        return of(lock).stream().filter(record -> record.endedAt() != null).count() == count;
    }

    private static MongoTemplate own() {
        return console.bean(MongoTemplate.class);
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50));
    }
}
