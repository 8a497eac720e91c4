package io.lockkeeper.console.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.alerts.OnCall;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerProcess;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Three in the morning: an import hangs, another waits behind it, and somebody is called. Two processes with real agents, a console,
 * and the receivers of its alerts; played once in a browser, and once more by the API alone.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NightStoryIT {

    private static final String LOCK = ProductImport.LOCK;

    @AutoClose
    private static final OnCall onCall = new OnCall();

    @AutoClose
    private static final Console console = onCall.console(ServerProcess.freePort());

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AutoClose
    private static final ChildProcess first = process("import-1");

    @AutoClose
    private static final ChildProcess second = process("import-2");

    private static final NightSteps steps = new NightSteps(onCall, console, LockId.first(LOCK), first, second);

    @BeforeAll
    static void theNightBegins() throws InterruptedException {
        first.await("ready");
        second.await("ready");
        console.database().getCollection("products").insertOne(new Document("_id", "bolts").append("stock", 1));
        first.say("usual");
        first.await("imported");
    }

    @Test
    @Order(1)
    void aHungHolderIsFoundExplainedEvictedAndOnRecord() throws InterruptedException {
        steps.aHungHolderIsFoundExplainedEvictedAndOnRecord(chromium.page(console, Console.OPERATOR, "/"));
    }

    @Test
    @Order(2)
    void aProgramPlaysTheSameStoryByTheApiAlone() throws InterruptedException {
        try (ApiClient api = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR)) {
            long calledBefore = called("firing");
            steps.hangsAndAnotherWaits();
            JsonNode finding = eventually(
                    api,
                    "/findings",
                    findings -> first(
                            findings.get("findings"),
                            it -> it.get("kind").asString().equals("HANGING")));
            assertThat(finding.get("evidence").asString()).contains("ProductImport.importProducts", "1 waits");

            JsonNode holder = eventually(
                    api, "/locks/-/" + LOCK, lock -> lock.get("leases").get(0));
            assertThat(holder.get("owner").get("instance").asString()).isEqualTo("import-1");
            assertThat(holder.get("agent").asString()).isEqualTo("alive");
            assertThat(holder.get("stack").get("frames").toString()).contains("importProducts");
            long token = holder.get("token").asLong();

            JsonNode root =
                    eventually(api, "/waits", waits -> waits.get("lines").get(0));
            assertThat(root.get("behind").asInt()).isEqualTo(1);
            assertThat(root.get("holds").get(0).get("token").asLong()).isEqualTo(token);

            await().atMost(NightSteps.SOON)
                    .until(() -> called("firing") > calledBefore); // what is over at once calls nobody
            HttpResponse<String> evicted = api.evict(LOCK, token, "{\"reason\":\"OPS-18\"}");
            assertThat(evicted.statusCode()).as(evicted.body()).isEqualTo(200);
            assertThat(first.await("lost")).contains("OPS-18");
            steps.theLockIsHandedOn();

            JsonNode entry = eventually(
                    api,
                    "/audit",
                    audit -> first(
                            audit.get("entries"),
                            it -> it.get("reason").asString().equals("OPS-18")
                                    && !it.get("end").isNull()));
            assertThat(entry.get("end").asString()).isEqualTo("STOPPED");
            assertThat(entry.get("by").asString()).isEqualTo("operator by API token test");
            JsonNode past = eventually(
                    api,
                    "/history?window=PT1H&lock=" + LOCK,
                    history -> first(
                            history.get("leases"),
                            it -> it.get("token").asLong() == token
                                    && !it.get("endedAt").isNull()));
            assertThat(past.get("ending").asString()).isEqualTo("EVICTED");
            eventually(api, "/findings", findings -> findings.get("findings").isEmpty() ? findings : null);
            await().atMost(NightSteps.SOON).until(() -> called("resolved") == called("firing"));
        }
    }

    private static long called(String state) {
        return onCall.called(LOCK).filter(state::equals).count();
    }

    @Test
    @Order(3)
    void theHolderThatWakesUpTooLateIsFoundAndOnRecord() throws InterruptedException {
        first.say("awake");
        first.await("refused");
        first.await("stale");
        ServerPage page = pages.page(Console.VIEWER, "/findings");
        ServerPart found = page.find(".finding").having("A process acts on a lock that it has lost");
        found.counts(2);
        found.having("tried to renew")
                .matches("import · import-1 tried to renew .* after its eviction by operator by API token test,"
                        + " .* ago \\(token \\d+\\)");
        found.having("tried to write with its stale token, and was refused").counts(1);
        found.first().find("a").having("Open the lock").click();
        page.find(".lock-panel .late").counts(2);
        page.find("[aria-label='Open this lock on a page of its own']").click();
        page.find(".lock-page .late").counts(2);
        Pictures.of(console, Console.VIEWER, page.address(), "night-7-late");

        try (ApiClient api = new ApiClient(console).as(Console.VIEWER, Role.VIEWER)) {
            JsonNode entry = eventually(
                    api,
                    "/audit",
                    audit -> first(audit.get("entries"), it -> it.get("late").size() == 2));
            assertThat(entry.get("reason").asString()).isEqualTo("OPS-18");
        }
        page.open("/audit");
        page.find(".entry .late").counts(2);
        page.find(".entry .late").first().shows("tried to renew");
        Document bolts = Objects.requireNonNull(
                console.database().getCollection("products").find().first());
        assertThat(bolts.getInteger("stock")).isEqualTo(3);
    }

    /** Asks until the answer has what is looked for. */
    private static JsonNode eventually(ApiClient api, String path, Function<JsonNode, @Nullable JsonNode> look) {
        return Objects.requireNonNull(await().atMost(NightSteps.SOON)
                .pollInterval(Duration.ofMillis(300))
                .until(
                        () -> look.apply(
                                JsonMapper.shared().readTree(api.get(path).body())),
                        Objects::nonNull));
    }

    private static @Nullable JsonNode first(JsonNode all, Predicate<JsonNode> wanted) {
        return StreamSupport.stream(all.spliterator(), false)
                .filter(wanted)
                .findFirst()
                .orElse(null);
    }

    private static ChildProcess process(String instance) {
        return new ChildProcess(
                ProductImport.class,
                MongoServer.shared().uri(),
                console.database().getName(),
                instance);
    }
}
