package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.people.security.Role;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import org.bson.Document;
import tools.jackson.databind.JsonNode;

/** Users and tokens, as programs keep them. */
final class AccountsByApi {

    private final ApiScene scene;

    AccountsByApi(ApiScene scene) {
        this.scene = scene;
    }

    void anAdministratorsProgramAddsChangesAndDisablesUsers() {
        String anna = "{\"name\":\"Anna\",\"role\":\"VIEWER\"}";
        JsonNode added = json(scene.admin().post("/users", anna));
        assertThat(added.get("name").asString()).isEqualTo("anna");
        assertThat(added.get("password").asString()).isNotBlank();
        assertProblem(scene.admin().post("/users", anna), 409, "already exists");
        assertProblem(scene.admin().post("/users", "{\"name\":\"a b\",\"role\":\"VIEWER\"}"), 400, "A user name has");
        assertProblem(scene.admin().post("/users", "{\"name\":\"anton\",\"role\":\"KING\"}"), 400, "not a JSON object");
        assertProblem(scene.admin().post("/users", "{\"name\":\"anton\"}"), 400, "Give name and role");

        String first = version("/users", "anna");
        assertProblem(change("anna", "{\"role\":\"OPERATOR\"}"), 428, "If-Match");
        JsonNode changed = json(change("anna", "{\"role\":\"OPERATOR\"}", "If-Match", first));
        assertThat(changed.get("role").asString()).isEqualTo("OPERATOR");
        assertThat(changed.get("changedBy").asString()).isEqualTo("boss by API token test");
        assertThat(changed.has("hash")).isFalse();
        assertProblem(change("anna", "{\"disabled\":true}", "If-Match", first), 412, "changed the user anna at");
        assertProblem(reset("anna", "If-Match", first), 412, "Nothing was changed");
        assertProblem(reset("anna"), 428, "If-Match");
        assertProblem(change("anna", "{}"), 400, "one change at a time");
        String boss = version("/users", "boss");
        assertProblem(change("boss", "{\"disabled\":true}", "If-Match", boss), 409, "your own account");
        assertProblem(change("nobody", "{\"disabled\":true}"), 404, "no such user");
        JsonNode disabled = json(change("anna", "{\"disabled\":true}", "If-Match", version("/users", "anna")));
        assertThat(disabled.get("disabled").asBoolean()).isTrue();
        assertThat(json(reset("anna", "If-Match", version("/users", "anna")))
                        .get("password")
                        .asString())
                .isNotEqualTo(added.get("password").asString());
        assertThat(scene.console()
                        .own()
                        .getCollection("access")
                        .find(new Document("user", "anna").append("by", "boss by API token test"))
                        .map(entry -> entry.getString("what"))
                        .into(new ArrayList<>()))
                .containsExactly("added as Viewer", "role is now Operator", "disabled", "password reset");
    }

    void aTokenListsAndRevokesTheTokensOfItsUser() {
        String spare = ApiClient.mint(
                scene.console(),
                Console.OPERATOR,
                Role.VIEWER,
                "spare",
                Instant.now().plusSeconds(60));
        assertThat(scene.operator().get("/tokens").body()).contains("spare").doesNotContain("hash");
        assertThat(scene.viewer().get("/tokens").body()).doesNotContain("spare");
        assertThat(scene.admin().get("/tokens?all=true").body()).contains("spare");
        String path = "/tokens/" + spare.split("_", 3)[1];
        assertProblem(scene.viewer().delete(path), 403, "Only an administrator");
        assertThat(scene.operator().delete(path).statusCode()).isEqualTo(204);
        assertProblem(scene.operator().delete(path), 404, "no such token");
        try (ApiClient late = new ApiClient(scene.console()).with(spare)) {
            assertThat(late.get("/me").statusCode()).isEqualTo(401);
        }
    }

    private HttpResponse<String> change(String user, String change, String... headers) {
        return scene.admin().call("PATCH", "/users/" + user, change, headers);
    }

    private HttpResponse<String> reset(String user, String... headers) {
        return scene.admin().call("POST", "/users/%s/password".formatted(user), "", headers);
    }

    private String version(String list, String path) {
        return ApiClient.version(scene.admin().get(list), path);
    }
}
