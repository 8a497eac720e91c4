package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.mongodb.Undigested;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDateTime;
import org.bson.BsonNull;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.ObjectId;
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

    private static final List<Object> VALUES = Arrays.asList(
            new BsonNull(),
            "",
            "x\n\u202E\u200B\u001b[31m",
            -1,
            Long.MIN_VALUE,
            Double.NaN,
            Decimal128.parse("1E+6000"),
            new BsonDateTime(Long.MIN_VALUE),
            new BsonDateTime(Long.MAX_VALUE),
            true,
            new Binary(new byte[3]),
            new ObjectId(),
            new MaxKey(),
            Arrays.asList(1, "a", null),
            new Document("__proto__", 1).append("a.b", 2).append("$x", 3));

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
        assertThat(admin.put("/views/mine", "{\"query\":\"q=a\"}").statusCode()).isEqualTo(200);
        List.of("access", "audit", "foreign_holds", "leases", "sources", "tokens", "users", "views")
                .forEach(HandEditedDocumentsIT::copy);
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
                "/locks/page:01",
                "/logins?limit=1000",
                "/logins?refused=true",
                "/overview",
                "/sources",
                "/tokens?all=true",
                "/users",
                "/views",
                "/settings/retention",
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
        String path = "/sources/" + LockAddress.of(json(added).get("id").asString()) + "/locks";
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

    private static void copy(String name) {
        MongoCollection<Document> collection = scene.console().own().getCollection(name);
        List<Document> sound = collection.find().limit(3).into(new ArrayList<>());
        assertThat(sound).as(name).isNotEmpty();
        sound.forEach(document -> copies(document).forEach(copy -> {
            try {
                collection.insertOne(copy);
            } catch (MongoException refused) {
                // there is no such id
            }
        }));
    }

    /** With each value in the place of each field, also of those within one, and without the field. */
    private static Stream<Document> copies(Document sound) {
        return sound.keySet().stream()
                .flatMap(field -> Stream.concat(
                        Stream.concat(
                                Stream.of(without(sound, field)),
                                VALUES.stream().map(value -> with(sound, field, value))),
                        sound.get(field) instanceof Document within
                                ? copies(within).map(inner -> with(sound, field, inner))
                                : Stream.empty()));
    }

    private static Document with(Document sound, String field, Object value) {
        Document copy = without(sound, field);
        copy.put(field, value);
        return copy;
    }

    private static Document without(Document sound, String field) {
        Document copy = new Document(sound);
        copy.remove(field);
        if (sound.containsKey("_id") && !field.equals("_id")) {
            copy.put("_id", anotherId(sound.get("_id")));
        }
        return copy;
    }

    private static Object anotherId(Object id) {
        return switch (id) {
            case ObjectId unused -> new ObjectId();
            case Document lease -> new Document(lease).append("token", System.nanoTime());
            default -> id + "-" + new ObjectId();
        };
    }
}
