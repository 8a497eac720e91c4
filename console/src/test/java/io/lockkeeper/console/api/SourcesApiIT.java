package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.source.LockSource;
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
import java.util.Locale;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Other libraries' locks, as programs see them. */
class SourcesApiIT {

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console).as(Console.VIEWER, Role.VIEWER);

    @AutoClose
    private static final ApiClient admin = new ApiClient(console).as("boss", Role.ADMIN);

    private static MongoCollection<Document> locks;
    private static String source = "";

    @BeforeAll
    static void start() {
        locks = console.database().getCollection("shedLock");
        LockSource added = console.watch("shedLock", "shedlock");
        source = LockAddress.of(added.id());
    }

    @Test
    void sourcesAndTheirLocksAreListedSearchedAndFoundOneByOne() {
        hold("a/report", "app-1");
        hold("b", "app-2");
        assertThat(json(viewer.get("/sources")).get("sources").valueStream())
                .filteredOn(listed -> listed.get("library").asString().equals("ShedLock"))
                .singleElement()
                .satisfies(listed -> assertThat(listed.get("grade").asString()).isEqualTo("C"));
        JsonNode found = json(viewer.get("/locks/" + source + "?q=report"));
        assertThat(found.get("total").asInt()).isEqualTo(1);
        JsonNode lock = found.get("locks").get(0);
        assertThat(lock.get("holders").get(0).asString()).isEqualTo("app-1");
        assertThat(lock.get("state").asString()).isEqualTo("held");
        HttpResponse<String> one =
                viewer.get("/locks/" + source + "/" + lock.get("path").asString());
        assertThat(one.headers().firstValue("ETag"))
                .contains("\"" + lock.get("etag").asString() + "\"");
        assertStatus(viewer.get("/locks/no-such"), 404);
        assertThat(json(viewer.get("/waits")).get("unknown").valueStream())
                .anySatisfy(unknown -> assertThat(unknown.asString()).endsWith(".shedLock/shedlock"));
        assertStatus(viewer.get("/locks/" + source + "/no-such"), 404);
    }

    /** ShedLock leaves the name of the last holder in the document. */
    @Test
    void aFreeLockNamesNoHolder() {
        hold("freed", "app-1");
        ShedLocks.release(locks, "freed");
        String path = "/locks/" + source + "/freed";
        await().until(() -> json(viewer.get(path)).get("state").asString().equals("free"));
        assertThat(json(viewer.get(path)).get("holders")).isEmpty();
        assertThat(json(viewer.get("/locks/" + source + "?q=freed&free=true"))
                        .get("locks")
                        .get(0)
                        .get("holders"))
                .isEmpty();
    }

    @Test
    void anAdministratorsProgramFindsWatchesAllowsAndRemovesSources() {
        String database = console.database().getName();
        console.database()
                .getCollection("changelog_lock")
                .insertOne(new Document("createdAt", Date.from(Instant.now())));
        JsonNode found = json(admin.get("/discovery?database=" + database)).get("proposals");
        JsonNode proposal = found.get(0);
        JsonNode begun = json(admin.post("/discovery", "{}"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> !json(admin.post("/discovery", "{}")).get("goesOn").asBoolean());
        JsonNode searched = json(admin.post("/discovery", "{}"));
        assertThat(searched.get("began")).isEqualTo(begun.get("began"));
        assertThat(searched.get("why").isNull()).isTrue();
        assertThat(searched.get("found").get("proposals")).contains(proposal);
        assertThat(json(admin.post("/discovery?again=true", "{}")).get("began")).isNotEqualTo(begun.get("began"));
        assertProblem(admin.post("/discovery?cluster=none", "{}"), 400, "no cluster “none”");
        assertThat(proposal.get("collection").asString()).isEqualTo("changelog_lock");
        assertThat(proposal.get("watched").asBoolean()).isFalse();
        String watch = "{\"database\":\"%s\",\"collection\":\"changelog_lock\",\"dialect\":\"%s\"}"
                .formatted(database, proposal.get("dialect").asString());
        JsonNode added = json(admin.post("/sources", watch));
        String path = "/sources/" + added.get("path").asString();
        assertThat(added.get("releasable").asBoolean()).isFalse();
        assertProblem(admin.post("/sources", watch), 409, "watched already");
        assertProblem(admin.post("/sources", watch.replace("changelog_lock", "")), 400, "");
        assertProblem(
                admin.post(
                        "/sources",
                        "{\"database\":\"%s\",\"collection\":\"locks\",\"dialect\":\"lockkeeper\"}"
                                .formatted(database)),
                409,
                "whose locks the page Locks shows");
        assertProblem(admin.post("/sources", "{}"), 400, "Give database, collection and dialect");
        assertProblem(admin.get("/discovery?database=a%20b"), 400, "cannot be a database's name");
        String first = version(added);
        assertProblem(admin.call("PATCH", path, "{\"releasable\":true}"), 428, "If-Match");
        JsonNode changed = json(admin.call("PATCH", path, "{\"releasable\":true}", "If-Match", first));
        assertThat(changed.get("releasable").asBoolean()).isTrue();
        assertProblem(
                admin.call("PATCH", path, "{\"releasable\":false}", "If-Match", first),
                412,
                "boss by API token test changed the source");
        assertProblem(admin.delete(path, "If-Match", first), 412, "Nothing was changed");
        assertStatus(admin.delete(path, "If-Match", version(changed)), 204);
        assertStatus(admin.delete(path, "If-Match", version(changed)), 404);
    }

    @Test
    void aSourceIsSearchedOrderedAndPagedAsTheFirstCollectionIs() {
        MongoCollection<Document> documents = console.database().getCollection("paged");
        Instant now = Instant.now();
        for (String by : List.of("app-1", "app-2", "app-3")) {
            documents.insertOne(article("twice", by, now));
        }
        documents.insertOne(article("first", "app-1", now.minusSeconds(900)));
        documents.insertOne(article("unlike", "app-4", now));
        LockSource added = console.watch("paged", "spring-article");
        String list = "/locks/" + LockAddress.of(added.id());
        await().untilAsserted(() -> assertThat(names(json(viewer.get(list)))).hasSize(3));
        assertThat(names(json(viewer.get(list + "?q=held%3E5m")))).containsExactly("first");
        assertThat(names(json(viewer.get(list + "?sort=-held&limit=1")))).containsExactly("first");
        assertThat(names(json(viewer.get(list + "?q=app-4%20un")))).containsExactly("unlike");
        List<String> paged = new ArrayList<>();
        JsonNode part = json(viewer.get(list + "?sort=name&limit=1"));
        paged.addAll(names(part));
        while (!part.get("next").isNull()) {
            part = json(viewer.get(
                    list + "?sort=name&limit=1&after=" + part.get("next").asString()));
            paged.addAll(names(part));
        }
        assertThat(paged).containsExactly("first", "twice", "unlike");
        assertProblem(viewer.get(list + "?sort=size"), 400, "sort is");
        console.own().getCollection("sources").deleteOne(new Document("_id", added.id()));
    }

    private static Document article(String name, String by, Instant since) {
        return new Document("lockName", name).append("holder", by).append("lockedAt", Date.from(since));
    }

    private static List<String> names(JsonNode list) {
        return list.get("locks")
                .valueStream()
                .map(lock -> lock.get("name").asString())
                .toList();
    }

    @Test
    void theHistoryHasTheirHoldsWhileTheyLastAndAfterwards() {
        hold("import", "app-1");
        String asked = "/history?window=PT1H&lock=import";
        JsonNode still = json(viewer.get(asked)).get("holds").get(0);
        assertThat(still.get("holder").asString()).isEqualTo("app-1");
        assertThat(still.get("endedAt").isNull()).isTrue();
        ShedLocks.release(locks, "import");
        await().until(() -> !json(viewer.get(asked)).get("holds").isEmpty()
                && !json(viewer.get(asked)).get("holds").get(0).get("ending").isNull());
        JsonNode ended = json(viewer.get(asked)).get("holds").get(0);
        assertThat(ended.get("ending").asString()).isEqualTo("RELEASED");
        assertThat(ended.get("source").asString()).endsWith(".shedLock/shedlock");
        assertThat(json(viewer.get(asked + "&service=billing")).get("holds")).isEmpty();

        String id = LockAddress.nameOf(source);
        JsonNode ofSource = json(viewer.get(asked + "&source=" + URLEncoder.encode(id, StandardCharsets.UTF_8)));
        assertThat(ofSource.get("holds").get(0)).isEqualTo(ended);
        assertThat(ofSource.get("leases")).isEmpty();
        assertThat(ofSource.get("recordedSince").isNull()).isTrue();
        assertThat(json(viewer.get("/locks/" + source + "/import/history?limit=1"))
                        .get("holds")
                        .get(0))
                .isEqualTo(ended);
        assertThat(json(viewer.get("/locks/" + source + "/never-seen/history")).get("holds"))
                .isEmpty();
        assertProblem(viewer.get(asked + "&source=app.none/shedlock"), 404, "There is no such source");
        assertProblem(viewer.get("/locks/none/import/history"), 404, "There is no such source");
    }

    @Test
    void whoWaitedForLocksOfASourceIsUnknownAndNotNone() {
        String id = LockAddress.nameOf(source);
        JsonNode costs = json(viewer.get("/history/costs?source=" + URLEncoder.encode(id, StandardCharsets.UTF_8)));
        assertThat(costs.get("unrecorded").valueStream().map(JsonNode::asString))
                .containsExactly(id);
        assertThat(costs.get("costs")).isEmpty();
        assertThat(costs.get("use").isNull()).isTrue();
        assertThat(costs.get("recordedSince").isNull()).isTrue();
        JsonNode ofAll = json(viewer.get("/history/costs"));
        assertThat(ofAll.get("unrecorded").valueStream().map(JsonNode::asString))
                .contains(id);
        assertThat(ofAll.get("use").isNull()).isFalse();
        assertProblem(viewer.get("/history/costs?source=app.none/shedlock"), 404, "There is no such source");
    }

    @Test
    void aListenerIsToldOfEachLockOfASourceUntilItIsNotWatchedAnyMore() throws Exception {
        String place = "{\"database\":\"%s\",\"collection\":\"heard\",\"dialect\":\"shedlock\"}"
                .formatted(console.database().getName());
        JsonNode added = json(admin.post("/sources", place));
        String watched = "/sources/" + added.get("path").asString();
        String heard = added.get("path").asString();
        MongoCollection<Document> documents = console.database().getCollection("heard");
        documents.insertOne(ShedLocks.held("heard:1", "app-1"));
        documents.insertOne(ShedLocks.held("other", "app-2"));
        await().until(() -> viewer.get("/locks/" + heard + "/other").statusCode() == 200);
        try (InputStream stream = viewer.stream("/events/" + heard + "?q=heard").body();
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            assertThat(read(lines, "event: snapshot")).isEqualTo("data: " + counts(2));
            assertThat(read(lines, "event: lock")).contains("heard:1", "app-1", "\"state\":\"held\"");
            assertThat(read(lines, "event: complete")).contains("{\"locks\":1}");
            documents.insertOne(ShedLocks.held("heard:2", "app-3"));
            assertThat(read(lines, "event: lock")).contains("heard:2", "app-3");
            ShedLocks.release(documents, "heard:1");
            assertThat(read(lines, "event: gone")).contains("heard:1");
            documents.deleteOne(new Document("_id", "heard:2"));
            assertThat(read(lines, "event: gone")).contains("heard:2");
            assertStatus(admin.delete(watched, "If-Match", version(added)), 204);
            assertThat(read(lines, "event: end")).contains("not watched any more");
        }
        assertProblem(viewer.get("/events/" + heard), 404, "There is no such source");
    }

    private static String version(JsonNode source) {
        return "\"%s\"".formatted(source.get("version").asString());
    }

    private static String counts(int held) {
        return String.format(Locale.ROOT, "{\"freshness\":\"live\",\"held\":%d,\"waiting\":0,\"notice\":\"\"}", held);
    }

    /** What the next such event brings. */
    private static String read(BufferedReader lines, String event) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals(event)) {
                return lines.readLine();
            }
        }
        throw new AssertionError("The stream has ended without " + event);
    }

    private static void hold(String name, String by) {
        locks.insertOne(ShedLocks.held(name, by));
        String path = "/locks/" + source + "/" + LockAddress.of(name);
        await().until(() -> {
            HttpResponse<String> answer = viewer.get(path);
            return answer.statusCode() == 200
                    && json(answer).get("holders").toString().contains(by);
        });
    }
}
