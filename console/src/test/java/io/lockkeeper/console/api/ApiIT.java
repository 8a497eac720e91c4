package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The API, as programs use it. */
class ApiIT {

    @AutoClose
    private static final ApiScene scene = new ApiScene();

    private static final Console console = scene.console();
    private static final ApiClient viewer = scene.viewer();
    private static final ApiClient operator = scene.operator();

    @Test
    void theListByNameLeadsOnToEveryLockOnce() {
        List<String> names = new ArrayList<>();
        String next = "/locks/-?q=page:&sort=name&limit=10";
        while (!next.isEmpty()) {
            JsonNode part = json(viewer.get(next));
            part.get("locks").forEach(lock -> names.add(lock.get("name").asString()));
            next = part.get("next").isNull()
                    ? ""
                    : "/locks/-?q=page:&sort=name&limit=10&after="
                            + part.get("next").asString();
        }
        assertThat(names).hasSize(25).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theListIsSearchedAndOrderedAsThePageIsAndSaysHowManyThereAre() {
        JsonNode some = json(viewer.get("/locks/-?q=service:report%20waiting%3E0"));
        assertThat(some.get("total").asInt()).isEqualTo(1);
        assertThat(some.get("freshness").asString()).isEqualTo("live");
        JsonNode lock = some.get("locks").get(0);
        assertThat(lock.get("waiting").asInt()).isEqualTo(1);
        assertThat(lock.get("holder").get("service").asString()).isEqualTo("report");
        JsonNode cut = json(viewer.get("/locks/-?q=page:&sort=-name&limit=2"));
        assertThat(cut.get("total").asInt()).isEqualTo(25);
        assertThat(cut.get("locks").get(0).get("name").asString()).isEqualTo("page:24");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /locks/-?limit=0                  | 400 | limit is 0
            /locks/-?limit=1001               | 400 | from 1 to 1000
            /locks/-?limit=many               | 400 | "many"
            /locks/-?sort=size                | 400 | sort is "size"
            /locks/-?sort=held&after=x        | 400 | after needs sort=name
            /locks/-?q=held%3Esoon            | 400 | held>90s
            /locks/-/no-such                  | 404 | no lock of this name
            /history?window=P2Y             | 400 | window is
            /history?moment=yesterday       | 400 | "yesterday"
            /history/costs?window=P2Y       | 400 | window is
            /history/costs?group=COLOUR     | 400 | "COLOUR"
            /audit?offset=-1                | 400 | offset is -1
            /no/such/address                | 404 | No
            """)
    void whatIsNotUnderstoodIsAProblemThatSaysWhatWouldBe(String path, int status, String detail) {
        assertProblem(viewer.get(path), status, detail);
    }

    @Test
    void anotherMethodAnotherTypeAndABrokenOrLargeBodyAreProblemsToo() {
        assertProblem(viewer.post("/locks/-", "{}"), 405, "");
        assertProblem(operator.evict("page:00", 1, "{"), 400, "not a JSON object");
        assertProblem(operator.post("/findings/dismissals", "{}", "Content-Type", "text/plain"), 415, "");
        assertStatus(operator.evict("page:00", 1, "{\"reason\":\"" + "x".repeat(70_000) + "\"}"), 413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a/b c", "..", ".hidden", "x;y?z#1", "100%", "100%2f", "~2f", "grün & <b>", "'; drop", "{{7*7}}"
            })
    void aLockOfAnyNameIsFoundUnderItsPathAndNamedAsItIs(String name) {
        scene.hold(name, "shop");
        HttpResponse<String> answer = viewer.get("/locks/-/" + LockAddress.of(name));
        JsonNode lock = json(answer);
        assertThat(lock.get("name").asString()).isEqualTo(name);
        assertThat(lock.get("path").asString()).isEqualTo(LockAddress.of(name));
        long token = lock.get("leases").get(0).get("token").asLong();
        assertThat(answer.headers().firstValue("ETag")).contains("\"" + token + "\"");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertStatus(operator.evict(name, token, "{\"reason\":\"test\"}"), 200);
    }

    @Test
    void waitsTellWhoStandsInTheWayAndHowManyStandBehind() {
        scene.hold("report:nightly", "billing"); // the scene's waiter may have dropped out
        await().atMost(30, SECONDS).untilAsserted(() -> {
            JsonNode waits = json(viewer.get("/waits"));
            assertThat(waits.get("waiting").asInt()).isPositive();
            JsonNode holder = waits.get("lines").get(0);
            assertThat(holder.get("level").asInt()).isZero();
            assertThat(holder.get("behind").asInt()).isPositive();
            assertThat(holder.get("holds").get(0).get("lock").asString()).isEqualTo("report:nightly");
            assertThat(waits.get("lines").get(1).get("waitsFor").asString()).isEqualTo("report:nightly");
        });
        assertThat(json(viewer.get("/waits?limit=1")).get("cut").asBoolean()).isTrue();
    }

    @Test
    void aKeptLeaseTellsItsLatestUse() {
        Owner owner = Locks.owner("billing", "bill-1", 1, "main", "");
        String kept = console.locks().keep("kept", owner, Duration.ofMinutes(10));
        assertThat(json(viewer.get("/locks/-/kept"))
                        .get("leases")
                        .get(0)
                        .get("use")
                        .isNull())
                .isTrue();
        Instant since = Instant.now().minusSeconds(9);
        console.locks().renew("kept", kept, new LatestUse(true, since, "worker-2", "tenant 7", 1_234, 0));
        await().atMost(30, SECONDS).untilAsserted(() -> {
            JsonNode lock = json(viewer.get("/locks/-/kept"));
            JsonNode lease = lock.get("leases").get(0);
            assertThat(lock.get("state").asString()).isEqualTo("kept, idle");
            assertThat(lease.get("kept").asBoolean()).isTrue();
            assertThat(lease.get("use").get("idle").asBoolean()).isTrue();
            assertThat(lease.get("use").get("count").asInt()).isEqualTo(1_234);
            JsonNode line = json(viewer.get("/locks/-?q=kept")).get("locks").get(0);
            assertThat(line.get("heldSince").isNull()).isTrue();
            assertThat(line.get("holder").get("note").asString()).isEqualTo("tenant 7");
        });
    }

    @Test
    void theHistoryTellsWhoHeldALock() {
        await().atMost(30, SECONDS).untilAsserted(() -> {
            JsonNode history = json(viewer.get("/history?lock=page:07&window=PT1H"));
            assertThat(history.get("total").asInt()).isEqualTo(1);
            JsonNode costs = json(viewer.get("/history/costs?lock=page:07&group=LOCK"));
            assertThat(costs.get("waitedMillis").asLong()).isZero();
            assertThat(costs.get("use").get(0).get("lock").asString()).isEqualTo("page:07");
            JsonNode lease = history.get("leases").get(0);
            assertThat(lease.get("holder").get("service").asString()).isEqualTo("shop");
            assertThat(lease.get("endedAt").isNull()).isTrue();
        });
    }

    @Test
    void oneLockIsToldAsItsPageTellsIt() {
        new ReadingByApi(scene).oneLockIsToldAsItsPageTellsIt();
    }

    @Test
    void theOverviewIsAsItsPageShowsIt() {
        new ReadingByApi(scene).theOverviewIsAsItsPageShowsIt();
    }

    @Test
    void theHistoryOfAMomentTellsWhoWaitedThenAndEveryGap() {
        new ReadingByApi(scene).theHistoryOfAMomentTellsWhoWaitedThenAndEveryGap();
    }

    @Test
    void whoeverHoldsWhileOtherThreadsOfItsProcessWaitMayWaitItself() {
        new ReadingByApi(scene).whoeverHoldsWhileOtherThreadsOfItsProcessWaitMayWaitItself();
    }

    @Test
    void meTellsWhoseTokenItIs() {
        JsonNode me = json(operator.get("/me"));
        assertThat(me.get("user").asString()).isEqualTo("operator");
        assertThat(me.get("role").asString()).isEqualTo("OPERATOR");
        assertThat(me.get("token").asString()).isEqualTo("test");
    }

    @Test
    void neitherASessionNorAPasswordOpensTheApi() {
        try (Visitor visitor = new Visitor(console)) {
            visitor.logIn(Console.OPERATOR, Console.OPERATOR);
            HttpResponse<String> answer = visitor.get("/api/v1/me");
            assertProblem(answer, 401, "personal token");
            assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"Lockkeeper\"");
            assertStatus(visitor.post("/api/v1/locks/-/page:01/eviction", "application/json", "{}"), 401);
            assertStatus(visitor.basic("/api/v1/me", Console.OPERATOR, Console.OPERATOR), 401);
        }
    }

    @Test
    void anEvictionEndsTheLeaseThatWasSeenIsOnRecordWithItsTokenAndTellsItsHolder() {
        new EvictionsByApi(scene).anEvictionEndsTheLeaseThatWasSeenIsOnRecordWithItsTokenAndTellsItsHolder();
    }

    @Test
    void withoutTheTokenOfALeaseThatIsThereNothingIsEvicted() {
        new EvictionsByApi(scene).withoutTheTokenOfALeaseThatIsThereNothingIsEvicted();
    }

    @Test
    void evictingNowAsksForTheNameOnceMore() {
        new EvictionsByApi(scene).evictingNowAsksForTheNameOnceMore();
    }

    @Test
    void aViewersEvictionIsRefusedAndOnRecord() {
        new EvictionsByApi(scene).aViewersEvictionIsRefusedAndOnRecord();
    }

    @Test
    void tooManyEvictionsOfOneUserAreRefusedForAWhile() {
        new EvictionsByApi(scene).tooManyEvictionsOfOneUserAreRefusedForAWhile();
    }

    @Test
    void severalAreEvictedEachForItselfAndEachWithAResult() {
        new BulkByApi(scene).severalAreEvictedEachForItselfAndEachWithAResult();
    }

    @Test
    void whatCannotBeMeantIsRefusedWhole() {
        new BulkByApi(scene).whatCannotBeMeantIsRefusedWhole();
    }

    @Test
    void eachCountsAndTheRestIsSaidNotToBeTried() {
        new BulkByApi(scene).eachCountsAndTheRestIsSaidNotToBeTried();
    }

    @Test
    void anAdministratorsProgramAddsChangesAndDisablesUsers() {
        new AccountsByApi(scene).anAdministratorsProgramAddsChangesAndDisablesUsers();
    }

    @Test
    void aTokenListsAndRevokesTheTokensOfItsUser() {
        new AccountsByApi(scene).aTokenListsAndRevokesTheTokensOfItsUser();
    }
}
