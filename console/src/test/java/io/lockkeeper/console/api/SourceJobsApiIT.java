package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.people.security.Role;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SourceJobsApiIT {

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "correct horse battery");

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console).as(Console.VIEWER, Role.VIEWER);

    @AutoClose
    private static final ApiClient operator = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR);

    private static String agenda = "";

    @BeforeAll
    static void start() {
        agenda = watch("agendaJobs", "agenda");
        await().until(() -> viewer.get(agenda).statusCode() == 200);
    }

    @Test
    void ofTheJobBehindALockTheAnswerHasWhatItsLibraryTellsAndNullElsewhere() {
        Document job = Jobs.recorded(
                "agenda",
                0,
                new Document("lockedAt", Jobs.ago(Duration.ZERO)).append("failReason", "<b>" + "x".repeat(500)));
        console.database().getCollection("agendaJobs").insertOne(job);
        String path = agenda + "/" + LockAddress.of(Jobs.lock(job));
        await().until(() -> viewer.get(path).statusCode() == 200);
        JsonNode told = json(viewer.get(path)).get("known").get("job");
        assertThat(told.get("failures").asLong()).isEqualTo(2);
        assertThat(told.get("lastRunFailed").asBoolean()).isTrue();
        assertThat(told.get("nextRun").asString()).isEqualTo("2026-11-27T13:36:24.839Z");
        assertThat(told.get("reason").asString())
                .hasSize(300)
                .startsWith("<b>x")
                .endsWith("x…");
        assertThat(told.get("limitMillis").isNull()).isTrue();
        await().untilAsserted(() -> {
            JsonNode listed = json(viewer.get(
                            agenda + "?q=" + job.getObjectId("_id").toHexString()))
                    .get("locks")
                    .get(0)
                    .get("known")
                    .get("job");
            assertThat(listed.get("nextRun").asString()).isEqualTo("2026-11-27T13:36:24.839Z");
            assertThat(listed.get("failures").asLong()).isEqualTo(2);
        });
    }

    @Test
    void whatALibraryDoesNotTellOfAJobIsNull() {
        String locks = watch("shedLock", "shedlock");
        await().until(() -> viewer.get(locks).statusCode() == 200);
        Document night = Jobs.shedLock("night", Jobs.ago(Duration.ZERO), Jobs.in(Duration.ofMinutes(10)));
        console.database().getCollection("shedLock").insertOne(night);
        await().until(() -> viewer.get(locks + "/night").statusCode() == 200);
        JsonNode shedLock = json(viewer.get(locks + "/night")).get("known").get("job");
        assertThat(shedLock.get("lastRun").isNull()).isFalse();
        assertThat(shedLock.get("limitMillis").asLong()).isPositive();
        for (String unknown : List.of("nextRun", "failures", "lastRunFailed", "reason", "off", "usualRunMillis")) {
            assertThat(shedLock.get(unknown).isNull()).as(unknown).isTrue();
        }
        JsonNode listed = json(viewer.get(locks + "?q=night"))
                .get("locks")
                .get(0)
                .get("known")
                .get("job");
        assertThat(listed.get("lastRun")).isEqualTo(shedLock.get("lastRun"));
        assertThat(listed.get("limitMillis").isNull()).isTrue();
    }

    @Test
    void theLockOfAnIdleJobIsFreeAndTellsWhatIsKnownOfTheJob() {
        Document job = Jobs.recorded("agenda", 0, new Document("lockedAt", null));
        console.database().getCollection("agendaJobs").insertOne(job);
        String path = agenda + "/" + LockAddress.of(Jobs.lock(job));
        JsonNode idle = json(viewer.get(path));
        assertThat(idle.get("state").asString()).isEqualTo("free");
        assertThat(idle.get("holders")).isEmpty();
        assertThat(idle.get("heldSince").isNull()).isTrue();
        assertThat(idle.get("waiting").isNull()).isTrue();
        assertThat(idle.get("known").get("job").get("failures").asLong()).isEqualTo(2);
        assertThat(idle.get("known").get("job").get("nextRun").asString()).isEqualTo("2026-11-27T13:36:24.839Z");
        String other = job.getString("name") + " " + new ObjectId().toHexString();
        assertThat(viewer.get(agenda + "/" + LockAddress.of(other)).statusCode())
                .isEqualTo(404);
        HttpResponse<String> evicted = operator.post(
                path + "/eviction",
                "{\"reason\":\"hung\"}",
                "If-Match",
                viewer.get(path).headers().firstValue("ETag").orElse(""));
        assertThat(evicted.statusCode()).as(evicted.body()).isEqualTo(404);
    }

    /** The address of its locks. */
    private static String watch(String collection, String dialect) {
        return "/locks/" + LockAddress.of(console.watch(collection, dialect).id());
    }
}
