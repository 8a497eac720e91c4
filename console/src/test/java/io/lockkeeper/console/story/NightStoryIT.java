package io.lockkeeper.console.story;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
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
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Three in the morning: an import hangs, another waits behind it, and somebody is called. Two processes with real agents, a console,
 * and the receivers of its alerts; played once in a browser, and once more by the API alone.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NightStoryIT {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String LOCK = ProductImport.LOCK;
    private static final String CALL = "[urgent] The holder's thread stands still: " + LOCK;
    private static final String OVER = "Resolved: The holder's thread stands still: " + LOCK;

    @AutoClose
    private static final OnCall onCall = new OnCall();

    @AutoClose
    private static final Console console = onCall.console(ServerProcess.freePort());

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AutoClose
    private static final ChildProcess first = process("import-1");

    @AutoClose
    private static final ChildProcess second = process("import-2");

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
        Page page = chromium.page(console, Console.OPERATOR, "/");
        assertThat(page.locator(".calm")).hasText("Nothing needs your attention.");
        hangsAndAnotherWaits();

        somebodyIsCalled(page);
        theOverviewLeadsToTheLock(page);
        theLockSaysWhy(page);
        theTreeShowsWhoWaits(page);
        theHolderIsEvicted(page);
        theLockIsHandedOn();
        itIsOver(page);
        itIsOnRecord(page);
    }

    private static void hangsAndAnotherWaits() throws InterruptedException {
        first.say("hang");
        first.await("token");
        second.say("work");
    }

    private static void somebodyIsCalled(Page page) {
        await().atMost(SOON).until(() -> onCall.called(LOCK).toList().contains("firing"));
        await().atMost(SOON).until(() -> !onCall.mail(CALL).isEmpty());
        assertThat(onCall.mail(CALL)).contains("ProductImport.importProducts", console.address("/locks/" + LOCK));
        assertThat(page).hasTitle(Pattern.compile("\\(\\d+\\) Overview.*"));
    }

    private static void theOverviewLeadsToTheLock(Page page) {
        Locator needs = page.locator(".needs");
        assertThat(needs).containsText("The holder's thread stands still");
        Pictures.take(page, "night-1-overview");
        needs.getByText(LOCK).first().click();
        assertThat(page.locator(".lock-panel h2")).hasText(LOCK);
    }

    private static void theLockSaysWhy(Page page) {
        assertThat(page.locator(".lock-panel .sentence"))
                .hasText(
                        Pattern.compile(
                                "Held for .* by import-1, which is alive and renews; it is usually held for .*; "
                                        + "its thread has stood in ProductImport\\.importProducts:\\d+ for .*; 1 has been waiting for .*"));
        Pictures.take(page, "night-2-lock");
    }

    private static void theTreeShowsWhoWaits(Page page) {
        Locator next = page.locator(".lock-panel .queue li");
        assertThat(next.locator(".who")).containsText("import · import-2");
        int nextEnds = edge(next.locator(".who"), "right");
        assertThat(nextEnds).isLessThanOrEqualTo(edge(next.locator(".waited"), "left"));
        page.getByText("Show who waits for whom").click();
        assertThat(page.locator(".wait.root")).containsText("import-1");
        assertThat(page.locator(".wait.root .behind")).hasText("1");
        assertThat(page.locator(".wait").nth(1)).containsText("import-2");
        Pictures.take(page, "night-3-waits");
    }

    private static void theHolderIsEvicted(Page page) throws InterruptedException {
        page.locator(".wait.root .action vaadin-button").click();
        assertThat(page.locator(".lease-facts")).containsText("Next in line: import");
        page.locator(".reason vaadin-text-field input").fill("OPS-17");
        page.keyboard().press("Tab");
        button(page, "Evict this holder").click();
        assertThat(first.await("lost")).startsWith("evicted by operator").contains("OPS-17");
        assertThat(page.locator(".steps")).containsText("The holder confirmed that it stopped, after");
        assertThat(page.locator(".steps")).containsText("Granted to import · import-2");
        Pictures.take(page, "night-4-evicted");
        button(page, "Close").click();
    }

    private static void theLockIsHandedOn() throws InterruptedException {
        first.await("stopped");
        second.await("granted");
        second.say("finish");
        second.await("finished");
    }

    private static void itIsOver(Page page) {
        await().atMost(SOON).until(() -> onCall.called(LOCK).toList().contains("resolved"));
        await().atMost(SOON).until(() -> !onCall.mail(OVER).isEmpty());
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Overview"))
                .click();
        assertThat(page.locator(".calm")).hasText("Nothing needs your attention.");
        assertThat(page).hasTitle(Pattern.compile("Overview.*"));
    }

    private static void itIsOnRecord(Page page) {
        page.navigate(console.address("/audit"));
        Locator entry = page.locator(".entry:not(.columns)");
        assertThat(entry).hasCount(1);
        assertThat(entry).containsText("OPS-17");
        assertThat(entry.locator(".outcome")).containsText("stopped after");
        page.getByLabel("Last day (UTC)").fill("2020-01-01");
        page.keyboard().press("Enter");
        assertThat(page.getByText("No entry matches.")).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*[?&]to=2020-01-01"));
        page.getByLabel("Last day (UTC)").fill("");
        page.keyboard().press("Enter");
        assertThat(entry).hasCount(1);
        Pictures.take(page, "night-5-audit");
        page.navigate(console.address("/lock/" + LOCK));
        assertThat(page.locator("tr.lease").first()).containsText("import-2");
        assertThat(page.locator("tr.lease").nth(1)).containsText("evicted");
        assertThat(page.locator(".timeline .bar.evicted")).hasCount(1);
        assertThat(page.locator(".past-evictions")).containsText("evict by operator: OPS-17");
        Pictures.take(page, "night-6-record");
    }

    @Test
    @Order(2)
    void aProgramPlaysTheSameStoryByTheApiAlone() throws InterruptedException {
        try (ApiClient api = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR)) {
            long calledBefore = called("firing");
            hangsAndAnotherWaits();
            JsonNode finding = eventually(
                    api,
                    "/findings",
                    findings -> first(
                            findings.get("findings"),
                            it -> it.get("kind").asString().equals("HANGING")));
            assertThat(finding.get("evidence").asString()).contains("ProductImport.importProducts", "1 waits");

            JsonNode holder = eventually(
                    api, "/locks/" + LOCK, lock -> lock.get("holders").get(0));
            assertThat(holder.get("owner").get("instance").asString()).isEqualTo("import-1");
            assertThat(holder.get("agent").asString()).isEqualTo("alive");
            assertThat(holder.get("stack").get("frames").toString()).contains("importProducts");
            long token = holder.get("token").asLong();

            JsonNode root =
                    eventually(api, "/waits", waits -> waits.get("lines").get(0));
            assertThat(root.get("behind").asInt()).isEqualTo(1);
            assertThat(root.get("holds").get(0).get("token").asLong()).isEqualTo(token);

            await().atMost(SOON).until(() -> called("firing") > calledBefore); // what is over at once calls nobody
            HttpResponse<String> evicted = api.evict(LOCK, token, "{\"reason\":\"OPS-18\"}");
            assertThat(evicted.statusCode()).as(evicted.body()).isEqualTo(200);
            assertThat(first.await("lost")).contains("OPS-18");
            theLockIsHandedOn();

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
            await().atMost(SOON).until(() -> called("resolved") == called("firing"));
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
        Page page = chromium.page(console, Console.VIEWER, "/findings");
        Locator found = page.locator(
                ".finding", new Page.LocatorOptions().setHasText("A process acts on a lock that it has lost"));
        assertThat(found).hasCount(2);
        assertThat(found.filter(new Locator.FilterOptions().setHasText("tried to renew")))
                .containsText(Pattern.compile(
                        "import · import-1 tried to renew .* after its eviction by operator by API token test,"
                                + " .* ago \\(token \\d+\\)"));
        assertThat(found.filter(
                        new Locator.FilterOptions().setHasText("tried to write with its stale token, and was refused")))
                .hasCount(1);
        found.first().getByText("Open the lock").click();
        assertThat(page.locator(".lock-panel .late")).hasCount(2);
        page.getByLabel("Open this lock on a page of its own").click();
        assertThat(page.locator(".lock-page .late")).hasCount(2);
        Pictures.take(page, "night-7-late");

        try (ApiClient api = new ApiClient(console).as(Console.VIEWER, Role.VIEWER)) {
            JsonNode entry = eventually(
                    api,
                    "/audit",
                    audit -> first(audit.get("entries"), it -> it.get("late").size() == 2));
            assertThat(entry.get("reason").asString()).isEqualTo("OPS-18");
        }
        page.navigate(console.address("/audit"));
        assertThat(page.locator(".entry .late")).hasCount(2);
        assertThat(page.locator(".entry .late").first()).containsText("tried to renew");
        Document bolts = Objects.requireNonNull(
                console.database().getCollection("products").find().first());
        assertThat(bolts.getInteger("stock")).isEqualTo(3);
    }

    /** Asks until the answer has what is looked for. */
    private static JsonNode eventually(ApiClient api, String path, Function<JsonNode, @Nullable JsonNode> look) {
        return Objects.requireNonNull(await().atMost(SOON)
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

    private static int edge(Locator of, String side) {
        return ((Number) of.evaluate("(it, side) => Math.round(it.getBoundingClientRect()[side])", side)).intValue();
    }

    private static Locator button(Page page, String text) {
        return page.locator("vaadin-button:text-is(\"%s\")".formatted(text));
    }

    private static ChildProcess process(String instance) {
        return new ChildProcess(
                ProductImport.class,
                MongoServer.shared().uri(),
                console.database().getName(),
                instance);
    }
}
