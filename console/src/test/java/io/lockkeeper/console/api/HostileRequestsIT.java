package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Damage;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times, paths and names at the edge of what a request can have: refused with the rule, or answered. */
class HostileRequestsIT {

    @AutoClose
    private static final ApiScene scene = new ApiScene();

    private static final ApiClient admin = scene.admin();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1000000000-01-01T00:00:00Z",
                "-0001-01-01T00:00:00Z",
                "1969-12-31T23:59:59Z",
                "%2B10000-01-01T00:00:00Z",
                "%2B292278994-08-17T07:12:55.808Z",
                "%2B1000000000-12-31T23:59:59.999999999Z"
            })
    void aMomentOfWhichThereIsNoHistoryIsRefusedWithTheRule(String moment) {
        for (String path :
                new String[] {"/history?moment=", "/history?window=P30D&moment=", "/history/costs?moment="}) {
            assertProblem(admin.get(path + moment), 400, "it must be from 1970-01-01T00:00:00Z to 9999-12-31");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"})
    void theFirstAndTheLastMomentAreAnswered(String moment) {
        assertThat(admin.get("/history?window=P366D&moment=" + moment).statusCode())
                .isEqualTo(200);
        assertThat(admin.get("/history/costs?window=P366D&moment=" + moment).statusCode())
                .isEqualTo(200);
    }

    /** The server makes another path of such a name than the one by which the method was found. */
    @Test
    void aNameWithDotsBetweenSlashesIsRefusedAsAnyOther() {
        assertProblem(admin.get("/locks/-/..%2F.."), 404, "no lock of this name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health/a%2Fb", "/actuator/health/..%2Fprometheus", "/actuator%2Fhealth%2Fx%2Fy"})
    void aSlashInAnAddressOfTheActuatorIsNoFaultOfTheConsole(String path) throws IOException {
        assertThat(scene.console().http().get(path).status()).isLessThan(500);
    }

    @Test
    void aLockWithAnEmptyNameHasAnAddressAndIsEvicted() {
        BsonDocument lock = Damage.sound("x");
        BsonDateTime later = new BsonDateTime(System.currentTimeMillis() + 600_000);
        lock.append("_id", new BsonString("")).append("expiresAt", later);
        BsonDocument holder = lock.getArray("holders").get(0).asDocument();
        holder.append("expiresAt", later).remove("evicted");
        scene.console().database().getCollection("locks", BsonDocument.class).insertOne(lock);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> admin.get("/locks/-/~").statusCode() == 200);
        assertThat(json(admin.get("/locks/-/~")).get("path").asString()).isEqualTo("~");
        HttpResponse<String> evicted =
                scene.operator().evict("", holder.getNumber("token").longValue(), "{\"reason\":\"test\"}");
        assertThat(evicted.statusCode()).as(evicted.body()).isEqualTo(200);
    }
}
