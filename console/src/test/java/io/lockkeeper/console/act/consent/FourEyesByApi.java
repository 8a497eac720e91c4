package io.lockkeeper.console.act.consent;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Holder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;

/** The rules of four eyes, kept by a program. */
final class FourEyesByApi {

    private final ConsentScene scene;

    FourEyesByApi(ConsentScene scene) {
        this.scene = scene;
    }

    void keepsTheRules() {
        Holder seen = scene.held("ledger:1");
        try (ApiClient boss = new ApiClient(scene.console()).as("boss", Role.ADMIN)) {
            assertThat(boss.put("/four-eyes/rules/ledger:~2a", "{\"why\":\"books\"}")
                            .body())
                    .contains("\"pattern\":\"ledger:*\"", "\"why\":\"books\"", "\"addedBy\":\"boss\"");
            assertStatus(scene.olga().evict("ledger:1", seen.token(), ConsentScene.WHY), 202);
            String path = "/four-eyes/rules/ledger:~2a";
            String known = ApiClient.version(boss.get("/four-eyes/rules"), "ledger:~2a");
            assertStatus(boss.put(path, "{}"), 428);
            List<Integer> answers = Stream.of("{}", "{\"why\":\"\"}")
                    .map(body -> CompletableFuture.supplyAsync(
                            () -> boss.put(path, body, "If-Match", known).statusCode()))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
            assertThat(answers).as("two at once").containsExactlyInAnyOrder(200, 412);
            assertThat(boss.get("/four-eyes/rules").body())
                    .containsOnlyOnce("ledger:*")
                    .contains("pay:*")
                    .doesNotContain("books");
            String now = ApiClient.version(boss.get("/four-eyes/rules"), "ledger:~2a");
            assertStatus(boss.put(path, "{\"why\":\"a\\nb\"}", "If-Match", now), 400);
            assertStatus(boss.delete(path), 428);
            assertStatus(boss.delete(path, "If-Match", known), 412);
            assertStatus(boss.delete(path, "If-Match", now), 204);
            assertStatus(boss.delete(path, "If-Match", now), 404);
        }
        assertStatus(scene.olga().evict("ledger:1", seen.token(), ConsentScene.WHY), 200);
        assertThat(scene.console()
                        .own()
                        .getCollection("access")
                        .countDocuments(new Document("user", "four eyes").append("what", Pattern.compile("ledger"))))
                .isEqualTo(3);
    }
}
