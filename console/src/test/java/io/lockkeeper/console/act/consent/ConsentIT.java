package io.lockkeeper.console.act.consent;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.eviction.EvictionRequest;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.act.eviction.EvictionService;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.board.EvictionState.NothingChanged;
import io.lockkeeper.console.watch.board.EvictionState.Why;
import io.lockkeeper.model.Holder;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.security.access.AccessDeniedException;

/** Four eyes: what a rule is for needs a second person's consent, by every door. */
class ConsentIT {

    private static final String WHY = ConsentScene.WHY;

    @AutoClose
    private static final ConsentScene scene = new ConsentScene();

    private static final Console console = scene.console();
    private static final ApiClient olga = scene.olga();
    private static final ApiClient boris = scene.boris();
    private static final ApiClient viewer = scene.viewer();

    @Test
    void anEvictionWaitsForASecondPersonAndIsThenTheUsualOne() {
        Holder seen = scene.held("pay:1");
        String request = scene.asked(olga.evict("pay:1", seen.token(), WHY));
        assertThat(console.locks().find("pay:1").holders()).containsExactly(seen);
        assertThat(boris.get("/consents").body()).contains(request, "\"rule\":\"pay:*\"");
        assertStatus(olga.post("/consents/" + request + "/consent", ""), 409);
        assertStatus(viewer.post("/consents/" + request + "/consent", ""), 403);
        assertThat(console.locks().find("pay:1").holders()).containsExactly(seen);

        HttpResponse<String> consent = boris.post("/consents/" + request + "/consent", "");
        assertStatus(consent, 200);
        assertThat(consent.body()).contains("\"outcome\":\"MARKED\"", "\"decision\":\"CONSENTED\"");
        assertThat(scene.evicted("pay:1").by())
                .isEqualTo("olga by API token test with the consent of boris by API token test");
        assertThat(boris.post("/consents/" + request + "/consent", "").body()).contains("decided already");
        assertThat(olga.get("/audit?lock=pay:1").body()).contains("\"decision\":\"CONSENTED\"");
        assertThat(scene.records(request)).contains(request, request + "/decision", request + "/result");
    }

    /** Whom it knows by the machine alone; from the moment at which an administrator has added an operator of that name, it asks as that one. */
    @Test
    void theDesktopsUserAsksOnceAnOperatorOfThatNameIsStoredAndIsToldSoBefore() {
        Holder seen = scene.held("pay:8");
        EvictionRequest request = AskedEvictions.of("pay:8", seen, "hung", Way.MARK, "");
        scene.actAs("ann@laptop", ConsoleUser.DESKTOP);
        try {
            await().until(() -> console.bean(ConsentFeed.class).notice("pay:8").isPresent());
            assertThat(console.bean(ConsentFeed.class).notice("pay:8").orElseThrow())
                    .contains("You ask as ann@laptop", "Ask in the console that your team logs in to");
            assertThatThrownBy(() -> console.bean(EvictionService.class).evict(request))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("ann@laptop is none. Ask in the console");
            assertThat(scene.records(request.id())).contains(request.id() + "/result");
            assertThat(console.bean(EvictionFollower.class).state(request.id()))
                    .contains(new NothingChanged(Why.DENIED));

            scene.user("ann@laptop", Role.OPERATOR);
            EvictionRequest again = AskedEvictions.of("pay:8", seen, "hung", Way.MARK, "");
            assertThat(console.bean(EvictionService.class).evict(again).outcome())
                    .isEqualTo(Outcome.AWAITS_CONSENT);
            assertStatus(boris.post("/consents/" + again.id() + "/consent", ""), 200);
        } finally {
            Acting.asNobody();
        }
        assertThat(scene.evicted("pay:8").by()).isEqualTo("ann@laptop with the consent of boris by API token test");
    }

    @Test
    void whereTheLockChangedHandsTheRequestIsVoid() {
        Holder seen = scene.held("pay:2");
        String request = scene.asked(olga.evict("pay:2", seen.token(), WHY));
        console.locks().remove("pay:2", seen.acquirer());
        Holder next = scene.held("pay:2");

        assertThat(boris.post("/consents/" + request + "/consent", "").body())
                .contains("\"outcome\":\"HOLDER_CHANGED\"");
        assertThat(console.locks().find("pay:2").holders()).containsExactly(next);
    }

    @Test
    void ofTwoWhoConsentAtTheSameMomentOneDoes() {
        Holder seen = scene.held("pay:3");
        String request = scene.asked(olga.evict("pay:3", seen.token(), WHY));
        try (ApiClient boss = new ApiClient(console).as("boss", Role.OPERATOR)) {
            List<CompletableFuture<Integer>> answers = Stream.of(boris, boss, boris, boss)
                    .map(who -> CompletableFuture.supplyAsync(() ->
                            who.post("/consents/" + request + "/consent", "").statusCode()))
                    .toList();
            assertThat(answers.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(200, 409, 409, 409);
        }
        assertThat(scene.evicted("pay:3").reason()).isEqualTo("hung on a dead peer");
    }

    @Test
    void whoeverAskedAndMayNoLongerMakesItVoidAndADemotedUserConsentsToNothing() {
        scene.user("leaver", Role.OPERATOR);
        Holder seen = scene.held("pay:4");
        String request;
        try (ApiClient leaver = new ApiClient(console).as("leaver", Role.OPERATOR)) {
            request = scene.asked(leaver.evict("pay:4", seen.token(), WHY));
        }
        scene.change("leaver", "disabled", true);
        assertThat(boris.post("/consents/" + request + "/consent", "").body())
                .contains("leaver may not do this any more");
        assertThat(boris.get("/consents/" + request).body()).contains("\"decision\":\"VOID\"");

        String other = scene.asked(olga.evict("pay:4", seen.token(), WHY));
        scene.user("demoted", Role.OPERATOR);
        scene.actAs("demoted", "as-it-was");
        scene.change("demoted", "role", "VIEWER");
        try {
            assertThatThrownBy(() -> console.bean(ConsentService.class).consent(other, ""))
                    .isInstanceOf(AccessDeniedException.class);
        } finally {
            Acting.asNobody();
        }
        assertThat(console.locks().find("pay:4").holders()).containsExactly(seen);
        assertThat(boris.post("/consents/" + other + "/refusal", "{\"reason\":\"wait for the report\"}")
                        .body())
                .contains("\"decision\":\"REFUSED\"");
    }

    @Test
    void aRequestEndsByItselfOnRecord() {
        Holder seen = scene.held("pay:5");
        String request = scene.asked(olga.evict("pay:5", seen.token(), WHY));
        console.own()
                .getCollection("audit")
                .updateOne(
                        new Document("_id", request),
                        new Document("$set", new Document("consent.until", Date.from(Instant.now()))));
        assertStatus(boris.post("/consents/" + request + "/consent", ""), 409);
        await().until(() -> scene.records(request).contains(request + "/decision"));
        assertThat(olga.get("/audit?lock=pay:5").body()).contains("EXPIRED", "no consent");
        assertThat(console.locks().find("pay:5").holders()).containsExactly(seen);
    }

    /** Written by hand: until it is repaired, nobody knows whose consent is needed. */
    @Test
    void aRuleBookThatCannotBeReadHidesNoRequestIsSaidAndLetsNothingThrough() {
        Holder seen = scene.held("pay:9");
        Holder free = scene.held("nobody:9");
        String request = scene.asked(olga.evict("pay:9", seen.token(), WHY));
        await().until(() -> isShown(request));
        Document book = Objects.requireNonNull(
                state().find(new Document("_id", "four-eyes")).first());
        state().updateOne(
                        new Document("_id", "four-eyes"),
                        new Document("$set", new Document("rules.0.addedAt", "yesterday")));
        try {
            await().untilAsserted(() ->
                    assertThat(console.bean(Undigested.class).sentences()).anyMatch(it -> it.contains("“four-eyes”")));
            assertThat(olga.evict("nobody:9", free.token(), WHY).statusCode()).isGreaterThanOrEqualTo(400);
            assertThat(console.locks().find("nobody:9").holders()).containsExactly(free);
            console.own()
                    .getCollection("audit")
                    .updateOne(
                            new Document("_id", request),
                            new Document("$set", new Document("consent.until", Date.from(Instant.now()))));
            await().until(() -> !isShown(request));
        } finally {
            state().replaceOne(new Document("_id", "four-eyes"), book);
        }
        await().untilAsserted(() ->
                assertThat(console.bean(Undigested.class).sentences()).noneMatch(it -> it.contains("“four-eyes”")));
    }

    private static boolean isShown(String request) {
        return console.bean(ConsentFeed.class).waiting(LockScope.EVERYTHING).stream()
                .anyMatch(entry -> entry.id().equals(request));
    }

    private static MongoCollection<Document> state() {
        return console.own().getCollection("state");
    }

    @Test
    void takingAWaiterOutWaitsTooAndIsVoidOnceItIsGrantedTheLock() {
        Holder seen = scene.held("pay:7");
        String waiter = console.locks().enqueue("pay:7", seen.owner(), Duration.ofMinutes(10));
        String late = console.locks().enqueue("pay:7", seen.owner(), Duration.ofMinutes(10));
        String first =
                scene.asked(olga.post("/locks/-/pay:7/take-out", "{\"reason\":\"x\"}", "If-Match", '"' + waiter + '"'));
        String second =
                scene.asked(olga.post("/locks/-/pay:7/take-out", "{\"reason\":\"x\"}", "If-Match", '"' + late + '"'));
        assertThat(console.locks().find("pay:7").queue()).hasSize(2);
        assertThat(boris.post("/consents/" + first + "/consent", "").body()).contains("\"outcome\":\"ENDED\"");
        assertThat(console.locks().find("pay:7").takenOut(waiter).orElseThrow().by())
                .contains(" with the consent of ");
        console.locks().remove("pay:7", seen.acquirer());
        assertThat(boris.post("/consents/" + second + "/consent", "").body())
                .contains("\"outcome\":\"HOLDER_CHANGED\"");
        assertThat(console.locks().find("pay:7").holder(late)).isPresent();
    }

    @Test
    void aPauseWaitsTooAndItsEndDoesNot() {
        Holder seen = scene.held("pay:6");
        String until = Instant.now().plusSeconds(600).toString();
        String request = scene.asked(
                olga.put("/locks/-/pay:6/pause", "{\"until\":\"%s\",\"reason\":\"repair\"}".formatted(until)));
        assertThat(console.locks().find("pay:6").paused()).isNull();
        assertThat(boris.post("/consents/" + request + "/consent", "").body()).contains("\"outcome\":\"ENDED\"");
        String pause =
                Objects.requireNonNull(console.locks().find("pay:6").paused()).id();
        assertStatus(olga.delete("/locks/-/pay:6/pause", "If-Match", '"' + pause + '"'), 200);
        assertThat(console.locks().find("pay:6").holders())
                .extracting(Holder::acquirer)
                .containsExactly(seen.acquirer());
    }

    @Test
    void anAdministratorKeepsTheRulesByTheApiAndEachChangeIsOnRecord() {
        new FourEyesByApi(scene).keepsTheRules();
    }

    @Test
    void anAdministratorSetsARuleAnOperatorAsksAndAnotherConsentsOnThePages() {
        new ConsentWalk(scene).walk();
    }
}
