package io.lockkeeper.console.people.users;

import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.scope.TypedScope;
import io.lockkeeper.console.people.security.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator sees and may do who is limited to {@code order:*} and one source: no door may tell of {@code secret:9}, or of the other source. */
class ScopeTableIT {

    private static final String SECRET = "secret";
    /** What somebody has typed is no secret any more. */
    private static final List<String> HIDDEN = List.of(
            "secret:9",
            "secret:circle",
            "secret:huge",
            "secret:past",
            "secret:later",
            "secretlock",
            "secret-job",
            "secret-request");

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final BrowserDoors browsers = new BrowserDoors(console);

    @AutoClose
    private static final ApiClient api = new ApiClient(console);

    private static final Accounts accounts = new Accounts(console);
    private static final HalfSecret scene = new HalfSecret(console);
    private static ScopeDoors doors;

    @BeforeAll
    static void start() {
        accounts.add("bert", Role.OPERATOR, TypedScope.of("order:*", scene.seen()));
        doors = new ScopeDoors(console, scene, browsers.logIn("bert", Who.PASSWORD), api.as("bert", Role.OPERATOR));
    }

    @BeforeEach
    void everybodyLives() {
        scene.touchAll();
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
        page | /history?window=day&costs=lock | shown | order:
        page | /history?window=day&source=first | shown | order:past
        page | /history?window=day&source={hidden} | shown |
        page | /?range=week             | shown  | order:4711
        page | /audit                   | shown  | order:past
        page | /consent                 | shown  |
        page | /sources                 | shown  | shedlock
        page | /locks?source={seen}     | shown  | order-job
        page | /locks?source={hidden}   | shown  |
        page | /locks/secret-job?source={hidden} | shown |
        page | /lock/order-job?source={seen} | shown  | order-job
        page | /lock/secret-job?source={hidden} | shown |
        page | /tokens                  | shown  |
        page | /password                | shown  |
        page | /users                   | denied |
        page | /alerts                  | denied |
        page | /settings                | denied |
        page | /logins                  | denied |
        file | /export/locks.csv        | 200    | order:4711
        file | /export/history.json?window=day | 200 | order:past
        file | /export/history.csv?window=day&source=first | 200 | order:past
        file | /export/audit.csv        | 200    | order:past
        file | /export/locks.csv?source={seen} | 200 | order-job
        file | /export/locks.csv?source={hidden} | 404 |
        api  | /me                      | 200    | order:*
        api  | /overview                | 200    | order:4711
        api  | /locks/-                 | 200    | order:4711
        api  | /locks/-?q=secret        | 200    |
        api  | /locks/-/order:4711      | 200    | order:4711
        api  | /locks/-/{secret}        | 404    |
        api  | /locks/-/{secret}/history | 404   |
        api  | /waits                   | 200    | outside your scope
        api  | /findings                | 200    | left out
        api  | /findings                | 200    | order:circle
        api  | /sources                 | 200    | shedlock
        api  | /locks/{seen}            | 200    | order-job
        api  | /locks/{hidden}          | 404    |
        api  | /events/{hidden}         | 404    |
        api  | /locks/{seen}/order-job/history     | 200 |
        api  | /locks/{hidden}/secret-job/history  | 404 |
        api  | /history?source={hidden-id} | 404    |
        api  | /agents                  | 200    |
        api  | /history                 | 200    | order:4711
        api  | /history?window=P1D      | 200    | order:past
        api  | /history?window=P1D&lock={secret} | 200 |
        api  | /history?window=P1D&service=shop | 200 | order:past
        api  | /history/costs?window=P1D | 200 |
        api  | /history/costs?window=P1D&group=LOCK | 200 | order:
        api  | /history/costs?window=P1D&group=PREFIX | 200 | order:
        api  | /history/costs?window=P1D&group=LOCK&lock={secret} | 200 |
        api  | /waits?source={hidden-id} | 404   |
        api  | /locks/-?free=true       | 200    | order:4711
        api  | /locks/-?sort=name&after=secret | 200 |
        api  | /audit                   | 200    | order:past
        api  | /audit?lock=secret       | 200    |
        api  | /consents                | 200    |
        api  | /consents/{request}      | 404    |
        api  | POST /consents/{request}/consent | 404 |
        api  | /tokens                  | 200    |
        api  | /tokens?all=true         | 403    |
        api  | /users                   | 403    |
        api  | /alerts/rules            | 403    |
        api  | /four-eyes/rules         | 403    |
        api  | /settings/lock-notes     | 403    |
        api  | PATCH /sources/{seen}    | 403    |
        api  | evict order:also         | 200    | order:also
        api  | evict secret:9           | 403    |
        api  | evict-both secret:9      | 200    | outside your scope
        api  | pause secret:9           | 403    |
        api  | take-out secret:9        | 403    |
        api  | resume secret:9          | 403    |
        api  | release {hidden} secret-job | 403 |
        api  | pause-in {hidden} secret-job | 403 |
        api  | take-out-in {hidden} secret-job | 403 |
        api  | pause-in {seen} order-job | 409 |
        """)
    void theTable(String door, String action, String answer, String names) throws Exception {
        String what = doors.filled(action);
        List<String> heard = new ArrayList<>();
        assertThat(doors.enter(door, what, heard, names)).isEqualTo(answer);
        String all = String.join("\n", heard);
        assertThat(HIDDEN.stream().filter(name -> !LockAddress.nameOf(what).contains(name)))
                .noneMatch(all::contains);
        if (names != null) {
            assertThat(all).contains(names);
        }
    }

    @Test
    void theStreamTellsOfNoOtherLockNeitherFirstNorLater() throws IOException {
        try (InputStream stream = api.stream("/events/-").body();
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            List<String> heard = new ArrayList<>();
            read(lines, heard, "event: complete");
            console.locks().enqueue("secret:later", HalfSecret.owner("billing", "t-9"), HalfSecret.LONG);
            console.locks().enqueue("order:later", HalfSecret.owner("billing", "t-9"), HalfSecret.LONG);
            read(lines, heard, "order:later");
            assertThat(String.join("\n", heard)).contains("order:4711").doesNotContain(SECRET);
        }
    }

    @Test
    void ofSeveralEvictionsThoseOutsideTheScopeAreDenied() {
        String leases = String.format(Locale.ROOT, "{\"lock\":\"secret:9\",\"etag\":\"%d\"}", scene.token("secret:9"));
        String answer = doors.api()
                .post("/evictions", "{\"reason\":\"both\",\"leases\":[%s]}".formatted(leases))
                .body();
        assertThat(answer).contains("\"status\":403").contains("\"evicted\":0");
        assertThat(console.locks().find("secret:9").holders().getFirst().evicted())
                .isNull();
    }

    @Test
    void whatWasDeniedIsOnRecord() {
        assertStatus(api.evict("secret:9", scene.token("secret:9"), "{\"reason\":\"mine\"}"), 403);
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
        accounts.add("nina", Role.VIEWER, LockScope.EVERYTHING);
        BrowserContext open = browsers.logIn("nina", Who.PASSWORD);
        try (ApiClient client = new ApiClient(console).as("nina", Role.VIEWER);
                InputStream stream = client.stream("/events/-").body();
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            assertThat(client.get("/locks/-").body()).contains("secret:9");
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
            assertThat(client.get("/locks/-").body()).contains("order:4711").doesNotContain(SECRET);
            read(lines, new ArrayList<>(), "event: end");
        }
        await().until(() -> open.request().get(console.address("/beat")).status() == 401);
    }

    @Test
    void anAdministratorIsNeverLimited() {
        accounts.add("paul", Role.OPERATOR, TypedScope.of("order:", ""));
        console.administrator("root", Who.PASSWORD);
        try (ApiClient admin = new ApiClient(console).as("root", Role.ADMIN)) {
            HttpResponse<String> promoted = changed(admin, "{\"role\":\"ADMIN\"}");
            assertStatus(promoted, 409);
            assertThat(promoted.body()).contains("An administrator sees all locks");
            assertStatus(changed(admin, "{\"scope\":{\"locks\":[\"a*b\"]}}"), 400);
            HttpResponse<String> widened = changed(admin, "{\"scope\":{\"locks\":[\"order:*\",\"pay:*\"]}}");
            assertThat(widened.body()).contains("\"pay:*\"");
            assertThat(changed(admin, "{\"scope\":{}}").body()).contains("\"locks\":[]");
            assertThat(accounts.changes("paul"))
                    .contains(
                            "added as Operator, limited to order:*",
                            "limited to order:*, pay:*",
                            "not limited any more");
        }
    }

    private static HttpResponse<String> changed(ApiClient admin, String change) {
        String seen = ApiClient.version(admin.get("/users"), "paul");
        return admin.call("PATCH", "/users/paul", change, "If-Match", seen);
    }

    private static void read(BufferedReader lines, List<String> heard, String upTo) throws IOException {
        String line = "";
        while (line != null && !line.contains(upTo)) {
            line = lines.readLine();
            heard.add(String.valueOf(line));
        }
    }
}
