package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.people.security.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import tools.jackson.databind.JsonNode;

/** Evictions, as programs make them. */
final class EvictionsByApi {

    private final ApiScene scene;

    EvictionsByApi(ApiScene scene) {
        this.scene = scene;
    }

    void anEvictionEndsTheLeaseThatWasSeenIsOnRecordWithItsTokenAndTellsItsHolder() {
        long token = scene.hold("evict:1", "billing");
        JsonNode answer = json(scene.operator().evict("evict:1", token, "{\"reason\":\"it hangs\"}"));
        assertThat(answer.get("outcome").asString()).isEqualTo("MARKED");
        assertThat(answer.get("quarantineMillis").asLong()).isEqualTo(15_000);
        Document record = scene.audited("evict:1").getFirst();
        assertThat(record)
                .containsEntry("_id", answer.get("id").asString())
                .containsEntry("by", "operator by API token test")
                .containsEntry("ip", "127.0.0.1")
                .containsEntry("token", token)
                .containsEntry("reason", "it hangs");
        assertThat(scene.console().locks().find("evict:1").holders().getFirst().evicted())
                .hasFieldOrPropertyWithValue("by", "operator by API token test");
        assertProblem(scene.operator().evict("evict:1", token, "{\"reason\":\"again\"}"), 409, "evicted before");
        JsonNode found = json(scene.viewer().get("/audit?lock=evict:1&limit=1"));
        assertThat(found.get("next").asInt()).isEqualTo(1);
        assertThat(found.get("entries").get(0).get("outcome").asString()).isEqualTo("ALREADY_MARKED");
    }

    void withoutTheTokenOfALeaseThatIsThereNothingIsEvicted() {
        long token = scene.hold("evict:2", "billing");
        String body = "{\"reason\":\"test\"}";
        String path = "/locks/-/evict:2/eviction";
        assertProblem(scene.operator().post(path, body), 428, "If-Match");
        assertProblem(scene.operator().post(path, body, "If-Match", "*"), 400, "one token in quotes");
        assertProblem(scene.operator().post(path, body, "If-Match", "W/\"" + token + "\""), 400, "one token in quotes");
        assertProblem(scene.operator().post(path, body, "If-Match", "\"1\", \"2\""), 400, "one token in quotes");
        HttpResponse<String> changed = scene.operator().evict("evict:2", token - 1, body);
        assertProblem(changed, 412, "Nothing was changed");
        assertThat(json(changed)
                        .get("current")
                        .get("leases")
                        .get(0)
                        .get("token")
                        .asLong())
                .isEqualTo(token);
        assertProblem(scene.operator().evict("evict:none", 1, body), 404, "no lock");
        assertProblem(scene.operator().evict("evict:2", token, "{}"), 400, "reason");
        assertProblem(
                scene.operator().evict("evict:2", token, "{\"reason\":\"a\\u0007b\"}"), 400, "control characters");
        assertThat(scene.audited("evict:2")).isEmpty();
        assertThat(scene.console().locks().find("evict:2").holders().getFirst().evicted())
                .isNull();
    }

    void evictingNowAsksForTheNameOnceMore() {
        long token = scene.hold("evict:3", "billing");
        assertProblem(scene.operator().evict("evict:3", token, "{\"reason\":\"dead\",\"now\":true}"), 409, "Confirm");
        JsonNode answer = json(
                scene.operator().evict("evict:3", token, "{\"reason\":\"dead\",\"now\":true,\"confirm\":\"evict:3\"}"));
        assertThat(answer.get("outcome").asString()).isEqualTo("ENDED");
        assertThat(scene.console().locks().find("evict:3").holders()).isEmpty();
    }

    void aViewersEvictionIsRefusedAndOnRecord() {
        long token = scene.hold("evict:4", "billing");
        assertProblem(scene.viewer().evict("evict:4", token, "{\"reason\":\"test\"}"), 403, "Only an operator");
        assertThat(scene.audited("evict:4").getFirst()).containsEntry("by", "viewer by API token test");
        assertThat(scene.console().locks().find("evict:4").holders().getFirst().evicted())
                .isNull();
    }

    void tooManyEvictionsOfOneUserAreRefusedForAWhile() {
        scene.console().administrator("busy", "correct horse battery");
        try (ApiClient busy = new ApiClient(scene.console()).as("busy", Role.OPERATOR)) {
            List<HttpResponse<String>> answers = IntStream.range(0, 31)
                    .mapToObj(i -> busy.evict("evict:none", 1, "{\"reason\":\"test\"}"))
                    .toList();
            assertThat(answers.stream().limit(30))
                    .extracting(HttpResponse::statusCode)
                    .containsOnly(404);
            assertProblem(answers.getLast(), 429, "Nothing was changed");
            assertThat(answers.getLast().headers().firstValue("Retry-After")).isPresent();
        }
    }
}
