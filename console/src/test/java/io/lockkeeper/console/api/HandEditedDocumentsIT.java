package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.HandEdited;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.mongodb.Undigested;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Of each of the console's own documents, copies in which somebody has written each of its fields by hand as something else: they are left out
 * and said, and everything else is answered and goes on.
 */
class HandEditedDocumentsIT {

    @AutoClose
    private static final ApiScene scene = new ApiScene();

    private static final ApiClient admin = scene.admin();
    private static String source = "";

    @BeforeAll
    static void start() {
        source = watch("shedLock");
        run("job");
        String month = "/history?window=P30D";
        await().atMost(Duration.ofMinutes(1))
                .until(() -> admin.get(month).body().contains("\"job\""));
        assertThat(admin.put("/four-eyes/rules/paid", "{\"why\":\"money\"}").statusCode())
                .isEqualTo(200);
        evict("paid");
        evict("page:01");
        List.of("access", "audit", "foreign_holds", "leases", "sources", "tokens", "users")
                .forEach(new HandEdited(scene.console().own())::copy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/audit?limit=500",
                "/consents",
                "/findings",
                "/history",
                "/history?window=P30D&limit=1000",
                "/history/costs?window=P30D",
                "/history/costs?window=P30D&group=PREFIX",
                "/locks/-/page:01",
                "/overview",
                "/sources",
                "/tokens?all=true",
                "/users",
                "/settings/lock-notes",
                "/alerts/targets"
            })
    void eachQuestionIsAnsweredWithoutThem(String path) {
        HttpResponse<String> answer = admin.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void theSourceIsAnsweredAndAnotherOneIsFollowedFromNowOn() {
        for (String path : List.of(source, source + "/job", source + "/job/history")) {
            assertThat(admin.get(path).statusCode()).as(path).isEqualTo(200);
        }
        String later = watch("laterLocks");
        scene.console()
                .database()
                .getCollection("laterLocks")
                .insertOne(Jobs.shedLock("late", Jobs.ago(Duration.ZERO), Jobs.in(Duration.ofMinutes(10))));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> admin.get(later + "/late").statusCode() == 200);
    }

    @Test
    void leasesAreRecordedAndEvictedAndRequestsWait() {
        scene.hold("after", "billing");
        String after = "/history?window=PT1H&lock=after";
        await().atMost(Duration.ofSeconds(30))
                .until(() -> admin.get(after).body().contains("\"after\""));
        assertThat(evict("after").body()).contains("MARKED");
        assertThat(admin.get("/consents").body()).contains("\"paid\"");
    }

    /** It is unknown then whose consent is needed. */
    @Test
    void whateverIsWrittenInThePlaceOfTheRulesOfFourEyesNothingIsEvicted() {
        MongoCollection<Document> state = scene.console().own().getCollection("state");
        Document itself = new Document("_id", "four-eyes");
        Document sound = Objects.requireNonNull(state.find(itself).first());
        long token = scene.hold("unseen", "billing");
        try {
            for (Object rules : Arrays.asList(
                    null,
                    "",
                    "x",
                    5,
                    new Document(),
                    Collections.singletonList(null),
                    List.of("x"),
                    List.of(new Document("why", "money")),
                    List.of(new Document(sound.getList("rules", Document.class).getFirst()).append("pattern", "")))) {
                state.replaceOne(itself, new Document(sound).append("rules", rules));
                HttpResponse<String> answer = scene.operator().evict("unseen", token, "{\"reason\":\"r\"}");
                ApiScene.assertProblem(answer, 409, "The document “four-eyes” of the console’s own collection “state”");
            }
        } finally {
            state.replaceOne(itself, sound);
        }
        assertThat(scene.console().locks().find("unseen").holders().getFirst().evicted())
                .isNull();
    }

    @Test
    void aFindingNamesWhatIsLeftOut() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(scene.console().bean(Undigested.class).sentences())
                                .anyMatch(it -> it.contains("own collection leases cannot be read"))
                                .anyMatch(it -> it.contains("own collection sources cannot be read"))
                                .noneMatch(it -> it.contains("\n")));
    }

    /** By the operator, who needs a second person for some names. */
    private static HttpResponse<String> evict(String lock) {
        long token = lock.startsWith("page:")
                ? scene.console().locks().find(lock).holders().getFirst().token()
                : scene.hold(lock, "billing");
        HttpResponse<String> answer = scene.operator().evict(lock, token, "{\"reason\":\"r\"}");
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 202);
        return answer;
    }

    private static String watch(String collection) {
        scene.console()
                .database()
                .getCollection(collection)
                .insertOne(Jobs.shedLock("idle", Jobs.ago(Duration.ofHours(1)), Jobs.ago(Duration.ofMinutes(10))));
        HttpResponse<String> added = admin.post(
                "/sources",
                "{\"database\":\"%s\",\"collection\":\"%s\",\"dialect\":\"shedlock\"}"
                        .formatted(scene.console().database().getName(), collection));
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        String path = "/locks/" + LockAddress.of(json(added).get("id").asString());
        await().atMost(Duration.ofSeconds(30))
                .until(() -> admin.get(path + "/idle").statusCode() == 200);
        return path;
    }

    /** A hold that ends. */
    private static void run(String job) {
        MongoCollection<Document> locks = scene.console().database().getCollection("shedLock");
        locks.insertOne(Jobs.shedLock(job, Jobs.ago(Duration.ZERO), Jobs.in(Duration.ofMinutes(10))));
        await().until(() -> admin.get(source + "/" + job).statusCode() == 200);
        locks.updateOne(
                new Document("_id", job), new Document("$set", new Document("lockUntil", Jobs.ago(Duration.ZERO))));
    }
}
