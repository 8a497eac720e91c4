package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.test.MongoServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Evictions from other libraries' collections and from further ones of our own, as programs ask for them. */
class SourceEvictionsApiIT {

    private static final String REASON = "{\"reason\":\"hung\"}";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console).as(Console.VIEWER, Role.VIEWER);

    @AutoClose
    private static final ApiClient operator = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR);

    @AutoClose("drop")
    private final MongoDatabase elsewhere = MongoServer.shared().freshDatabase();

    private final Locks ours = new Locks(elsewhere);
    private static MongoCollection<Document> locks;
    private static String source = "";

    @BeforeAll
    static void start() {
        locks = console.database().getCollection("shedLock");
        source = LockAddress.of(console.watch("shedLock", "shedlock").id());
    }

    @Test
    void theAcquisitionThatIfMatchNamesIsEvictedAndNoOther() {
        hold("nightly", "app-1");
        String lock = "/locks/" + source + "/nightly";
        String seen = etag(lock);
        String confirmed = "{\"reason\":\"hung\",\"confirm\":\"nightly\"}";
        assertProblem(operator.post(lock + "/eviction", confirmed), 428, "Send If-Match");
        StoredSources.allow(console.own(), false);
        assertProblem(operator.post(lock + "/eviction", confirmed, "If-Match", seen), 409, "read-only");
        StoredSources.allow(console.own(), true);
        assertProblem(viewer.post(lock + "/eviction", confirmed, "If-Match", seen), 403, "");
        assertProblem(operator.post(lock + "/eviction", REASON, "If-Match", seen), 409, "Confirm with the lock's name");
        assertProblem(operator.post(lock + "/eviction", "{}", "If-Match", seen), 400, "Give a reason");

        locks.deleteOne(new Document("_id", "nightly"));
        hold("nightly", "app-2");
        await().until(() -> !etag(lock).equals(seen));
        HttpResponse<String> late = operator.post(lock + "/eviction", confirmed, "If-Match", seen);
        assertProblem(late, 412, "Nothing was changed");
        assertThat(json(late).get("current").get("holders").get(0).asString()).isEqualTo("app-2");

        HttpResponse<String> done = operator.post(lock + "/eviction", confirmed, "If-Match", etag(lock));
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(json(done).get("outcome").asString()).isEqualTo("ENDED");
        await().until(() -> json(viewer.get(lock)).get("state").asString().equals("free"));
        JsonNode entry = json(viewer.get("/audit?lock=nightly")).get("entries").get(0);
        assertThat(entry.get("source").asString()).endsWith(".shedLock/shedlock");
        assertThat(entry.get("state").asString()).isEqualTo("released");
    }

    @Test
    void ofOurOwnLocksEachLeaseHasAnEtagAndIsEvictedAtOnceIfItsProcessIsConfirmedDead() {
        enqueue("pool", 2, "b-1", "b-2");
        String lock = watched("pool");
        JsonNode second = json(viewer.get(lock)).get("leases").get(1);
        assertThat(second.get("owner").get("instance").asString()).isEqualTo("b-2");
        String seen = "\"" + second.get("etag").asString() + "\"";

        HttpResponse<String> unconfirmed =
                operator.post(lock + "/eviction", "{\"reason\":\"dead\",\"now\":true}", "If-Match", seen);
        assertProblem(unconfirmed, 409, "Confirm with the lock's name");
        HttpResponse<String> done = operator.post(
                lock + "/eviction", "{\"reason\":\"dead\",\"now\":true,\"confirm\":\"pool\"}", "If-Match", seen);
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(json(done).get("outcome").asString()).isEqualTo("ENDED");
        assertThat(ours.find("pool").holders())
                .extracting(holder -> holder.owner().instance())
                .containsExactly("b-1");
        await().until(() -> json(viewer.get(lock)).get("leases").size() == 1);
        HttpResponse<String> late = operator.post(lock + "/eviction", REASON, "If-Match", seen);
        assertProblem(late, 412, "No lease of this lock has the token");
    }

    @Test
    void ofOurOwnLocksALeaseThatWasEvictedBeforeIsAConflictAsInTheFirstCollection() {
        enqueue("twice", 1, "b-1");
        String lock = watched("twice");
        String seen = etag(lock);
        HttpResponse<String> first = operator.post(lock + "/eviction", REASON, "If-Match", seen);
        assertThat(json(first).get("outcome").asString()).isEqualTo("MARKED");
        assertProblem(operator.post(lock + "/eviction", REASON, "If-Match", seen), 409, "evicted before");
    }

    @Test
    void theEtagNamesTheLeaseThatTheRowShowsAlsoOnceItIsEvicted() {
        enqueue("pool", 2, "b-1", "b-2");
        String lock = watched("pool");
        long row = ours.find("pool").holders().getFirst().token();
        assertStatus(operator.post(lock + "/eviction", REASON, "If-Match", etag(lock)), 200);
        await().until(() ->
                !json(viewer.get(lock)).get("leases").get(0).get("evicted").isNull());
        JsonNode shown = json(viewer.get(lock));
        assertThat(shown.get("etag")).isEqualTo(shown.get("leases").get(0).get("etag"));
        assertThat(shown.get("token").asLong()).isEqualTo(row);
        assertThat(etag(lock)).isEqualTo("\"" + row + "\"");
    }

    /** Each brings its own holder of who acts. */
    @Test
    void aConsoleEvictsAlsoOnceAnotherHasBegunBesideIt() {
        hold("beside", "app-1");
        String lock = "/locks/" + source + "/beside";
        Console other = console.another();
        StoredSources.allow(console.own(), true);
        String confirmed = "{\"reason\":\"hung\",\"confirm\":\"beside\"}";
        assertStatus(operator.post(lock + "/eviction", confirmed, "If-Match", etag(lock)), 200);
        other.stop();
    }

    private void enqueue(String lock, int capacity, String... hosts) {
        for (String host : hosts) {
            ours.enqueue(lock, capacity, Locks.owner("billing", host, 1, "main", ""), Duration.ofMinutes(5));
        }
    }

    /** The path of one of our own locks in a further collection, which the console watches from now on. */
    private String watched(String lock) {
        String further = console.watch(Place.own(elsewhere.getName(), "locks"), "lockkeeper")
                .id();
        StoredSources.allow(console.own(), true);
        String path = "/locks/%s/%s".formatted(LockAddress.of(further), lock);
        await().until(() -> viewer.get(path).statusCode() == 200);
        return path;
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

    private static String etag(String lock) {
        return viewer.get(lock).headers().firstValue("ETag").orElse("");
    }
}
