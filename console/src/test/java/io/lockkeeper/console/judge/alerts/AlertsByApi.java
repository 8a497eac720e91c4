package io.lockkeeper.console.judge.alerts;

import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.people.security.Role;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.bson.Document;

/** The alerts of a console, kept by programs. */
final class AlertsByApi {

    private final AlertScene scene;

    AlertsByApi(AlertScene scene) {
        this.scene = scene;
    }

    void keepsTargetsAndRules() {
        try (ApiClient api = new ApiClient(scene.console()).as("boss", Role.ADMIN)) {
            String target = "/alerts/targets/by~20api";
            String saved = api.put(
                            target,
                            "{\"url\":\"%s/secret-path\"}"
                                    .formatted(scene.inbox().origin()))
                    .body();
            assertThat(saved).contains("whsec_").doesNotContain("secret-path");
            assertThat(api.get("/alerts/targets").body()).contains("by api").doesNotContain("whsec_", "secret-path");
            assertStatus(api.put("/alerts/targets/none", "{}"), 400);
            assertStatus(api.put("/alerts/targets/none", "{\"url\":\"https://x\",\"format\":\"FAX\"}"), 400);
            assertThat(api.put(
                                    "/alerts/targets/none",
                                    "{\"url\":\"%s\",\"format\":\"PAGERDUTY\",\"routingKey\":\"%s\"}"
                                            .formatted(scene.inbox().origin(), "no key"))
                            .body())
                    .contains("400", "integration key");
            assertThat(api.get("/alerts/targets").body()).contains("\"format\":\"LOCKKEEPER\"");
            assertThat(api.call("POST", target + "/test", "").body()).contains("The test arrived");

            String night =
                    "{\"kinds\":[\"DAMAGED\"],\"prefix\":\"order:\",\"targets\":[\"by api\",\"hook\"],\"quiet\":%s}";
            assertThat(api.put("/alerts/rules/night", night.formatted("{\"from\":\"22:00\"}"))
                            .body())
                    .contains("400", "Quiet hours are two times and a time zone");
            String hours = "{\"from\":\"22:00\",\"to\":\"07:00\",\"zone\":\"Europe/Berlin\"}";
            assertThat(api.put("/alerts/rules/night", night.formatted(hours)).body())
                    .contains(
                            "\"least\":\"NOTE\"", "\"sendsResolved\":true", "\"changedBy\":\"boss by API token test\"");
            assertThat(api.put("/alerts/rules/late", "{\"targets\":[\"hook\",\"nobody\"]}")
                            .body())
                    .contains("409", "Choose a target");
            assertThat(api.get("/alerts/rules").body())
                    .contains("Europe/Berlin")
                    .doesNotContain("late");

            String seen = ApiClient.version(api.get("/alerts/targets"), "by~20api");
            String rule = ApiClient.version(api.get("/alerts/rules"), "night");
            assertThat(api.delete(target, "If-Match", seen).body()).contains("409", "1 rule uses it");
            assertStatus(api.delete("/alerts/rules/night", "If-Match", rule), 204);
            assertStatus(api.delete(target, "If-Match", seen), 204);
            assertStatus(api.delete(target, "If-Match", seen), 404);
            assertThat(scene.count("access", new Document("by", "boss by API token test")))
                    .isEqualTo(5);
        }
    }

    /** By the API and by a page alike: what counts is what they saw. */
    void refusesWhoeverSawAnEarlierVersion() {
        scene.actAsAdmin();
        try (ApiClient api = new ApiClient(scene.console()).as("boss", Role.ADMIN)) {
            String path = "/alerts/rules/shared";
            assertStatus(api.put(path, "{\"targets\":[\"hook\"],\"prefix\":\"none:\"}"), 200);
            String seen = ApiClient.version(api.get("/alerts/rules"), "shared");
            AlertRule onPage = scene.alerts().look().rules().getFirst();
            assertThat(api.put(path, "{\"targets\":[\"mail\"]}").statusCode())
                    .as("without a word of what was seen")
                    .isEqualTo(428);
            List<Integer> answers = Stream.of("a:", "b:", "c:", "d:")
                    .map(prefix -> CompletableFuture.supplyAsync(() -> api.put(
                                    path,
                                    "{\"targets\":[\"mail\"],\"prefix\":\"%s\"}".formatted(prefix),
                                    "If-Match",
                                    seen)
                            .statusCode()))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
            assertThat(answers).containsExactlyInAnyOrder(200, 412, 412, 412);
            assertThatThrownBy(() -> scene.alerts().saveRule(onPage, onPage.changedAt()))
                    .isInstanceOf(OutdatedException.class)
                    .hasMessageContaining("boss by API token test changed the rule shared at");
            assertStatus(api.delete(path, "If-Match", seen), 412);
            assertStatus(api.delete(path), 428);
            String now = ApiClient.version(api.get("/alerts/rules"), "shared");
            assertStatus(api.delete(path, "If-Match", now), 204);
            assertThat(api.put(path, "{\"targets\":[\"hook\"],\"prefix\":\"none:\"}", "If-Match", now)
                            .statusCode())
                    .as("what is gone is not made anew")
                    .isEqualTo(412);
            scene.console().own().getCollection("access").deleteMany(new Document("user", "alert: shared"));
        }
    }
}
