package io.lockkeeper.console.face.sources;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static io.lockkeeper.console.fixture.Chromium.button;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.TakenOutException;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.test.MongoServer;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pauses and queues of Lockkeeper's own locks in a source, on its page and by the API, with agents that live. */
@Tag("nightly")
class OwnQueuesIT {

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AutoClose
    private static final ApiClient operator = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR);

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console).as(Console.VIEWER, Role.VIEWER);

    private static final MongoClient client = MongoServer.shared().client();
    private static final String database = console.database().getName() + "_pay";
    private static final String source = LockSource.id(database, "locks", "lockkeeper");

    @AutoClose
    private static final LockAgent billing = LockAgent.connect(client, database, AgentOptions.forService("billing"));

    @AutoClose
    private static final LockAgent report = LockAgent.connect(client, database, AgentOptions.forService("report"));

    @BeforeAll
    static void watch() {
        String unused = StoredSources.addReleasable(console.own(), Place.own(database, "locks"), "lockkeeper");
    }

    @AfterAll
    static void drop() {
        client.getDatabase(database).drop();
    }

    @Test
    void inItsDrawerALockIsPausedAndNobodyAcquiresItUntilThePauseIsEnded() throws Exception {
        Lease held = billing.acquire("order:1");
        Page page = chromium.page(console, Console.OPERATOR, "/" + LockAddress.page(new LockId(source, "order:1")));
        Locator bar = page.locator(".lock-panel .pause-bar");
        assertThat(button(page, "Pause…")).isEnabled();
        button(page, "Pause…").click();
        page.getByLabel("Ticket or words").fill("INC-4711");
        button(page, "Pause").click();
        assertThat(bar).containsText("Paused by operator until ");
        assertThat(bar).containsText("INC-4711");
        Axe.assertNothingSerious(page);

        held.close();
        CompletableFuture<Lease> next = report.acquireAsync(LockRequest.of("order:1"));
        assertThat(page.locator(".lock-panel .queue li")).containsText("report");
        assertThat(billing.tryAcquire("order:1")).isEmpty();
        assertThat(next).isNotDone();

        button(page, "End the pause").click();
        next.get(30, TimeUnit.SECONDS).close();
        assertThat(button(page, "Pause…")).isVisible();
        page.navigate(console.address("/audit"));
        Locator ended = page.locator("tr.entry", new Page.LocatorOptions().setHasText("end the pause"));
        assertThat(ended).containsText(database + ".locks");
        assertThat(ended).containsText("done");
    }

    @Test
    void inItsDrawerAWaiterIsTakenOutAndItsCallSaysWhy() throws Exception {
        try (Lease held = billing.acquire("order:2")) {
            CompletableFuture<Lease> waits = report.acquireAsync(LockRequest.of("order:2"));
            String address = "/" + LockAddress.page(new LockId(source, "order:2"));
            Page seen = chromium.page(console, Console.VIEWER, address);
            assertThat(seen.locator(".lock-panel .queue .take-out")).isDisabled();
            assertThat(button(seen, "Pause…")).isDisabled();
            Page page = chromium.page(console, Console.OPERATOR, address);
            Locator queue = page.locator(".lock-panel .queue li");
            assertThat(queue).hasCount(1);
            assertThat(queue).containsText("next");
            queue.locator(".take-out").click();
            page.getByLabel("Ticket or words").fill("INC-4712");
            button(page, "Take this waiter out").click();

            assertThatThrownBy(() -> waits.get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(TakenOutException.class)
                    .hasMessageContaining("INC-4712");
            assertThat(page.getByText("No request waits for this lock.")).isVisible();
            page.getByLabel("Open this lock on a page of its own").click();
            assertThat(page.locator(".past-evictions")).containsText("INC-4712");
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void byTheApiExactlyWhatWasSeenIsChanged() throws Exception {
        String lock = "/locks/%s/order:3".formatted(LockAddress.of(source));
        try (Lease held = billing.acquire("order:3")) {
            CompletableFuture<Lease> waits = report.acquireAsync(LockRequest.of("order:3"));
            await().until(() -> queue(lock).getInteger("waiting") == 1);
            assertStatus(pause(viewer, lock), 403);
            assertStatus(pause(operator, lock), 200);
            String pause = queue(lock).get("paused", Document.class).getString("id");
            assertStatus(operator.delete(lock + "/pause"), 428);
            assertStatus(operator.delete(lock + "/pause", "If-Match", "\"none\""), 412);
            assertStatus(operator.delete(lock + "/pause", "If-Match", '"' + pause + '"'), 200);
            assertThat(queue(lock).get("paused")).isNull();

            String waiter =
                    queue(lock).getList("queue", Document.class).getFirst().getString("acquirer");
            assertStatus(takeOut(lock, "none"), 412);
            assertStatus(takeOut(lock, waiter), 200);
            assertStatus(takeOut(lock, waiter), 412);
            await().until(waits::isCompletedExceptionally);
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(operator.get("/audit?lock=order:3").body().split("\"state\":\"done\"", -1))
                .hasSize(4);
        assertStatus(pause(operator, lock.replace("order:3", "not-used-yet")), 200);
        assertThat(pause(operator, "/locks/none/order:3").body()).contains("There is no such source");
    }

    private static Document queue(String lock) {
        HttpResponse<String> answer = viewer.get(lock + "/queue");
        return answer.statusCode() == 200 ? Document.parse(answer.body()) : new Document("waiting", 0);
    }

    private static HttpResponse<String> pause(ApiClient by, String lock) {
        Document body = new Document("until", Instant.now().plusSeconds(600).toString()).append("reason", "repair");
        return by.put(lock + "/pause", body.toJson());
    }

    private static HttpResponse<String> takeOut(String lock, String acquirer) {
        return operator.post(lock + "/take-out", "{\"reason\":\"stray\"}", "If-Match", '"' + acquirer + '"');
    }
}
