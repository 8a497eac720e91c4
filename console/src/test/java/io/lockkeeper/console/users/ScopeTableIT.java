package io.lockkeeper.console.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.findings.FindingsFeed;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.scope.TypedScope;
import io.lockkeeper.console.security.Role;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.model.Owner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.crypto.password.PasswordEncoder;

/** What an operator sees and may do who is limited to {@code order:*} and one source: no door may tell of {@code secret:9}, or of the other source. */
class ScopeTableIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String SECRET = "secret";
    /** What somebody has typed is no secret any more. */
    private static final List<String> HIDDEN = List.of(
            "secret:9", "secret:circle", "secret:past", "secret:later", "secretlock", "secret-job", "secret-request");

    private static final Duration LONG = Duration.ofMinutes(10);

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AutoClose
    private static final ApiClient api = new ApiClient(console);

    private static BrowserContext browser;
    private static String seen = "";
    private static String hidden = "";

    /** A chain from the one lock to the other, and a circle of both. */
    @BeforeAll
    static void start() {
        Locks locks = console.locks();
        locks.enqueue("secret:9", owner("billing", "t-1"), LONG);
        locks.enqueue("order:4711", owner("shop", "t-2"), LONG);
        locks.enqueue("secret:9", owner("shop", "t-2"), LONG);
        locks.enqueue("order:4711", owner("mail", "t-3"), LONG);
        locks.enqueue("order:circle", owner("left", "l"), LONG);
        locks.enqueue("secret:circle", owner("right", "r"), LONG);
        locks.enqueue("order:circle", owner("right", "r"), LONG);
        locks.enqueue("secret:circle", owner("left", "l"), LONG);
        locks.enqueue("order:also", owner("billing", "t-1"), LONG);
        seen = source("shedlock", "order-job");
        hidden = source("secretlock", "secret-job");
        add("bert", Role.OPERATOR, TypedScope.of("order:*", seen));
        api.as("bert", Role.OPERATOR);
        browser = logIn("bert");
        past();
        await().until(() ->
                console.bean(SourceFeeds.class).all(LockScope.EVERYTHING).size() == 2);
        await().until(() -> console.bean(FindingsFeed.class)
                        .latest(LockScope.EVERYTHING)
                        .worst()
                        .size()
                >= 1);
    }

    /** Waiters that nobody touches drop out after half a minute. */
    @BeforeEach
    void everybodyLives() {
        List.of("secret:9", "order:4711", "order:circle", "secret:circle").forEach(console.locks()::touchAll);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    page | /                        | shown  | order:4711
                    page | /locks                   | shown  | order:4711
                    page | /locks?q=secret          | shown  |
                    page | /locks/order:4711        | shown  | order:4711
                    page | /locks/order:also        | shown  | order:also
                    page | /lock/order:4711         | shown  | order:4711
                    page | /lock/order:also         | shown  | order:also
                    page | /waits                   | shown  | outside your scope
                    page | /waits?view=graph        | shown  | outside your scope
                    page | /findings                | shown  | order:circle
                    page | /agents                  | shown  |
                    page | /history                 | shown  | order:4711
                    page | /history?window=day      | shown  | order:past
                    page | /audit                   | shown  | order:past
                    page | /consent                 | shown  |
                    page | /sources                 | shown  | shedlock
                    page | /source/{seen}           | shown  | order-job
                    page | /source/{hidden}         | shown  |
                    page | /tokens                  | shown  |
                    page | /password                | shown  |
                    page | /users                   | denied |
                    page | /alerts                  | denied |
                    page | /settings                | denied |
                    page | /logins                  | denied |
                    file | /export/locks.csv        | 200    | order:4711
                    file | /export/history.json?window=day | 200 | order:past
                    file | /export/audit.csv        | 200    | order:past
                    file | /export/source.csv?source={seen} | 200 | order-job
                    file | /export/source.csv?source={hidden} | 404 |
                    api  | /me                      | 200    | order:*
                    api  | /locks                   | 200    | order:4711
                    api  | /locks?q=secret          | 200    |
                    api  | /locks/order:4711        | 200    | order:4711
                    api  | /locks/{secret}          | 404    |
                    api  | /waits                   | 200    | outside your scope
                    api  | /findings                | 200    | order:circle
                    api  | /sources                 | 200    | shedlock
                    api  | /sources/{seen}/locks    | 200    | order-job
                    api  | /sources/{hidden}/locks  | 404    |
                    api  | /sources/{hidden}/events | 404    |
                    api  | /sources/{seen}/locks/order-job/history     | 200 |
                    api  | /sources/{hidden}/locks/secret-job/history  | 404 |
                    api  | /history?source={hidden-id} | 404    |
                    api  | /agents                  | 200    |
                    api  | /history                 | 200    | order:4711
                    api  | /history?window=P1D      | 200    | order:past
                    api  | /history?window=P1D&lock={secret} | 200 |
                    api  | /audit                   | 200    | order:past
                    api  | /audit?lock=secret       | 200    |
                    api  | /consents                | 200    |
                    api  | /consents/{request}      | 404    |
                    api  | POST /consents/{request}/consent | 404 |
                    api  | /views                   | 200    |
                    api  | /tokens                  | 200    |
                    api  | /tokens?all=true         | 403    |
                    api  | /users                   | 403    |
                    api  | /alerts/rules            | 403    |
                    api  | /four-eyes/rules         | 403    |
                    api  | PATCH /sources/{seen}    | 403    |
                    api  | evict order:also         | 200    | order:also
                    api  | evict secret:9           | 403    |
                    api  | pause secret:9           | 403    |
                    api  | take-out secret:9        | 403    |
                    api  | resume secret:9          | 403    |
                    api  | release {hidden} secret-job | 403 |
                    """)
    void theTable(String door, String action, String answer, String names) throws Exception {
        String what = filled(action);
        List<String> heard = new ArrayList<>();
        assertThat(enter(door, what, heard, names)).isEqualTo(answer);
        String all = String.join("\n", heard);
        assertThat(HIDDEN.stream().filter(name -> !LockAddress.nameOf(what).contains(name)))
                .noneMatch(all::contains);
        if (names != null) {
            assertThat(all).contains(names);
        }
    }

    @Test
    void theStreamTellsOfNoOtherLockNeitherFirstNorLater() throws IOException {
        try (InputStream stream = api.stream("/board/events").body();
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            List<String> heard = new ArrayList<>();
            read(lines, heard, "event: complete");
            console.locks().enqueue("secret:later", owner("billing", "t-9"), LONG);
            console.locks().enqueue("order:later", owner("billing", "t-9"), LONG);
            read(lines, heard, "order:later");
            assertThat(String.join("\n", heard)).contains("order:4711").doesNotContain(SECRET);
        }
    }

    @Test
    void whatWasDeniedIsOnRecord() {
        assertThat(api.evict("secret:9", token("secret:9"), "{\"reason\":\"mine\"}")
                        .statusCode())
                .isEqualTo(403);
        Document intent = console.own()
                .getCollection("audit")
                .find(new Document("lock", "secret:9").append("reason", "mine"))
                .first();
        assertThat(intent).isNotNull();
        Document answer = console.own()
                .getCollection("audit")
                .find(new Document("_id", intent.getString("_id") + "/result"))
                .first();
        assertThat(answer).isNotNull();
        assertThat(answer.getString("outcome")).isEqualTo("DENIED");
        assertThat(console.locks().find("secret:9").holders().getFirst().evicted())
                .isNull();
    }

    /** As a lowered role does. */
    @Test
    void aScopeThatIsNarrowedEndsSessionsAndStreamsAndNarrowsTokens() throws IOException {
        add("nina", Role.VIEWER, LockScope.EVERYTHING);
        BrowserContext open = logIn("nina");
        try (ApiClient client = new ApiClient(console).as("nina", Role.VIEWER);
                InputStream stream = client.stream("/board/events").body();
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            assertThat(client.get("/locks").body()).contains("secret:9");
            console.own()
                    .getCollection("users")
                    .updateOne(
                            new Document("_id", "nina"),
                            new Document(
                                    "$set",
                                    new Document("stamp", "narrowed")
                                            .append(
                                                    "scope",
                                                    new Document("prefixes", List.of("order:"))
                                                            .append("sources", List.of()))));
            assertThat(client.get("/locks").body()).contains("order:4711").doesNotContain(SECRET);
            read(lines, new ArrayList<>(), "event: end");
        }
        await().until(() -> open.request().get(console.address("/beat")).status() == 401);
    }

    @Test
    void anAdministratorIsNeverLimited() {
        add("paul", Role.OPERATOR, TypedScope.of("order:", ""));
        console.administrator("root", PASSWORD);
        try (ApiClient admin = new ApiClient(console).as("root", Role.ADMIN)) {
            HttpResponse<String> promoted = admin.call("PATCH", "/users/paul", "{\"role\":\"ADMIN\"}");
            assertThat(promoted.statusCode()).isEqualTo(409);
            assertThat(promoted.body()).contains("An administrator sees all locks");
            assertThat(admin.call("PATCH", "/users/paul", "{\"scope\":{\"locks\":[\"a*b\"]}}")
                            .statusCode())
                    .isEqualTo(400);
            HttpResponse<String> widened =
                    admin.call("PATCH", "/users/paul", "{\"scope\":{\"locks\":[\"order:*\",\"pay:*\"]}}");
            assertThat(widened.body()).contains("\"pay:*\"");
            assertThat(admin.call("PATCH", "/users/paul", "{\"scope\":{}}").body())
                    .contains("\"locks\":[]");
            assertThat(changes("paul"))
                    .contains(
                            "added as Operator, limited to order:*",
                            "limited to order:*, pay:*",
                            "not limited any more");
        }
    }

    private static String enter(String door, String action, List<String> heard, String names) throws Exception {
        return switch (door) {
            case "page" -> page(action, heard, names);
            case "file" -> file(action, heard);
            case "api" -> api(action, heard);
            default -> throw new IllegalArgumentException(door);
        };
    }

    /** What the browser shows, and all that was sent to it. */
    private static String page(String path, List<String> heard, String names) throws IOException {
        List<String> frames = new CopyOnWriteArrayList<>();
        List<Response> answers = new CopyOnWriteArrayList<>();
        try (Page page = browser.newPage()) {
            page.onWebSocket(socket -> socket.onFrameReceived(frame -> frames.add(String.valueOf(frame.text()))));
            page.onResponse(answers::add);
            page.navigate(console.address(path));
            page.locator(".error-message, .shell h1, .password-card").first().waitFor();
            boolean denied = page.locator(".error-message").count() > 0;
            if (names != null) {
                page.waitForCondition(() -> page.content().contains(names));
            }
            heard.addAll(frames);
            answers.stream()
                    .filter(answer -> answer.url().contains("v-r="))
                    .forEach(answer -> heard.add(answer.text()));
            heard.add(page.content());
            return denied ? "denied" : "shown";
        }
    }

    private static String file(String path, List<String> heard) {
        APIResponse answer = browser.request().get(console.address(path));
        heard.add(answer.text());
        return Integer.toString(answer.status());
    }

    private static String api(String action, List<String> heard) {
        String[] words = action.split(" ", 2);
        HttpResponse<String> answer = switch (words[0]) {
            case "evict" -> api.evict(words[1], token(words[1]), "{\"reason\":\"test\"}");
            case "pause" ->
                api.put(
                        "/locks/%s/pause".formatted(words[1]),
                        "{\"until\":\"%s\",\"reason\":\"test\"}"
                                .formatted(Instant.now().plusSeconds(600)));
            case "take-out" ->
                api.post("/locks/%s/take-out".formatted(words[1]), "{\"reason\":\"test\"}", "If-Match", "\"any\"");
            case "resume" -> api.delete("/locks/%s/pause".formatted(words[1]), "If-Match", "\"none\"");
            case "release" ->
                api.post(
                        "/sources/%s/eviction".formatted(words[1].replace(" ", "/locks/")),
                        "{\"reason\":\"test\"}",
                        "If-Match",
                        "\"any\"");
            case "POST", "PATCH" -> api.call(words[0], words[1], "{}");
            default -> api.get(action);
        };
        heard.add(answer.body());
        return Integer.toString(answer.statusCode());
    }

    private static String filled(String action) {
        return action.replace("{seen}", LockAddress.of(seen))
                .replace("{hidden}", LockAddress.of(hidden))
                .replace("{hidden-id}", URLEncoder.encode(hidden, StandardCharsets.UTF_8))
                .replace("{secret}", LockAddress.of("secret:9"))
                .replace("{request}", "secret-request");
    }

    private static void read(BufferedReader lines, List<String> heard, String upTo) throws IOException {
        String line = "";
        while (line != null && !line.contains(upTo)) {
            line = lines.readLine();
            heard.add(String.valueOf(line));
        }
    }

    /** What ended, and what was done, before. */
    private static void past() {
        console.locks().remove("order:past", console.locks().enqueue("order:past", owner("shop", "t"), LONG));
        console.locks().remove("secret:past", console.locks().enqueue("secret:past", owner("shop", "t"), LONG));
        for (String lock : List.of("order:past", "secret:past")) {
            console.own().getCollection("audit").insertOne(intent("audit of " + lock, lock));
        }
        console.own()
                .getCollection("audit")
                .insertOne(intent("audit of a source", "job").append("source", hidden));
        console.own()
                .getCollection("audit")
                .insertOne(intent("secret-request", "secret:9")
                        .append(
                                "consent",
                                new Document("rule", "secret:*")
                                        .append("user", "operator")
                                        .append("until", Date.from(Instant.now().plusSeconds(600)))));
        await().until(() ->
                console.own().getCollection("leases").countDocuments(new Document("_id.lock", "secret:past")) == 1);
    }

    private static Document intent(String id, String lock) {
        return Document.parse("""
                        { action: "EVICT", by: "operator", ip: "", acquirer: "a", token: { $numberLong: "7" },
                          holder: "billing", reason: "hung" }""").append("_id", id).append("lock", lock).append("at", Date.from(Instant.now()));
    }

    private static String source(String collection, String lock) {
        String database = console.database().getName();
        console.database()
                .getCollection(collection)
                .insertOne(new Document("_id", lock)
                        .append("lockUntil", Date.from(Instant.now().plusSeconds(600)))
                        .append("lockedAt", Date.from(Instant.now()))
                        .append("lockedBy", "app-1"));
        String id = "%s.%s/shedlock".formatted(database, collection);
        console.own()
                .getCollection("sources")
                .insertOne(new Document("_id", id)
                        .append("database", database)
                        .append("collection", collection)
                        .append("dialect", "shedlock")
                        .append("addedAt", Date.from(Instant.now()))
                        .append("addedBy", "test"));
        return id;
    }

    private static Owner owner(String service, String thread) {
        return Locks.owner(service, service + "-1", 1, thread, "");
    }

    private static long token(String lock) {
        return console.locks().find(lock).holders().getFirst().token();
    }

    private static BrowserContext logIn(String user) {
        BrowserContext context = chromium.browser(1280, 800, ColorScheme.LIGHT);
        try (Page page = context.newPage()) {
            page.navigate(console.address("/audit"));
            page.locator("input[name=username]").fill(user);
            page.locator("input[name=password]").fill(PASSWORD);
            page.getByRole(
                            AriaRole.BUTTON,
                            new Page.GetByRoleOptions().setName("Log in").setExact(true))
                    .click();
            page.locator(".shell").waitFor();
        }
        return context;
    }

    private static void add(String name, Role role, LockScope scope) {
        String hash = String.valueOf(console.bean(PasswordEncoder.class).encode(PASSWORD));
        UserAccount account = UserAccount.of(name, hash, role, false, Instant.now(), "test");
        console.bean(UserChanges.class).add(account.within(scope), Author.CONSOLE);
    }

    private static List<String> changes(String name) {
        return console.own()
                .getCollection("access")
                .find(new Document("user", name))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
    }
}
