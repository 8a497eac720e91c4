package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.awaitility.core.ConditionFactory;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** What happened while no console recorded is in the history of the first that does. */
class PastBeforeFirstStartIT {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner BILLING = Locks.owner("billing", "bill-1", 1, "main", "order 4711");
    private static final Owner SHOP = Locks.owner("shop", "shop-1", 7, "http-1", "");
    private static final Owner MAIL = Locks.owner("mail", "mail-1", 9, "timer", "");

    /** It shows, and records nothing. */
    @AutoClose
    private final Console before = Console.start("--lockkeeper.history.enabled=false");

    private final List<String> truth = new ArrayList<>();

    @Test
    void allThatHappenedIsToldOnceAndNothingElse() {
        aLeaseIsHandedOn();
        aHolderIsKilled();
        anOperatorEvicts();
        aWaiterGivesUp();
        aSemaphoreIsShared();
        Instant moment = Instant.now();
        Console first = before.another();
        try {
            soon().until(() -> first.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            soon().untilAsserted(() -> assertThat(told(first)).containsExactlyInAnyOrderElementsOf(truth));
            assertThat(first.bean(Past.class).leases(heldAt(moment), 100))
                    .extracting(lease -> lease.key().lock())
                    .containsExactlyInAnyOrder("given:up", "pool", "pool");
            assertThat(first.bean(History.class).gapsSince(Instant.EPOCH)).isEmpty();
            assertThat(first.bean(History.class).reachesBackTo().orElseThrow())
                    .isBefore(moment.minus(Duration.ofHours(23)));
        } finally {
            first.stop();
        }
    }

    @Test
    void whoHeldALockAtAMomentAndWhoWaitedIsAnswered() {
        String first = before.locks().enqueue("report", BILLING, TTL);
        String second = before.locks().enqueue("report", SHOP, TTL);
        Instant moment = before.locks().find("report").queue().getFirst().since();
        before.locks().remove("report", first);
        before.locks().remove("report", second);
        Console next = before.another();
        try {
            Past past = next.bean(Past.class);
            soon().untilAsserted(() -> assertThat(past.leases(heldAt(moment), 10))
                    .extracting(lease -> Objects.requireNonNull(lease.holder()).service())
                    .containsExactly("billing"));
            soon().untilAsserted(() -> assertThat(past.waiting(heldAt(moment), 10))
                    .containsExactly(new WaitThen(null, "report", "shop · shop-1", moment)));
        } finally {
            next.stop();
        }
    }

    @Test
    void aRecorderThatIsStoppedInThePastGoesOnThereAndTellsNothingTwice() {
        String held = before.locks().enqueue("over:the:stop", BILLING, TTL);
        churn(20);
        Console first = before.another("--lockkeeper.history.whole-up-to=5");
        soon().until(() -> first.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
        soon().until(() -> counted() + recorded("churn") == 20);
        first.stop();
        long counted = counted();
        before.locks().remove("over:the:stop", held);
        String later = before.locks().enqueue("over:the:stop", SHOP, TTL);
        before.own()
                .getCollection("streams")
                .updateOne(
                        new Document("_id", RecorderPlace.ID),
                        new Document(
                                "$set",
                                new Document("at", Date.from(Instant.now().minus(Duration.ofMinutes(10))))));
        Console second = before.another("--lockkeeper.history.whole-up-to=5");
        try {
            soon().until(() -> second.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            before.locks().remove("over:the:stop", later);
            soon().untilAsserted(() -> assertThat(leases(second, "over:the:stop"))
                    .extracting(LeaseRecord::acquirer, LeaseRecord::ending)
                    .containsExactlyInAnyOrder(tuple(held, Ending.RELEASED), tuple(later, Ending.RELEASED)));
            assertThat(counted()).isEqualTo(counted);
            assertThat(counted() + recorded("churn")).isEqualTo(20);
            assertThat(second.bean(History.class).gapsSince(Instant.EPOCH)).isEmpty();
        } finally {
            second.stop();
        }
    }

    @Test
    void withoutAWindowTheHistoryBeginsWithItsRecording() {
        before.locks().remove("early", before.locks().enqueue("early", BILLING, TTL));
        Console first = before.another("--lockkeeper.history.past=0");
        try {
            soon().until(() -> first.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            before.locks().remove("late", before.locks().enqueue("late", BILLING, TTL));
            soon().until(() -> !leases(first, "late").isEmpty());
            assertThat(leases(first, "early")).isEmpty();
        } finally {
            first.stop();
        }
    }

    private void aLeaseIsHandedOn() {
        String first = before.locks().enqueue("report", BILLING, TTL);
        before.locks().touch("report", first);
        String second = before.locks().enqueue("report", SHOP, TTL);
        before.locks().remove("report", first);
        before.locks().remove("report", second);
        truth.add("report billing unwaited RELEASED, shop · shop-1 behind");
        truth.add("report shop waited RELEASED");
    }

    private void aHolderIsKilled() {
        before.locks().enqueue("import", BILLING, Duration.ofMillis(600));
        String waiter = before.locks().enqueue("import", MAIL, TTL);
        soon().until(() -> before.locks().touch("import", waiter).holder(waiter).isPresent());
        before.locks().remove("import", waiter);
        truth.add("import billing unwaited TAKEN_OVER, mail · mail-1 behind");
        truth.add("import mail waited RELEASED");
    }

    private void anOperatorEvicts() {
        String acquirer = before.locks().enqueue("hung", SHOP, TTL);
        Holder seen = before.locks().find("hung").holders().getFirst();
        before.locks().evict("hung", seen, "ops", "it hangs", Duration.ofSeconds(15), "a-record");
        before.locks().remove("hung", acquirer);
        truth.add("hung shop unwaited EVICTED by ops: it hangs");
    }

    private void aWaiterGivesUp() {
        before.locks().enqueue("given:up", BILLING, TTL);
        String waiter = before.locks().enqueue("given:up", MAIL, TTL);
        before.locks().remove("given:up", waiter);
        truth.add("given:up billing unwaited held, mail · mail-1 behind");
        truth.add("given:up mail left");
    }

    private void aSemaphoreIsShared() {
        String first = before.locks().enqueue("pool", 2, BILLING, TTL);
        before.locks().enqueue("pool", 2, SHOP, TTL);
        before.locks().enqueue("pool", 2, MAIL, TTL);
        before.locks().remove("pool", first);
        truth.add("pool billing unwaited RELEASED, mail · mail-1 behind");
        truth.add("pool shop unwaited held, mail · mail-1 behind");
        truth.add("pool mail waited held");
    }

    private void churn(int leases) {
        for (int i = 0; i < leases; i++) {
            before.locks().remove("churn", before.locks().enqueue("churn", MAIL, TTL));
        }
    }

    private long counted() {
        return before
                .own()
                .getCollection("digests")
                .find()
                .map(each -> each.get("leases", Number.class).longValue())
                .into(new ArrayList<>())
                .stream()
                .mapToLong(each -> each)
                .sum();
    }

    private long recorded(String lock) {
        return before.own().getCollection(LeaseRecord.COLLECTION).countDocuments(new Document("_id.lock", lock));
    }

    private static PastQuestion heldAt(Instant moment) {
        return new PastQuestion(LockScope.EVERYTHING, moment, null, "", "", "", "");
    }

    private static List<LeaseRecord> leases(Console console, String lock) {
        return console.bean(History.class).newestOf(LockId.first(lock), 100);
    }

    private static List<String> told(Console console) {
        List<String> told = new ArrayList<>();
        MongoTemplate own = console.bean(MongoTemplate.class);
        own.findAll(LeaseRecord.class).forEach(lease -> told.add(words(lease)));
        own.findAll(WaitRecord.class)
                .forEach(wait -> told.add(
                        "%s %s left".formatted(wait.lock(), wait.waiter().service())));
        return told;
    }

    private static String words(LeaseRecord lease) {
        String waited = lease.waitedMillis() == null ? "unknown" : lease.waitedMillis() == 0 ? "unwaited" : "waited";
        String ending = lease.ending() == null ? "held" : lease.ending().name();
        String evicted = lease.evicted() == null
                ? ""
                : " by %s: %s".formatted(lease.evicted().by(), lease.evicted().reason());
        String behind = lease.behind() == null ? "" : ", %s behind".formatted(String.join(", ", lease.behind()));
        return "%s %s %s %s%s%s"
                .formatted(
                        lease.key().lock(),
                        Objects.requireNonNull(lease.holder()).service(),
                        waited,
                        ending,
                        evicted,
                        behind);
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }
}
