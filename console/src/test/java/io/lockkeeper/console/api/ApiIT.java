package io.lockkeeper.console.api;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.security.Role;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API, as programs use it. */
class ApiIT {

    private static final Duration TTL = Duration.ofMinutes(10);

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console);

    @AutoClose
    private static final ApiClient operator = new ApiClient(console);

    @AutoClose
    private static final ApiClient admin = new ApiClient(console);

    @BeforeAll
    static void start() {
        console.administrator("boss", "correct horse battery");
        admin.as("boss", Role.ADMIN);
        viewer.as(Console.VIEWER, Role.VIEWER);
        operator.as(Console.OPERATOR, Role.OPERATOR);
        IntStream.range(0, 25).forEach(i -> hold("page:%02d".formatted(i), "shop"));
        hold("report:nightly", "report");
        hold("report:nightly", "billing");
        await().atMost(30, SECONDS)
                .until(() -> json(viewer.get("/locks?q=page:")).get("total").asInt() == 25);
    }

    @Test
    void theListByNameLeadsOnToEveryLockOnce() {
        List<String> names = new ArrayList<>();
        String next = "/locks?q=page:&sort=name&limit=10";
        while (!next.isEmpty()) {
            JsonNode part = json(viewer.get(next));
            part.get("locks").forEach(lock -> names.add(lock.get("name").asString()));
            next = part.get("next").isNull()
                    ? ""
                    : "/locks?q=page:&sort=name&limit=10&after="
                            + part.get("next").asString();
        }
        assertThat(names).hasSize(25).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theListIsSearchedAndOrderedAsThePageIsAndSaysHowManyThereAre() {
        JsonNode some = json(viewer.get("/locks?q=service:report%20waiting%3E0"));
        assertThat(some.get("total").asInt()).isEqualTo(1);
        assertThat(some.get("freshness").asString()).isEqualTo("live");
        JsonNode lock = some.get("locks").get(0);
        assertThat(lock.get("waiting").asInt()).isEqualTo(1);
        assertThat(lock.get("holder").get("service").asString()).isEqualTo("report");
        JsonNode cut = json(viewer.get("/locks?q=page:&sort=-name&limit=2"));
        assertThat(cut.get("total").asInt()).isEqualTo(25);
        assertThat(cut.get("locks").get(0).get("name").asString()).isEqualTo("page:24");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /locks?limit=0                  | 400 | limit is 0
            /locks?limit=1001               | 400 | from 1 to 1000
            /locks?limit=many               | 400 | "many"
            /locks?sort=size                | 400 | sort is "size"
            /locks?sort=held&after=x        | 400 | sort=name alone
            /locks?q=held%3Esoon            | 400 | held>90s
            /locks/no-such                  | 404 | no lock of this name
            /history?window=P2Y             | 400 | window is
            /history?moment=yesterday       | 400 | "yesterday"
            /audit?offset=-1                | 400 | offset is -1
            /no/such/address                | 404 | No
            """)
    void whatIsNotUnderstoodIsAProblemThatSaysWhatWouldBe(String path, int status, String detail) {
        assertProblem(viewer.get(path), status, detail);
    }

    @Test
    void anotherMethodAnotherTypeAndABrokenOrLargeBodyAreProblemsToo() {
        assertProblem(viewer.post("/locks", "{}"), 405, "");
        assertProblem(operator.evict("page:00", 1, "{"), 400, "no JSON object");
        assertProblem(operator.post("/findings/dismissals", "{}", "Content-Type", "text/plain"), 415, "");
        assertThat(operator.evict("page:00", 1, "{\"reason\":\"" + "x".repeat(70_000) + "\"}")
                        .statusCode())
                .isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a/b c", "..", ".hidden", "x;y?z#1", "100%", "100%2f", "~2f", "grün & <b>", "'; drop", "{{7*7}}"
            })
    void aLockOfAnyNameIsFoundUnderItsPathAndNamedAsItIs(String name) {
        hold(name, "shop");
        HttpResponse<String> answer = viewer.get("/locks/" + LockAddress.of(name));
        JsonNode lock = json(answer);
        assertThat(lock.get("name").asString()).isEqualTo(name);
        assertThat(lock.get("path").asString()).isEqualTo(LockAddress.of(name));
        long token = lock.get("holders").get(0).get("token").asLong();
        assertThat(answer.headers().firstValue("ETag")).contains("\"" + token + "\"");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(operator.evict(name, token, "{\"reason\":\"test\"}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void anEvictionEndsTheLeaseThatWasSeenIsOnRecordWithItsTokenAndTellsItsHolder() {
        long token = hold("evict:1", "billing");
        JsonNode answer = json(operator.evict("evict:1", token, "{\"reason\":\"it hangs\"}"));
        assertThat(answer.get("outcome").asString()).isEqualTo("MARKED");
        assertThat(answer.get("quarantineMillis").asLong()).isEqualTo(15_000);
        Document record = audited("evict:1").getFirst();
        assertThat(record)
                .containsEntry("_id", answer.get("id").asString())
                .containsEntry("by", "operator by API token test")
                .containsEntry("ip", "127.0.0.1")
                .containsEntry("token", token)
                .containsEntry("reason", "it hangs");
        assertThat(console.locks().find("evict:1").holders().getFirst().evicted())
                .hasFieldOrPropertyWithValue("by", "operator by API token test");
        assertProblem(operator.evict("evict:1", token, "{\"reason\":\"again\"}"), 409, "evicted before");
        JsonNode found = json(viewer.get("/audit?lock=evict:1&limit=1"));
        assertThat(found.get("next").asInt()).isEqualTo(1);
        assertThat(found.get("entries").get(0).get("outcome").asString()).isEqualTo("ALREADY_MARKED");
    }

    @Test
    void withoutTheTokenOfALeaseThatIsThereNothingIsEvicted() {
        long token = hold("evict:2", "billing");
        String body = "{\"reason\":\"test\"}";
        String path = "/locks/evict:2/eviction";
        assertProblem(operator.post(path, body), 428, "If-Match");
        assertProblem(operator.post(path, body, "If-Match", "*"), 400, "one token in quotes");
        assertProblem(operator.post(path, body, "If-Match", "W/\"" + token + "\""), 400, "one token in quotes");
        assertProblem(operator.post(path, body, "If-Match", "\"1\", \"2\""), 400, "one token in quotes");
        HttpResponse<String> changed = operator.evict("evict:2", token - 1, body);
        assertProblem(changed, 412, "Nothing was changed");
        assertThat(json(changed)
                        .get("current")
                        .get("holders")
                        .get(0)
                        .get("token")
                        .asLong())
                .isEqualTo(token);
        assertProblem(operator.evict("evict:none", 1, body), 404, "no lock");
        assertProblem(operator.evict("evict:2", token, "{}"), 400, "reason");
        assertProblem(operator.evict("evict:2", token, "{\"reason\":\"a\\u0007b\"}"), 400, "control characters");
        assertThat(audited("evict:2")).isEmpty();
        assertThat(console.locks().find("evict:2").holders().getFirst().evicted())
                .isNull();
    }

    @Test
    void evictingNowAsksForTheNameOnceMore() {
        long token = hold("evict:3", "billing");
        assertProblem(operator.evict("evict:3", token, "{\"reason\":\"dead\",\"now\":true}"), 400, "confirm");
        JsonNode answer =
                json(operator.evict("evict:3", token, "{\"reason\":\"dead\",\"now\":true,\"confirm\":\"evict:3\"}"));
        assertThat(answer.get("outcome").asString()).isEqualTo("ENDED");
        assertThat(console.locks().find("evict:3").holders()).isEmpty();
    }

    @Test
    void aViewersEvictionIsRefusedAndOnRecord() {
        long token = hold("evict:4", "billing");
        assertProblem(viewer.evict("evict:4", token, "{\"reason\":\"test\"}"), 403, "Only an operator");
        assertThat(audited("evict:4").getFirst()).containsEntry("by", "viewer by API token test");
        assertThat(console.locks().find("evict:4").holders().getFirst().evicted())
                .isNull();
    }

    @Test
    void tooManyEvictionsOfOneUserAreRefusedForAWhile() {
        console.administrator("busy", "correct horse battery");
        try (ApiClient busy = new ApiClient(console).as("busy", Role.OPERATOR)) {
            List<HttpResponse<String>> answers = IntStream.range(0, 31)
                    .mapToObj(i -> busy.evict("evict:none", 1, "{\"reason\":\"test\"}"))
                    .toList();
            assertThat(answers.stream().limit(30))
                    .extracting(HttpResponse::statusCode)
                    .containsOnly(404);
            assertProblem(answers.getLast(), 429, "Nothing was changed");
            assertThat(answers.getLast().headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void waitsTellWhoStandsInTheWayAndHowManyStandBehind() {
        await().atMost(30, SECONDS).untilAsserted(() -> {
            JsonNode waits = json(viewer.get("/waits"));
            assertThat(waits.get("waiting").asInt()).isEqualTo(1);
            JsonNode holder = waits.get("lines").get(0);
            assertThat(holder.get("level").asInt()).isZero();
            assertThat(holder.get("behind").asInt()).isEqualTo(1);
            assertThat(holder.get("holds").get(0).get("lock").asString()).isEqualTo("report:nightly");
            assertThat(waits.get("lines").get(1).get("waitsFor").asString()).isEqualTo("report:nightly");
        });
        assertThat(json(viewer.get("/waits?limit=1")).get("cut").asBoolean()).isTrue();
    }

    @Test
    void aKeptLeaseTellsItsLatestUse() {
        Owner owner = Locks.owner("billing", "bill-1", 1, "main", "");
        String kept = console.locks().keep("kept", owner, Duration.ofMinutes(10));
        assertThat(json(viewer.get("/locks/kept"))
                        .get("holders")
                        .get(0)
                        .get("use")
                        .isNull())
                .isTrue();
        Instant since = Instant.now().minusSeconds(9);
        console.locks().renew("kept", kept, new LatestUse(true, since, "worker-2", "tenant 7", 1_234, 0));
        await().atMost(30, SECONDS).untilAsserted(() -> {
            JsonNode lock = json(viewer.get("/locks/kept"));
            JsonNode lease = lock.get("holders").get(0);
            assertThat(lock.get("state").asString()).isEqualTo("kept, idle");
            assertThat(lease.get("kept").asBoolean()).isTrue();
            assertThat(lease.get("use").get("idle").asBoolean()).isTrue();
            assertThat(lease.get("use").get("count").asInt()).isEqualTo(1_234);
            JsonNode line = json(viewer.get("/locks?q=kept")).get("locks").get(0);
            assertThat(line.get("heldSince").isNull()).isTrue();
            assertThat(line.get("holder").get("note").asString()).isEqualTo("tenant 7");
        });
    }

    @Test
    void theHistoryTellsWhoHeldALock() {
        await().atMost(30, SECONDS).untilAsserted(() -> {
            JsonNode history = json(viewer.get("/history?lock=page:07&window=PT1H"));
            assertThat(history.get("total").asInt()).isEqualTo(1);
            JsonNode lease = history.get("leases").get(0);
            assertThat(lease.get("holder").get("service").asString()).isEqualTo("shop");
            assertThat(lease.get("endedAt").isNull()).isTrue();
        });
    }

    @Test
    void meTellsWhoseTokenItIs() {
        JsonNode me = json(operator.get("/me"));
        assertThat(me.get("user").asString()).isEqualTo("operator");
        assertThat(me.get("role").asString()).isEqualTo("OPERATOR");
        assertThat(me.get("token").asString()).isEqualTo("test");
    }

    @Test
    void anAdministratorsProgramAddsChangesAndDisablesUsers() {
        String anna = "{\"name\":\"Anna\",\"role\":\"VIEWER\"}";
        JsonNode added = json(admin.post("/users", anna));
        assertThat(added.get("name").asString()).isEqualTo("anna");
        assertThat(added.get("password").asString()).isNotBlank();
        assertProblem(admin.post("/users", anna), 409, "already exists");
        assertProblem(admin.post("/users", "{\"name\":\"a b\",\"role\":\"VIEWER\"}"), 409, "A user name has");
        assertProblem(admin.post("/users", "{\"name\":\"anton\",\"role\":\"KING\"}"), 400, "no JSON object");
        assertProblem(admin.post("/users", "{\"name\":\"anton\"}"), 400, "Give name and role");

        JsonNode changed = json(admin.call("PATCH", "/users/anna", "{\"role\":\"OPERATOR\"}"));
        assertThat(changed.get("role").asString()).isEqualTo("OPERATOR");
        assertThat(changed.has("hash")).isFalse();
        assertProblem(admin.call("PATCH", "/users/anna", "{}"), 400, "one change at a time");
        assertProblem(admin.call("PATCH", "/users/boss", "{\"disabled\":true}"), 409, "your own account");
        assertProblem(admin.call("PATCH", "/users/nobody", "{\"disabled\":true}"), 404, "no such user");
        JsonNode disabled = json(admin.call("PATCH", "/users/anna", "{\"disabled\":true}"));
        assertThat(disabled.get("disabled").asBoolean()).isTrue();
        assertThat(json(admin.call("POST", "/users/anna/password", ""))
                        .get("password")
                        .asString())
                .isNotEqualTo(added.get("password").asString());
        assertThat(console.own()
                        .getCollection("access")
                        .find(new Document("user", "anna").append("by", "boss by API token test"))
                        .map(entry -> entry.getString("what"))
                        .into(new ArrayList<>()))
                .containsExactly("added as Viewer", "role is now Operator", "disabled", "password reset");
    }

    @Test
    void aTokenListsAndRevokesTheTokensOfItsUser() {
        String spare = ApiClient.mint(
                console, Console.OPERATOR, Role.VIEWER, "spare", Instant.now().plusSeconds(60));
        assertThat(operator.get("/tokens").body()).contains("spare").doesNotContain("hash");
        assertThat(viewer.get("/tokens").body()).doesNotContain("spare");
        assertThat(admin.get("/tokens?all=true").body()).contains("spare");
        String path = "/tokens/" + spare.split("_", 3)[1];
        assertProblem(viewer.delete(path), 403, "Only an administrator");
        assertThat(operator.delete(path).statusCode()).isEqualTo(204);
        assertProblem(operator.delete(path), 404, "no such token");
        try (ApiClient late = new ApiClient(console).with(spare)) {
            assertThat(late.get("/me").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void viewsAreSavedAsThePageUnderstandsThemForTheirUserAlone() {
        JsonNode saved = json(operator.put("/views/late~20ones", "{\"query\":\"q=held%3E5m&sort=-held&colour=red\"}"));
        assertThat(saved.get("name").asString()).isEqualTo("late ones");
        assertThat(saved.get("query").asString()).isEqualTo("q=held%3E5m&sort=-held");
        assertThat(operator.get("/views").body()).contains("late~20ones");
        assertThat(json(viewer.get("/views")).get("views")).isEmpty();
        assertProblem(operator.put("/views/~0a", "{}"), 400, "1 to 60 characters");
        assertThat(operator.delete("/views/late~20ones").statusCode()).isEqualTo(204);
        assertProblem(operator.delete("/views/late~20ones"), 404, "no view of this name");
    }

    @Test
    void neitherASessionNorAPasswordOpensTheApi() {
        try (Visitor visitor = new Visitor(console)) {
            visitor.logIn(Console.OPERATOR, Console.OPERATOR);
            HttpResponse<String> answer = visitor.get("/api/v1/me");
            assertProblem(answer, 401, "personal token");
            assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"Lockkeeper\"");
            assertThat(visitor.post("/api/v1/locks/page:01/eviction", "application/json", "{}")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(visitor.basic("/api/v1/me", Console.OPERATOR, Console.OPERATOR)
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    private static long hold(String lock, String service) {
        console.locks().enqueue(lock, Locks.owner(service, service + "-1", 1, "main", ""), TTL);
        return console.locks().find(lock).holders().getFirst().token();
    }

    private static List<Document> audited(String lock) {
        return console.own()
                .getCollection("audit")
                .find(new Document("lock", lock))
                .into(new ArrayList<>());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String detail) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode problem = json(answer);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("detail").asString()).contains(detail);
    }
}
