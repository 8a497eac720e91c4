package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.json;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Records;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.springframework.data.mongodb.core.MongoTemplate;
import tools.jackson.databind.JsonNode;

/** What the API tells beyond the documents of the locks: what the pages tell. */
record ReadingByApi(ApiScene scene) {

    /** Of which the console has recorded nothing. */
    private static final Instant PAST = Instant.parse("2026-11-20T12:00:00Z");

    private static final Party BILLING = party("billing");

    void oneLockIsToldAsItsPageTellsIt() {
        MongoTemplate own = scene.console().bean(MongoTemplate.class);
        own.insertAll(IntStream.range(0, 20).mapToObj(i -> lease("told", i)).toList());
        own.insert(lease("told:once", 0));
        scene.hold("told:once", "shop");
        scene.hold("told", "shop");
        List<String> frames = List.of("app//HangingImport.importProducts(HangingImport.java:42)");
        scene.console().locks().attach("told", Thread.State.WAITING, frames);
        Instant first = Objects.requireNonNull(scene.console()
                        .locks()
                        .find("told")
                        .holders()
                        .getFirst()
                        .stack())
                .at();
        await().atMost(30, SECONDS).untilAsserted(() -> {
            scene.console().locks().attach("told", Thread.State.WAITING, frames);
            JsonNode lock = json(scene.viewer().get("/locks/-/told"));
            assertThat(lock.get("sentence").asString())
                    .startsWith("Held for ")
                    .contains("by shop-1", "it is usually held for 7.0 s", "its thread has stood in ", "no one waits");
            JsonNode usual = lock.get("usual");
            assertThat(usual.get("leases").asInt()).isEqualTo(20);
            assertThat(usual.get("held").get("medianMillis").asLong()).isEqualTo(7_000);
            assertThat(usual.get("held").get("p95Millis").asLong()).isEqualTo(7_000);
            assertThat(usual.get("held").get("count").asInt()).isEqualTo(20);
            assertThat(usual.get("waited").get("longestMillis").asLong()).isEqualTo(3_000);
            JsonNode once = json(scene.viewer().get("/locks/-/told:once")).get("usual");
            assertThat(once.get("held").get("count").asInt()).isOne();
            assertThat(once.get("held").get("longestMillis").asLong()).isEqualTo(7_000);
            for (String percentile : List.of("medianMillis", "p95Millis")) {
                assertThat(once.get("held").path(percentile).isNumber())
                        .as("%s of one lease", percentile)
                        .isFalse();
            }
            String standing =
                    lock.get("leases").get(0).get("stack").get("standingSince").asString();
            assertThat(Instant.parse(standing)).isAfterOrEqualTo(first.truncatedTo(ChronoUnit.MILLIS));
        });
    }

    private static LeaseRecord lease(String lock, int number) {
        Instant asked = PAST.minusSeconds(3_600 - number * 30L);
        return Records.lease(
                new LeaseKey(lock, number + 1),
                BILLING,
                asked,
                asked.plusSeconds(3),
                asked.plusSeconds(10),
                Ending.RELEASED,
                null);
    }

    void theOverviewIsAsItsPageShowsIt() {
        scene.hold("overview:1", "shop");
        LockSource source = scene.console().watch("shedLock", "shedlock");
        scene.console()
                .database()
                .getCollection("shedLock")
                .insertOne(Jobs.shedLock("oldest", Jobs.ago(Duration.ofHours(2)), Jobs.in(Duration.ofHours(2))));
        JsonNode overview = await().until(
                        () -> json(scene.viewer().get("/overview")),
                        it -> it.get("sources").size() == 2
                                && it.get("sources").get(1).get("held").asInt() == 1);
        int first = overview.get("sources").get(0).get("held").asInt();
        assertThat(first).isPositive();
        assertThat(overview.get("held").asInt()).isEqualTo(first + 1);
        assertThat(overview.get("sources").get(1).get("source").asString()).isEqualTo(source.id());
        assertThat(overview.get("longestHeld").get(0).get("name").asString()).isEqualTo("oldest");
        assertThat(overview.get("longestHeld").get(0).get("source").asString()).isEqualTo(source.id());
        assertThat(overview.get("findings").size()).isEqualTo(Severity.values().length);
        assertThat(overview.get("hour").get(0).get("grants").isNumber()).isTrue();
        assertThat(overview.get("longestHeld").size()).isEqualTo(5);
        assertThat(overview.get("mostWaited").isArray()).isTrue();
        assertThat(overview.get("silentAgents").asInt()).isZero();
    }

    void theHistoryOfAMomentTellsWhoWaitedThenAndEveryGap() {
        MongoTemplate own = scene.console().bean(MongoTemplate.class);
        own.insert(Records.wait("then", BILLING, PAST.minusSeconds(60), PAST.plusSeconds(60)));
        own.insert(Records.wait("then", party("shop"), PAST.minusSeconds(90), PAST.plusSeconds(9)));
        own.insert(Records.gap(PAST.minusSeconds(5), PAST.plusSeconds(5), "MongoDB did not answer."));
        own.insert(Records.gap(PAST.minusSeconds(900), PAST.minusSeconds(600), "The console stood still."));
        JsonNode moment = history("moment=%s");
        assertThat(moment.get("waiting").size()).isEqualTo(2);
        JsonNode longest = moment.get("waiting").get(0);
        assertThat(longest.get("lock").asString()).isEqualTo("then");
        assertThat(longest.get("who").asString()).contains("shop-9");
        assertThat(longest.get("since").asString())
                .isEqualTo(PAST.minusSeconds(90).toString());
        assertThat(moment.get("moreWaiting").asBoolean()).isFalse();
        assertThat(moment.get("gaps").size()).isEqualTo(1);
        assertThat(moment.get("gaps").get(0).get("until").asString())
                .isEqualTo(PAST.plusSeconds(5).toString());
        assertThat(history("limit=1&moment=%s").get("moreWaiting").asBoolean()).isTrue();
        assertThat(history("service=nobody&moment=%s").get("waiting").size()).isZero();
        JsonNode hour = history("window=PT1H&moment=%s");
        assertThat(hour.get("waiting").size()).isZero();
        assertThat(hour.get("gaps").size()).isEqualTo(2);
        assertThat(hour.get("gaps").get(0).get("why").asString()).isEqualTo("The console stood still.");
    }

    private JsonNode history(String question) {
        return json(scene.viewer().get("/history?" + question.formatted(PAST)));
    }

    private static Party party(String service) {
        return new Party(service + "-agent", service, service + "-9", "host", service.length(), "main", "");
    }

    /** The holder's own thread does not wait, but another of its process does: which of them blocks nobody can tell. */
    void whoeverHoldsWhileOtherThreadsOfItsProcessWaitMayWaitItself() {
        Locks locks = scene.console().locks();
        ApiClient viewer = scene.viewer();
        Owner holder = Locks.owner("pos", "pos-1", 1, "main", "");
        List<String> acquirers = List.of(
                locks.enqueue("possible:a", holder, ApiScene.TTL),
                locks.enqueue("possible:a", Locks.owner("mail", "mail-1", 1, "m", ""), ApiScene.TTL));
        String blocker = locks.enqueue("possible:b", Locks.owner("ship", "ship-1", 1, "s", ""), ApiScene.TTL);
        String waiter = locks.enqueue("possible:b", Locks.owner("pos", "pos-1", 1, "worker-7", ""), ApiScene.TTL);
        await().atMost(30, SECONDS).untilAsserted(() -> {
            JsonNode line = lineOf("possible:a", json(viewer.get("/waits")).get("lines"));
            assertThat(line.get("possible").size()).isEqualTo(1);
            assertThat(line.get("possible").get(0).get("lock").asString()).isEqualTo("possible:b");
            assertThat(line.get("possible").get(0).get("thread").asString()).isEqualTo("worker-7");
            assertThat(line.get("morePossible").asBoolean()).isFalse();
        });
        acquirers.reversed().forEach(acquirer -> locks.remove("possible:a", acquirer));
        List.of(waiter, blocker).forEach(acquirer -> locks.remove("possible:b", acquirer));
    }

    private static JsonNode lineOf(String lock, JsonNode lines) {
        return lines.valueStream()
                .filter(line -> line.get("holds")
                        .valueStream()
                        .anyMatch(held -> held.get("lock").asString().equals(lock)))
                .findFirst()
                .orElseThrow(AssertionError::new);
    }
}
