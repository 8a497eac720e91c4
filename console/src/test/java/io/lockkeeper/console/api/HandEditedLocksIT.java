package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.HandEdited;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.test.MongoServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Of locks and agents, in the first collection, in another one of ours and in another library's, copies in which somebody has written each
 * field by hand as something else: every question is answered, and sound locks are followed and recorded as before.
 */
@Tag("nightly")
class HandEditedLocksIT {

    private static final Duration SOON = Duration.ofMinutes(1);

    @AutoClose
    private static final ApiScene scene = new ApiScene();

    private static final ApiClient admin = scene.admin();
    private static final MongoDatabase first = scene.console().database();

    @AutoClose("drop")
    private static final MongoDatabase other = MongoServer.shared().freshDatabase();

    private static String ours = "";
    private static String theirs = "";

    @BeforeAll
    static void edit() {
        new Locks(other).enqueue("sound", Locks.owner("shop", "shop-1", 1, "main", ""), ApiScene.TTL);
        first.getCollection("shedLock")
                .insertOne(Jobs.shedLock("sound", Jobs.ago(Duration.ZERO), Jobs.in(Duration.ofHours(1))));
        new Agents(first).few();
        ours = watch(other, "locks", "lockkeeper");
        theirs = watch(first, "shedLock", "shedlock");
        new HandEdited(first).copy("locks");
        new HandEdited(first).copy("agents");
        new HandEdited(first).copy("shedLock");
        new HandEdited(other).copy("locks");
        soundOnesGoOn();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/agents",
                "/discovery?database=DATABASE",
                "/findings",
                "/history",
                "/history/costs?window=PT1H",
                "/locks/-?free=true&limit=1000",
                "/locks/-?limit=1000&sort=-held",
                "/locks/-?q=shop&limit=1000",
                "/overview",
                "/sources",
                "/waits"
            })
    void eachQuestionIsAnswered(String path) {
        HttpResponse<String> answer = admin.get(path.replace("DATABASE", first.getName()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(json(answer)).isNotNull();
    }

    @Test
    void eachLockIsAnsweredByItsAddress() {
        List<String> faults = new ArrayList<>();
        for (String list : List.of("/locks/-", ours, theirs)) {
            HttpResponse<String> answer = admin.get(list + "?limit=1000");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(json(answer).get("locks").size()).as(list).isGreaterThan(50);
            json(answer).get("locks").forEach(lock -> {
                String path = list + "/" + LockAddress.of(lock.get("name").asString());
                int status = admin.get(path).statusCode();
                if (status != 200) {
                    faults.add(path + " " + status);
                }
            });
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void whatIsEditedAndDeletedWhileItIsFollowedStopsNothing() {
        changeAndDelete(first.getCollection("locks"));
        changeAndDelete(other.getCollection("locks"));
        changeAndDelete(first.getCollection("shedLock"));
        soundOnesGoOn();
    }

    /** Those of the other methods stay. */
    private static void changeAndDelete(MongoCollection<Document> locks) {
        List<Document> edited =
                locks.find(new Document("_id", new Document("$regex", "-"))).into(new ArrayList<>());
        assertThat(edited).isNotEmpty();
        edited.forEach(each -> {
            Document id = new Document("_id", each.get("_id"));
            locks.updateOne(id, new Document("$set", new Document("token", "x").append("lockUntil", "x")));
            locks.deleteOne(id);
        });
        locks.insertMany(edited);
    }

    private static void soundOnesGoOn() {
        String name = "later-" + System.nanoTime();
        scene.hold(name, "shop");
        new Locks(other).enqueue(name, Locks.owner("shop", "shop-1", 1, "main", ""), ApiScene.TTL);
        first.getCollection("shedLock")
                .insertOne(Jobs.shedLock(name, Jobs.ago(Duration.ZERO), Jobs.in(Duration.ofHours(1))));
        for (String list : List.of("/locks/-", ours, theirs)) {
            await().atMost(SOON).until(() -> admin.get(list + "/" + name).statusCode() == 200);
        }
        await().atMost(SOON)
                .until(() ->
                        admin.get("/history?window=PT1H&lock=" + name).body().contains(name));
    }

    /** The address of its locks. */
    private static String watch(MongoDatabase database, String collection, String dialect) {
        HttpResponse<String> added = admin.post(
                "/sources",
                "{\"database\":\"%s\",\"collection\":\"%s\",\"dialect\":\"%s\"}"
                        .formatted(database.getName(), collection, dialect));
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        return "/locks/" + LockAddress.of(json(added).get("id").asString());
    }
}
