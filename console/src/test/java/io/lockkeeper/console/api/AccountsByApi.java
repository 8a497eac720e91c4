package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.security.Role;
import java.time.Instant;
import java.util.ArrayList;
import org.bson.Document;
import tools.jackson.databind.JsonNode;

/** Users, tokens and views, as programs keep them. */
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
        assertProblem(scene.admin().post("/users", "{\"name\":\"a b\",\"role\":\"VIEWER\"}"), 409, "A user name has");
        assertProblem(scene.admin().post("/users", "{\"name\":\"anton\",\"role\":\"KING\"}"), 400, "no JSON object");
        assertProblem(scene.admin().post("/users", "{\"name\":\"anton\"}"), 400, "Give name and role");

        JsonNode changed = json(scene.admin().call("PATCH", "/users/anna", "{\"role\":\"OPERATOR\"}"));
        assertThat(changed.get("role").asString()).isEqualTo("OPERATOR");
        assertThat(changed.has("hash")).isFalse();
        assertProblem(scene.admin().call("PATCH", "/users/anna", "{}"), 400, "one change at a time");
        assertProblem(scene.admin().call("PATCH", "/users/boss", "{\"disabled\":true}"), 409, "your own account");
        assertProblem(scene.admin().call("PATCH", "/users/nobody", "{\"disabled\":true}"), 404, "no such user");
        JsonNode disabled = json(scene.admin().call("PATCH", "/users/anna", "{\"disabled\":true}"));
        assertThat(disabled.get("disabled").asBoolean()).isTrue();
        assertThat(json(scene.admin().call("POST", "/users/anna/password", ""))
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

    void viewsAreSavedAsThePageUnderstandsThemForTheirUserAlone() {
        JsonNode saved =
                json(scene.operator().put("/views/late~20ones", "{\"query\":\"q=held%3E5m&sort=-held&colour=red\"}"));
        assertThat(saved.get("name").asString()).isEqualTo("late ones");
        assertThat(saved.get("query").asString()).isEqualTo("q=held%3E5m&sort=-held");
        assertThat(scene.operator().get("/views").body()).contains("late~20ones");
        assertThat(json(scene.viewer().get("/views")).get("views")).isEmpty();
        assertProblem(scene.operator().put("/views/~0a", "{}"), 400, "1 to 60 characters");
        assertThat(scene.operator().delete("/views/late~20ones").statusCode()).isEqualTo(204);
        assertProblem(scene.operator().delete("/views/late~20ones"), 404, "no view of this name");
    }
}
