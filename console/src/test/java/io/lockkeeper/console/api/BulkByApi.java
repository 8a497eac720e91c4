package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.people.security.Role;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Evictions of several leases at once, as programs make them. */
record BulkByApi(ApiScene scene) {

    private static final String PATH = "/evictions";

    void severalAreEvictedEachForItselfAndEachWithAResult() {
        long first = scene.hold("bulk:1", "billing");
        long second = scene.hold("bulk:2", "billing");
        String body = body(lease("bulk:1", first), lease("bulk:2", second - 1), lease("bulk:none", 7));
        try (ApiClient olga = operator("olga")) {
            JsonNode answer = json(olga.post(PATH, body));
            assertThat(answer.get("evicted").asInt()).isEqualTo(1);
            assertThat(statuses(answer)).containsExactly(200, 412, 404);
            JsonNode made = answer.get("results").get(0);
            assertThat(made.get("detail").asString()).startsWith("The lease is evicted.");
            assertThat(scene.audited("bulk:1").getFirst())
                    .containsEntry("_id", made.get("id").asString())
                    .containsEntry("reason", "host is dead");
            assertThat(answer.get("results").get(1).get("detail").asString()).endsWith("Nothing was changed.");
            assertThat(scene.console()
                            .locks()
                            .find("bulk:2")
                            .holders()
                            .getFirst()
                            .evicted())
                    .isNull();
            assertThat(statuses(json(olga.post(PATH, body)))).as("asked again").containsExactly(409, 412, 404);
        }
    }

    void whatCannotBeMeantIsRefusedWhole() {
        long token = scene.hold("bulk:3", "billing");
        ApiClient operator = scene.operator();
        assertProblem(operator.post(PATH, "{\"leases\":[%s]}".formatted(lease("bulk:3", token))), 400, "reason");
        assertProblem(operator.post(PATH, body()), 400, "leases has 0 entries");
        String many =
                IntStream.range(0, 51).mapToObj(i -> lease("bulk:3", token)).collect(Collectors.joining(","));
        assertProblem(operator.post(PATH, body(many)), 400, "leases has 51 entries; give 1 to 50");
        assertProblem(
                operator.post(PATH, body(lease("bulk:3", token), "{\"lock\":\"bulk:4\"}")),
                400,
                "its lock and its etag");
        assertProblem(operator.post(PATH, body("null")), 400, "leases[0] must be an object");
        assertThat(scene.audited("bulk:3")).isEmpty();
        assertProblem(scene.viewer().post(PATH, body(lease("bulk:3", token))), 403, "Only an operator may evict");
        assertThat(scene.audited("bulk:3")).as("the denied one").hasSizeGreaterThanOrEqualTo(1);
        assertThat(scene.console().locks().find("bulk:3").holders().getFirst().evicted())
                .isNull();
    }

    void eachCountsAndTheRestIsSaidNotToBeTried() {
        String leases =
                IntStream.range(0, 40).mapToObj(i -> lease("bulk:none", i)).collect(Collectors.joining(","));
        try (ApiClient ole = operator("ole")) {
            JsonNode answer = json(ole.post(PATH, body(leases)));
            List<Integer> statuses = statuses(answer);
            assertThat(statuses).hasSize(40);
            assertThat(statuses.subList(0, 30)).containsOnly(404);
            assertThat(statuses.getLast()).isEqualTo(429);
            assertThat(answer.get("results").get(39).get("detail").asString()).startsWith("Not tried");
        }
    }

    private ApiClient operator(String name) {
        scene.console().administrator(name, "correct horse battery");
        return new ApiClient(scene.console()).as(name, Role.OPERATOR);
    }

    private static List<Integer> statuses(JsonNode answer) {
        return answer.get("results")
                .valueStream()
                .map(result -> result.get("status").asInt())
                .toList();
    }

    private static String body(String... leases) {
        return "{\"reason\":\"host is dead\",\"leases\":[%s]}".formatted(String.join(",", leases));
    }

    private static String lease(String lock, long token) {
        return String.format(Locale.ROOT, "{\"lock\":\"%s\",\"etag\":\"%d\"}", lock, token);
    }
}
