package io.lockkeeper.console.act.eviction;

import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.TakenOut;
import io.lockkeeper.model.Waiter;
import io.lockkeeper.test.MongoServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators pause locks, end pauses and take waiters out of queues, on the page and by the API. */
class PauseIT {

    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final Owner WAITER = Locks.owner("shop", "shop-1", 7, "http-3", "cart 88");
    private static final Duration TTL = Duration.ofMinutes(10);

    @AutoClose
    private static final Console console = Console.start();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AutoClose
    private static final ApiClient operator = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR);

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console).as(Console.VIEWER, Role.VIEWER);

    @BeforeAll
    static void start() {
        List.of("nightly-report", "import", "by-api", "changed", "pause:unconfirmed", "two-at-once")
                .forEach(lock -> console.locks().enqueue(lock, OWNER, TTL));
    }

    @Test
    void onTheLocksPageItIsPausedForAReasonShownAndResumed() {
        ServerPage page = pages.page(Console.OPERATOR, "/lock/nightly-report");
        page.button("Pause…").click();
        ServerPart dialog = page.find("vaadin-dialog.pause");
        dialog.shows("waiters keep their places");
        page.button("Pause").click();
        dialog.shows("Give a reason");
        page.field("Ticket or words").fill("INC-4711");
        page.button("Pause").click();

        ServerPart bar = page.find(".pause-bar");
        bar.shows("Paused by operator until ", "INC-4711");
        page.find(".sentence").shows("paused for another");
        assertThat(pause("nightly-report").by()).isEqualTo(Console.OPERATOR);

        page.button("End the pause").click();
        page.button("Pause…").counts(1);
        assertThat(console.locks().find("nightly-report").paused()).isNull();
        page.open("/audit");
        page.find("tr.entry").nth(1).shows("INC-4711");
        page.find("tr.entry").first().shows("end the pause", "done");
    }

    @Test
    void aViewerSeesAPauseAndMayNotMakeOrEndOne() {
        assertStatus(put(operator, "import", Instant.now().plusSeconds(600), "moved"), 200);
        ServerPage page = pages.page(Console.VIEWER, "/lock/import");
        page.find(".pause-bar").shows("Paused by operator");
        page.button("End the pause").isDisabled();
        assertStatus(put(viewer, "import", Instant.now().plusSeconds(600), "mine"), 403);
        assertStatus(delete(viewer, "import", pause("import").id()), 403);
        assertThat(pause("import").reason()).isEqualTo("moved");
    }

    @Test
    void exactlyThePauseThatWasSeenIsEndedByTheApi() {
        assertStatus(put(operator, "by-api", Instant.now().plusSeconds(600), "first"), 200);
        String first = pause("by-api").id();
        await().untilAsserted(() ->
                assertThat(operator.get("/locks/-/by-api").body()).contains(first, "\"reason\":\"first\""));
        assertStatus(put(operator, "by-api", Instant.now().plusSeconds(900), "second"), 200);

        assertStatus(delete(operator, "by-api", first), 412);
        assertStatus(operator.delete("/locks/-/by-api/pause"), 428);
        assertStatus(delete(operator, "by-api", pause("by-api").id()), 200);
        assertStatus(delete(operator, "by-api", first), 412);
        assertThat(audited("by-api", "action")).containsExactlyInAnyOrder("PAUSE", "PAUSE", "RESUME");
        assertThat(operator.get("/audit?lock=by-api").body().split("\"state\":\"done\"", -1))
                .as("each of the three is told as done")
                .hasSize(4);
    }

    @Test
    void aNameThatNobodyHasUsedIsPausedByTheApiAndAnAgentObeys() throws InterruptedException {
        assertStatus(put(viewer, "not-yet", Instant.now().plusSeconds(600), "mine"), 403);
        assertStatus(put(operator, "not-yet", Instant.now().plusSeconds(600), "a deployment"), 200);
        try (LockAgent agent = LockAgent.connect(
                MongoServer.shared().client(), console.database().getName(), AgentOptions.forService("new"))) {
            for (LockRequest request : List.of(LockRequest.of("not-yet"), LockRequest.permits("not-yet", 1, 3))) {
                assertThat(agent.attempt(request))
                        .isInstanceOfSatisfying(
                                Attempt.Refused.class,
                                refused -> assertThat(refused.pause())
                                        .hasValueSatisfying(
                                                it -> assertThat(it.reason()).isEqualTo("a deployment")));
            }
            CompletableFuture<Lease> waits = agent.acquireAsync(LockRequest.of("not-yet"));
            await().until(() -> console.locks().find("not-yet").queue().size() == 1);
            assertStatus(delete(operator, "not-yet", pause("not-yet").id()), 200);
            waits.join().close();
        }
        assertThat(audited("not-yet", "action")).containsExactlyInAnyOrder("PAUSE", "PAUSE", "RESUME");
    }

    @Test
    void aNameThatNobodyHasUsedIsPausedOnItsPage() {
        ServerPage page = pages.page(Console.OPERATOR, "/lock/of-tomorrow");
        page.shows("There is no lock of this name.");
        page.button("Pause…").click();
        page.field("Ticket or words").fill("INC-4713");
        page.button("Pause").click();

        page.find(".pause-bar").shows("Paused by operator until ");
        assertThat(pause("of-tomorrow").reason()).isEqualTo("INC-4713");
        pages.page(Console.VIEWER, "/lock/of-today").button("Pause…").isDisabled();
    }

    @Test
    void whatCannotBeRecordedIsNotDone() {
        console.fail(new Document("failCommands", List.of("insert")).append("errorCode", 10107));
        try {
            assertStatus(put(operator, "changed", Instant.now().plusSeconds(600), "words"), 503);
        } finally {
            console.heal();
        }
        assertThat(console.locks().find("changed").paused()).isNull();
    }

    @Test
    void whatMongoDbDoesNotConfirmIsSaidSo() {
        console.fail(new Document("failCommands", List.of("findAndModify")).append("closeConnection", true));
        try {
            assertStatus(put(operator, "pause:unconfirmed", Instant.now().plusSeconds(600), "words"), 504);
        } finally {
            console.heal();
        }
        assertThat(operator.get("/audit?lock=pause:unconfirmed").body()).contains("\"state\":\"not confirmed\"");
    }

    @Test
    void ofTwoAtOnceOneIsTheLastWordAndBothAreOnRecord() {
        List<CompletableFuture<HttpResponse<String>>> both = Stream.of("one", "two")
                .map(reason -> CompletableFuture.supplyAsync(
                        () -> put(operator, "two-at-once", Instant.now().plusSeconds(600), reason)))
                .toList();
        both.forEach(CompletableFuture::join);
        assertThat(pause("two-at-once").reason()).isIn("one", "two");
        assertThat(console.locks().find("two-at-once").queue()).isEmpty();
        assertThat(audited("two-at-once", "reason")).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void aWaiterIsTakenOutOnTheLocksPageForAReason() {
        console.locks().enqueue("queue", OWNER, TTL);
        String waiter = console.locks().enqueue("queue", WAITER, TTL);
        ServerPage page = pages.page(Console.OPERATOR, "/lock/queue");
        Pictures.of(console, Console.OPERATOR, "/lock/queue", "queue");
        page.find(".queue .take-out").click();
        ServerPart dialog = page.find("vaadin-dialog.take-out");
        dialog.shows("its agent does not ask again");
        page.button("Take this waiter out").click();
        dialog.shows("Give a reason");
        page.field("Ticket or words").fill("INC-4712");
        page.button("Take this waiter out").click();

        page.find("vaadin-notification").shows("was taken out");
        page.shows("No request waits for this lock.");
        TakenOut out = console.locks().find("queue").takenOut(waiter).orElseThrow();
        assertThat(out.by()).isEqualTo(Console.OPERATOR);
        assertThat(out.reason()).isEqualTo("INC-4712");

        page.find("ol.taken-out").shows("taken out", "by operator: INC-4712");
        page.find(".timeline .bar.taken-out").counts(1);
        page.open("/history?window=hour&lock=queue");
        ServerPart wait = page.find("tr.past").having("taken out");
        wait.shows("by operator: INC-4712", "not granted");
        page.find(".summary").shows("1 taken out of queues");
        Pictures.of(console, Console.OPERATOR, "/history?window=hour&lock=queue", "taken-out");
        String file = pages.file("export/history.json?window=hour&lock=queue").body();
        assertThat(Document.parse(file).getList("leases", Document.class))
                .filteredOn(row -> "TAKEN_OUT".equals(row.getString("ending")))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("takenOutBy", Console.OPERATOR)
                        .containsEntry("takenOutReason", "INC-4712")
                        .containsEntry("token", null));
        page.open("/audit");
        page.find("tr.entry").first().shows("take out a waiter", "INC-4712", "done");
    }

    @Test
    void aViewerTakesNobodyOut() {
        console.locks().enqueue("seen", OWNER, TTL);
        String waiter = console.locks().enqueue("seen", WAITER, TTL);
        ServerPage page = pages.page(Console.VIEWER, "/lock/seen");
        page.find(".queue .take-out").isDisabled();
        assertStatus(takeOut(viewer, "seen", waiter, "mine"), 403);
        assertThat(console.locks().find("seen").waiter(waiter)).isPresent();
        assertThat(operator.get("/audit?lock=seen").body()).contains("TAKE_OUT", "nothing changed");
    }

    @Test
    void exactlyTheWaiterThatWasSeenIsTakenOutByTheApiAndRacesAreSaid() {
        String holder = console.locks().enqueue("races", OWNER, TTL);
        String first = console.locks().enqueue("races", WAITER, TTL);
        String second = console.locks().enqueue("races", WAITER, TTL);
        assertStatus(operator.post("/locks/-/races/take-out", "{\"reason\":\"x\"}"), 428);
        assertThat(takeOut(operator, "races", second, "").body()).contains("Give a reason");
        assertStatus(takeOut(operator, "races", second, "INC-1"), 200);
        assertThat(console.locks().find("races").queue())
                .extracting(Waiter::acquirer)
                .containsExactly(first);
        assertStatus(takeOut(operator, "races", second, "INC-2"), 412);
        console.locks().remove("races", holder);
        assertThat(takeOut(operator, "races", first, "INC-3"))
                .satisfies(late -> assertThat(late.statusCode()).isEqualTo(412))
                .satisfies(late -> assertThat(late.body()).contains("granted to it meanwhile"));
        assertStatus(takeOut(operator, "no-such", first, "INC-4"), 404);
        assertThat(audited("races", "reason")).containsExactly("INC-1");
    }

    /** What changes after the operator has looked: on record, and nobody else is taken out. */
    @Test
    void whoIsGrantedTheLockWhileTheOperatorIsAskedStaysTheHolder() {
        String holder = console.locks().enqueue("pause:late", OWNER, TTL);
        String waiter = console.locks().enqueue("pause:late", WAITER, TTL);
        ServerPage page = pages.page(Console.OPERATOR, "/lock/pause:late");
        page.find(".queue .take-out").click();
        page.field("Ticket or words").fill("INC-5");
        console.locks().remove("pause:late", holder);
        page.button("Take this waiter out").click();

        page.find("vaadin-notification").shows("granted to it meanwhile");
        assertThat(console.locks().find("pause:late").holder(waiter)).isPresent();
        assertThat(operator.get("/audit?lock=pause:late").body()).contains("nothing changed");
    }

    @Test
    void aTakeOutThatMongoDbDoesNotConfirmIsSaidSo() {
        console.locks().enqueue("doubt", OWNER, TTL);
        String waiter = console.locks().enqueue("doubt", WAITER, TTL);
        console.fail(new Document("failCommands", List.of("findAndModify")).append("closeConnection", true));
        try {
            assertStatus(takeOut(operator, "doubt", waiter, "words"), 504);
        } finally {
            console.heal();
        }
        assertThat(operator.get("/audit?lock=doubt").body()).contains("\"state\":\"not confirmed\"");
    }

    private static HttpResponse<String> takeOut(ApiClient client, String lock, String acquirer, String reason) {
        String body = new Document("reason", reason).toJson();
        return client.post("/locks/-/" + lock + "/take-out", body, "If-Match", '"' + acquirer + '"');
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            changed | -1        | words | 400 | must end after now
            changed | 31536000  | words | 400 | within 30 days
            changed | 600       | ''    | 400 | Give a reason
            no~e2~80~8bne | 600 | words | 400 | an invisible character
            """)
    void whatIsOutOfBoundsChangesNothing(String lock, long seconds, String reason, int status, String detail) {
        HttpResponse<String> answer = put(operator, lock, Instant.now().plusSeconds(seconds), reason);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(detail);
        assertThat(console.locks().find("changed").paused()).isNull();
    }

    private static List<String> audited(String lock, String field) {
        return console.own()
                .getCollection("audit")
                .find(new Document("lock", lock).append("action", new Document("$exists", true)))
                .map(entry -> entry.getString(field))
                .into(new ArrayList<>());
    }

    private static Pause pause(String lock) {
        return Objects.requireNonNull(console.locks().find(lock).paused());
    }

    private static HttpResponse<String> put(ApiClient client, String lock, Instant until, String reason) {
        Document body = new Document("until", until.toString()).append("reason", reason);
        return client.put("/locks/-/" + lock + "/pause", body.toJson());
    }

    private static HttpResponse<String> delete(ApiClient client, String lock, String id) {
        return client.delete("/locks/-/" + lock + "/pause", "If-Match", '"' + id + '"');
    }
}
