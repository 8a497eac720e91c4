package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.people.security.Role;
import java.util.Map;
import java.util.Objects;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored users whom somebody has written by hand, or a later version: they cannot log in, are left out and named, and other users are not affected. */
class DamagedUsersIT {

    private static final Map<String, Document> DAMAGE = Map.of(
            "scope-is-a-text", new Document("scope", "order:*"),
            "scope-is-a-number", new Document("scope", 5),
            "role-is-unknown", new Document("role", "ROOT"),
            "role-is-a-number", new Document("role", 2),
            "hash-is-a-number", new Document("hash", 4711),
            "hash-is-plain", new Document("hash", Who.PASSWORD),
            "hash-is-of-nobody", new Document("hash", "{none-such}" + Who.PASSWORD),
            "dates-are-texts", new Document("createdAt", "yesterday").append("changedAt", "today"),
            "external-is-a-text", new Document("external", "corp"));

    @AutoClose
    private static final Console console = Console.start();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    private static final Accounts accounts = new Accounts(console);

    @BeforeAll
    static void start() {
        accounts.add("boss", Role.ADMIN);
        accounts.add("sound", Role.OPERATOR, LockScope.EVERYTHING);
        DAMAGE.keySet().forEach(name -> {
            accounts.add(name, Role.VIEWER);
            damage(name);
        });
        console.own().getCollection("users").insertOne(new Document("_id", new ObjectId()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scope-is-a-text",
                "scope-is-a-number",
                "role-is-unknown",
                "role-is-a-number",
                "hash-is-a-number",
                "hash-is-plain",
                "hash-is-of-nobody",
                "dates-are-texts",
                "external-is-a-text"
            })
    void aDamagedUserDoesNotLogInAndMongoDbIsNotBlamed(String name) {
        try (Visitor damaged = new Visitor(console)) {
            assertThat(damaged.logIn(name, Who.PASSWORD)).isEqualTo("/login?error");
        }
    }

    @Test
    void theOthersLogInAndTheirSessionsEndWhenTheyAreDisabled() {
        try (Visitor sound = new Visitor(console);
                ApiClient boss = new ApiClient(console).as("boss", Role.ADMIN)) {
            assertThat(sound.logIn("sound", Who.PASSWORD)).doesNotStartWith("/login");
            String seen = ApiClient.version(boss.get("/users"), "sound");
            assertThat(boss.call("PATCH", "/users/sound", "{\"disabled\": true}", "If-Match", seen)
                            .statusCode())
                    .isEqualTo(200);
            await().until(() -> sound.get("/export/locks.csv").statusCode() != 200);
        }
    }

    @Test
    void theyAreLeftOutOfTheListAndNamedOnThePageAndInAFinding() {
        try (ApiClient boss = new ApiClient(console).as("boss", Role.ADMIN)) {
            assertThat(boss.get("/users").body()).contains("\"sound\"").doesNotContain("role-is-unknown", Who.PASSWORD);
            assertThat(console.bean(OwnRecords.class).leftOut(UserAccount.class))
                    .anyMatch(each -> each.endsWith("its _id is role-is-unknown."));
            await().until(() -> boss.get("/findings").body().contains("role-is-unknown"));
            pages.page("boss", "/users").find(".users-page").shows("its _id is role-is-unknown.");
        }
    }

    @Test
    void aDamagedTokenHasEndedAndTheOthersAreListed() {
        try (ApiClient boss = new ApiClient(console).as("boss", Role.ADMIN);
                ApiClient sound = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR)) {
            console.own()
                    .getCollection("tokens")
                    .updateOne(
                            new Document("user", Console.OPERATOR),
                            new Document("$set", new Document("role", "ROOT").append("scope", "all")));
            assertThat(sound.get("/me").statusCode()).isEqualTo(401);
            assertThat(boss.get("/tokens").statusCode()).isEqualTo(200);
        }
    }

    private static void damage(String name) {
        console.own()
                .getCollection("users")
                .updateOne(new Document("_id", name), new Document("$set", Objects.requireNonNull(DAMAGE.get(name))));
    }
}
