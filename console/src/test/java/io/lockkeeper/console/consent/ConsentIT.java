package io.lockkeeper.console.consent;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.eviction.EvictionRequest;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.eviction.EvictionService;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.security.Role;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** Four eyes: what a rule is for needs a second person's consent, by every door. */
class ConsentIT {

    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final Duration TTL = Duration.ofMinutes(10);
    private static final String PASSWORD = "correct horse battery";
    private static final String WHY = "{\"reason\":\"hung on a dead peer\"}";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AutoClose
    private static final ApiClient olga = new ApiClient(console);

    @AutoClose
    private static final ApiClient boris = new ApiClient(console);

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console);

    @BeforeAll
    static void start() {
        user("olga", Role.OPERATOR);
        user("boris", Role.OPERATOR);
        user("boss", Role.ADMIN);
        olga.as("olga", Role.OPERATOR);
        boris.as("boris", Role.OPERATOR);
        viewer.as(Console.VIEWER, Role.VIEWER);
        Document rule = new Document("pattern", "pay:*")
                .append("why", "money")
                .append("addedAt", Date.from(Instant.now()))
                .append("addedBy", "boss");
        console.own().getCollection("state").insertOne(new Document("_id", "four-eyes").append("rules", List.of(rule)));
    }

    @Test
    void anAdministratorKeepsTheRulesByTheApiAndEachChangeIsOnRecord() {
        Holder seen = held("ledger:1");
        try (ApiClient boss = new ApiClient(console).as("boss", Role.ADMIN)) {
            assertThat(boss.put("/four-eyes/rules/ledger:~2a", "{\"why\":\"books\"}")
                            .body())
                    .contains("\"pattern\":\"ledger:*\"", "\"why\":\"books\"", "\"addedBy\":\"boss\"");
            assertThat(olga.evict("ledger:1", seen.token(), WHY).statusCode()).isEqualTo(202);
            String path = "/four-eyes/rules/ledger:~2a";
            String known = ApiClient.version(boss.get("/four-eyes/rules"), "ledger:~2a");
            assertThat(boss.put(path, "{}").statusCode()).isEqualTo(428);
            List<Integer> answers = Stream.of("{}", "{\"why\":\"\"}")
                    .map(body -> CompletableFuture.supplyAsync(
                            () -> boss.put(path, body, "If-Match", known).statusCode()))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
            assertThat(answers).as("two at once").containsExactlyInAnyOrder(200, 412);
            assertThat(boss.get("/four-eyes/rules").body())
                    .containsOnlyOnce("ledger:*")
                    .contains("pay:*")
                    .doesNotContain("books");
            String now = ApiClient.version(boss.get("/four-eyes/rules"), "ledger:~2a");
            assertThat(boss.put(path, "{\"why\":\"a\\nb\"}", "If-Match", now).statusCode())
                    .isEqualTo(409);
            assertThat(boss.delete(path).statusCode()).isEqualTo(428);
            assertThat(boss.delete(path, "If-Match", known).statusCode()).isEqualTo(412);
            assertThat(boss.delete(path, "If-Match", now).statusCode()).isEqualTo(204);
            assertThat(boss.delete(path, "If-Match", now).statusCode()).isEqualTo(404);
        }
        assertThat(olga.evict("ledger:1", seen.token(), WHY).statusCode()).isEqualTo(200);
        assertThat(console.own()
                        .getCollection("access")
                        .countDocuments(new Document("user", "four eyes").append("what", Pattern.compile("ledger"))))
                .isEqualTo(3);
    }

    @Test
    void anEvictionWaitsForASecondPersonAndIsThenTheUsualOne() {
        Holder seen = held("pay:1");
        String request = asked(olga.evict("pay:1", seen.token(), WHY));
        assertThat(console.locks().find("pay:1").holders()).containsExactly(seen);
        assertThat(boris.get("/consents").body()).contains(request, "\"rule\":\"pay:*\"");
        assertThat(olga.post("/consents/" + request + "/consent", "").statusCode())
                .isEqualTo(409);
        assertThat(viewer.post("/consents/" + request + "/consent", "").statusCode())
                .isEqualTo(403);
        assertThat(console.locks().find("pay:1").holders()).containsExactly(seen);

        HttpResponse<String> consent = boris.post("/consents/" + request + "/consent", "");
        assertThat(consent.statusCode()).isEqualTo(200);
        assertThat(consent.body()).contains("\"outcome\":\"MARKED\"", "\"decision\":\"CONSENTED\"");
        assertThat(evicted("pay:1").by())
                .isEqualTo("olga by API token test with the consent of boris by API token test");
        assertThat(boris.post("/consents/" + request + "/consent", "").body()).contains("decided already");
        assertThat(olga.get("/audit?lock=pay:1").body()).contains("\"decision\":\"CONSENTED\"");
        assertThat(records(request)).contains(request, request + "/decision", request + "/result");
    }

    /** Whom it knows by the machine alone; from the moment at which an administrator has added an operator of that name, it asks as that one. */
    @Test
    void theDesktopsUserAsksOnceAnOperatorOfThatNameIsStoredAndIsToldSoBefore() {
        Holder seen = held("pay:8");
        EvictionRequest request = new EvictionRequest("pay:8", seen, "hung", Way.MARK, "");
        actAs("ann@laptop", ConsoleUser.DESKTOP);
        try {
            await().until(() -> console.bean(ConsentFeed.class).notice("pay:8").isPresent());
            assertThat(console.bean(ConsentFeed.class).notice("pay:8").orElseThrow())
                    .contains("You ask as ann@laptop", "Ask in the console that your team logs in to");
            assertThatThrownBy(() -> console.bean(EvictionService.class).evict(request))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("ann@laptop is none. Ask in the console");
            assertThat(records(request.id())).contains(request.id() + "/result");

            user("ann@laptop", Role.OPERATOR);
            EvictionRequest again = new EvictionRequest("pay:8", seen, "hung", Way.MARK, "");
            assertThat(console.bean(EvictionService.class).evict(again).outcome())
                    .isEqualTo(Outcome.AWAITS_CONSENT);
            assertThat(boris.post("/consents/" + again.id() + "/consent", "").statusCode())
                    .isEqualTo(200);
        } finally {
            SecurityContextHolder.clearContext();
        }
        assertThat(evicted("pay:8").by()).isEqualTo("ann@laptop with the consent of boris by API token test");
    }

    @Test
    void whereTheLockChangedHandsTheRequestIsVoid() {
        Holder seen = held("pay:2");
        String request = asked(olga.evict("pay:2", seen.token(), WHY));
        console.locks().remove("pay:2", seen.acquirer());
        Holder next = held("pay:2");

        assertThat(boris.post("/consents/" + request + "/consent", "").body())
                .contains("\"outcome\":\"HOLDER_CHANGED\"");
        assertThat(console.locks().find("pay:2").holders()).containsExactly(next);
    }

    @Test
    void ofTwoWhoConsentAtTheSameMomentOneDoes() {
        Holder seen = held("pay:3");
        String request = asked(olga.evict("pay:3", seen.token(), WHY));
        try (ApiClient boss = new ApiClient(console).as("boss", Role.OPERATOR)) {
            List<CompletableFuture<Integer>> answers = Stream.of(boris, boss, boris, boss)
                    .map(who -> CompletableFuture.supplyAsync(() ->
                            who.post("/consents/" + request + "/consent", "").statusCode()))
                    .toList();
            assertThat(answers.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(200, 409, 409, 409);
        }
        assertThat(evicted("pay:3").reason()).isEqualTo("hung on a dead peer");
    }

    @Test
    void whoeverAskedAndMayNoLongerMakesItVoidAndADemotedUserConsentsToNothing() {
        user("leaver", Role.OPERATOR);
        Holder seen = held("pay:4");
        String request;
        try (ApiClient leaver = new ApiClient(console).as("leaver", Role.OPERATOR)) {
            request = asked(leaver.evict("pay:4", seen.token(), WHY));
        }
        change("leaver", "disabled", true);
        assertThat(boris.post("/consents/" + request + "/consent", "").body())
                .contains("leaver may not do this any more");
        assertThat(boris.get("/consents/" + request).body()).contains("\"decision\":\"VOID\"");

        String other = asked(olga.evict("pay:4", seen.token(), WHY));
        user("demoted", Role.OPERATOR);
        actAs("demoted", "as-it-was");
        change("demoted", "role", "VIEWER");
        try {
            assertThatThrownBy(() -> console.bean(ConsentService.class).consent(other, ""))
                    .isInstanceOf(AccessDeniedException.class);
        } finally {
            SecurityContextHolder.clearContext();
        }
        assertThat(console.locks().find("pay:4").holders()).containsExactly(seen);
        assertThat(boris.post("/consents/" + other + "/refusal", "{\"reason\":\"wait for the report\"}")
                        .body())
                .contains("\"decision\":\"REFUSED\"");
    }

    @Test
    void aRequestEndsByItselfOnRecord() {
        Holder seen = held("pay:5");
        String request = asked(olga.evict("pay:5", seen.token(), WHY));
        console.own()
                .getCollection("audit")
                .updateOne(
                        new Document("_id", request),
                        new Document("$set", new Document("consent.until", Date.from(Instant.now()))));
        assertThat(boris.post("/consents/" + request + "/consent", "").statusCode())
                .isEqualTo(409);
        await().until(() -> records(request).contains(request + "/decision"));
        assertThat(olga.get("/audit?lock=pay:5").body()).contains("EXPIRED", "no consent");
        assertThat(console.locks().find("pay:5").holders()).containsExactly(seen);
    }

    @Test
    void takingAWaiterOutWaitsTooAndIsVoidOnceItIsGrantedTheLock() {
        Holder seen = held("pay:7");
        String waiter = console.locks().enqueue("pay:7", seen.owner(), Duration.ofMinutes(10));
        String late = console.locks().enqueue("pay:7", seen.owner(), Duration.ofMinutes(10));
        String first = asked(olga.post("/locks/pay:7/take-out", "{\"reason\":\"x\"}", "If-Match", '"' + waiter + '"'));
        String second = asked(olga.post("/locks/pay:7/take-out", "{\"reason\":\"x\"}", "If-Match", '"' + late + '"'));
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
        Holder seen = held("pay:6");
        String until = Instant.now().plusSeconds(600).toString();
        String request =
                asked(olga.put("/locks/pay:6/pause", "{\"until\":\"%s\",\"reason\":\"repair\"}".formatted(until)));
        assertThat(console.locks().find("pay:6").paused()).isNull();
        assertThat(boris.post("/consents/" + request + "/consent", "").body()).contains("\"outcome\":\"ENDED\"");
        String pause =
                Objects.requireNonNull(console.locks().find("pay:6").paused()).id();
        assertThat(olga.delete("/locks/pay:6/pause", "If-Match", '"' + pause + '"')
                        .statusCode())
                .isEqualTo(200);
        assertThat(console.locks().find("pay:6").holders())
                .extracting(Holder::acquirer)
                .containsExactly(seen.acquirer());
    }

    @Test
    void anAdministratorSetsARuleAnOperatorAsksAndAnotherConsentsInTheBrowser() {
        held("wire:transfer");
        Page boss = as("boss", "/settings");
        button(boss, "Add rule…").click();
        boss.getByLabel("Names").fill("wire:*");
        boss.getByLabel("Why (may be left out)").fill("moves money");
        button(boss, "Add").click();
        assertThat(boss.locator(".rule .pattern").filter(new Locator.FilterOptions().setHasText("wire:*")))
                .isVisible();
        Axe.assertNothingSerious(boss);

        Page operator = chromium.page(console, Console.OPERATOR, "/locks/wire:transfer");
        await().until(() ->
                console.bean(ConsentFeed.class).reason("wire:transfer").isPresent());
        operator.locator(".lock-panel .foot vaadin-button").click();
        Locator dialog = operator.locator("vaadin-dialog.eviction");
        assertThat(dialog).containsText("Names that match wire:* need a second person’s consent");
        operator.getByLabel("Ticket or words").fill("INC-4711");
        button(operator, "Ask to evict").click();
        assertThat(dialog).containsText("another operator has until");
        operator.navigate(console.address("/lock/wire:transfer"));
        assertThat(operator.locator(".request-link"))
                .hasText("operator asks to evict its holder: a second person has to consent");
        operator.navigate(console.address("/consent"));
        Locator own = card(operator);
        assertThat(own).containsText("INC-4711");
        assertThat(button(operator, "Consent: wire:transfer")).isDisabled();

        boss.navigate(console.address("/consent"));
        assertThat(card(boss)).containsText("operator asks: INC-4711");
        Axe.assertNothingSerious(boss);
        button(boss, "Consent: wire:transfer").click();
        button(boss, "Consent and evict").click();
        assertThat(boss.locator("vaadin-notification-card")).containsText("Evicted with your consent");
        assertThat(card(boss)).hasCount(0);
        assertThat(evicted("wire:transfer").by()).isEqualTo("operator with the consent of boss");
        boss.navigate(console.address("/audit?lock=wire"));
        assertThat(boss.locator("tr.entry").first()).containsText("boss consented");

        boss.navigate(console.address("/settings"));
        button(boss, "Remove: wire:*").click();
        try (ApiClient other = new ApiClient(console).as("boss", Role.ADMIN)) {
            String version = ApiClient.version(other.get("/four-eyes/rules"), "wire:~2a");
            assertThat(other.put("/four-eyes/rules/wire:~2a", "{\"why\":\"money\"}", "If-Match", version)
                            .statusCode())
                    .isEqualTo(200);
        }
        button(boss, "Remove").click();
        assertThat(boss.locator(".user-dialog [role=alert]")).containsText("boss changed the rule for wire:* at");
        boss.navigate(console.address("/settings"));
        button(boss, "Remove: wire:*").click();
        button(boss, "Remove").click();
        assertThat(boss.locator(".rule .pattern")).hasCount(1);
        assertThat(console.own()
                        .getCollection("access")
                        .find(new Document("user", "four eyes").append("what", Pattern.compile("wire")))
                        .map(entry -> entry.getString("what"))
                        .into(new ArrayList<>()))
                .containsExactly(
                        "names that match wire:* need a second person's consent",
                        "names that match wire:* need a second person's consent",
                        "names that match wire:* need no second person's consent any more");
    }

    private static Locator card(Page page) {
        return page.locator(".request").filter(new Locator.FilterOptions().setHasText("wire:transfer"));
    }

    private static Page as(String name, String path) {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        page.navigate(console.address(path));
        page.locator("input[name=username]").fill(name);
        page.locator("input[name=password]").fill(PASSWORD);
        button(page, "Log in").click();
        page.locator(".shell").waitFor();
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static String asked(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        String address = answer.headers().firstValue("Location").orElseThrow();
        assertThat(address).startsWith("/api/v1/consents/");
        return address.substring(address.lastIndexOf('/') + 1);
    }

    private static Holder held(String lock) {
        console.locks().enqueue(lock, OWNER, TTL);
        return console.locks().find(lock).holders().getFirst();
    }

    private static Eviction evicted(String lock) {
        return Objects.requireNonNull(mark(lock));
    }

    private static @Nullable Eviction mark(String lock) {
        return console.locks().find(lock).holders().getFirst().evicted();
    }

    private static List<String> records(String request) {
        return console.own()
                .getCollection("audit")
                .find(Document.parse("{ _id: { $regex: '^%s' } }".formatted(request)))
                .map(entry -> entry.getString("_id"))
                .into(new ArrayList<>());
    }

    private static void change(String user, String field, Object value) {
        console.own()
                .getCollection("users")
                .updateOne(new Document("_id", user), new Document("$set", new Document(field, value)));
    }

    private static void actAs(String name, String stamp) {
        ConsoleUser user = new ConsoleUser(name, "", Role.OPERATOR, true, false, stamp);
        SecurityContextHolder.getContext()
                .setAuthentication(
                        UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
    }

    private static void user(String name, Role role) {
        console.administrator(name, PASSWORD);
        change(name, "role", role.name());
    }
}
