package io.lockkeeper.console.people.tokens;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.PersonalTokens;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.TokenUser;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.security.access.AccessDeniedException;

/** What personal tokens are worth, and for how long. */
class PersonalTokensIT {

    private static final String PASSWORD = "correct horse battery";

    @AutoClose
    private static final Console console = Console.start();

    private final Tokens tokens = console.bean(Tokens.class);

    @Test
    void aTokenActsForItsUserAndIsStoredAsAHashAlone() {
        String token =
                as("operator", Role.OPERATOR, () -> tokens.create("deploy", Role.OPERATOR, LockScope.EVERYTHING, 7));
        assertThat(statusOf(token)).isEqualTo(200);
        Document stored = stored(token);
        assertThat(stored.toJson()).doesNotContain(token.substring(30));
        assertThat(stored.getString("lastUsedFrom")).isEqualTo("127.0.0.1");
        assertThat(access("operator"))
                .contains("API token deploy created as Operator, for 7 days", "logged in (API token deploy)")
                .noneMatch(what -> what.contains(token.substring(30)));
    }

    @Test
    void aTokenHasNoMoreOfARoleThanItsUser() {
        assertThatThrownBy(() ->
                        as("viewer", Role.VIEWER, () -> tokens.create("more", Role.OPERATOR, LockScope.EVERYTHING, 7)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("You are a viewer");
        // a session may be older than what it stands for
        assertThatThrownBy(() ->
                        as("viewer", Role.ADMIN, () -> tokens.create("more", Role.OPERATOR, LockScope.EVERYTHING, 7)))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void aNameOrATimeThatIsNoneIsRefused() {
        for (String name : List.of("", "-x", "a\nb", "x".repeat(41), "<b>")) {
            assertThatThrownBy(() ->
                            as("viewer", Role.VIEWER, () -> tokens.create(name, Role.VIEWER, LockScope.EVERYTHING, 7)))
                    .as(name)
                    .isInstanceOf(RefusedException.class);
        }
        for (int days : new int[] {0, -1, 366}) {
            assertThatThrownBy(() -> as(
                            "viewer", Role.VIEWER, () -> tokens.create("x", Role.VIEWER, LockScope.EVERYTHING, days)))
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void aRevokedTokenIsWorthNothingFromTheNextRequestOn() {
        String token =
                as("operator", Role.OPERATOR, () -> tokens.create("leaked", Role.VIEWER, LockScope.EVERYTHING, 7));
        assertThat(statusOf(token)).isEqualTo(200);
        String id = stored(token).getString("_id");
        assertThatThrownBy(() -> as("viewer", Role.VIEWER, () -> tokens.revoke(id)))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(statusOf(token)).isEqualTo(200);
        console.administrator("boss", PASSWORD);
        as("boss", Role.ADMIN, () -> tokens.revoke(id));
        assertThat(statusOf(token)).isEqualTo(401);
        assertThat(access("operator")).contains("API token leaked revoked");
    }

    @Test
    void whatItsUserLosesItsTokenLosesAtOnce() {
        console.administrator("falling", PASSWORD);
        console.locks().enqueue("fall:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        String token = ApiClient.mint(console, "falling", Role.OPERATOR, "old");
        try (ApiClient program = new ApiClient(console).with(token)) {
            change("falling", new Document("role", "VIEWER"));
            long seen = console.locks().find("fall:1").holders().getFirst().token();
            assertThat(program.evict("fall:1", seen, "{\"reason\":\"x\"}").statusCode())
                    .isEqualTo(403);
            change("falling", new Document("mustChangePassword", true));
            assertThat(program.get("/me").statusCode()).isEqualTo(401);
            change("falling", new Document("mustChangePassword", false));
            assertThat(program.get("/me").statusCode()).isEqualTo(200);
            change("falling", new Document("disabled", true));
            assertThat(program.get("/me").statusCode()).isEqualTo(401);
            console.own().getCollection("users").deleteOne(new Document("_id", "falling"));
            assertThat(program.get("/me").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void anExpiredTokenIsRefusedAndAStoredUsersTokenIsNotTheDemosOfThatName() {
        assertThat(statusOf(ApiClient.mint(
                        console, "viewer", Role.VIEWER, "old", Instant.now().minusSeconds(1))))
                .isEqualTo(401);
        String token = ApiClient.mint(console, "operator", Role.OPERATOR, "stored");
        console.own()
                .getCollection("tokens")
                .updateOne(new Document("name", "stored"), new Document("$set", new Document("demo", false)));
        assertThat(statusOf(token)).isEqualTo(401);
        assertThat(access("operator"))
                .contains("refused: the token has expired, or its user may not log in (API token stored)");
    }

    @Test
    void wrongTokensAreSlowedDownAndWhoeverHasARightOneIsNot() {
        String token = ApiClient.mint(console, "viewer", Role.VIEWER, "right");
        try (ApiClient right = new ApiClient(console, "127.0.0.9").with(token);
                ApiClient guesser = new ApiClient(console, "127.0.0.9");
                ApiClient other = new ApiClient(console, "127.0.0.10").with(token)) {
            assertThat(right.get("/me").statusCode()).isEqualTo(200);
            List<Integer> guesses = IntStream.range(0, 40)
                    .mapToObj(i -> guesser.with("guess-" + i).get("/me").statusCode())
                    .toList();
            assertThat(guesses).containsOnly(401, 429).endsWith(429);
            assertThat(guesses.stream().filter(code -> code == 401)).hasSizeBetween(20, 30);
            assertThat(right.get("/me").statusCode()).isEqualTo(200);
            assertThat(other.get("/me").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aStreamLearnsThatItsTokenEnded() {
        PersonalTokens directory = console.bean(PersonalTokens.class);
        console.administrator("listener", PASSWORD);
        String token = ApiClient.mint(console, "listener", Role.OPERATOR, "s");
        TokenUser user = ((PersonalTokens.Usable) directory.find(token, "127.0.0.1")).user();
        assertThat(directory.isStill(user)).isTrue();
        change("listener", new Document("role", "VIEWER"));
        assertThat(directory.isStill(user)).isFalse();
        change("listener", new Document("role", "ADMIN"));
        assertThat(directory.isStill(user)).isTrue();
        console.own().getCollection("tokens").deleteOne(new Document("_id", user.tokenId()));
        assertThat(directory.isStill(user)).isFalse();
    }

    @Test
    void nobodyCollectsTokensWithoutEnd() {
        console.administrator("collector", PASSWORD);
        as("collector", Role.ADMIN, () -> {
            for (int i = 0; i < Tokens.MOST; i++) {
                ApiClient.mint(console, "collector", Role.VIEWER, "t" + i);
            }
            assertThatThrownBy(() -> tokens.create("one more", Role.VIEWER, LockScope.EVERYTHING, 7))
                    .hasMessageContaining("which is the most");
            return "";
        });
    }

    private static int statusOf(String token) {
        try (ApiClient client = new ApiClient(console).with(token)) {
            return client.get("/me").statusCode();
        }
    }

    private static Document stored(String token) {
        return requireNonNull(console.own()
                .getCollection("tokens")
                .find(new Document("_id", token.split("_", -1)[1]))
                .first());
    }

    private static void change(String user, Document fields) {
        console.own().getCollection("users").updateOne(new Document("_id", user), new Document("$set", fields));
    }

    private static List<String> access(String user) {
        return console.own()
                .getCollection("access")
                .find(new Document("user", user))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
    }

    private static <T> T as(String name, Role role, Supplier<T> work) {
        boolean demo = name.equals("viewer") || name.equals("operator");
        return Acting.as(new ConsoleUser(name, "", role, true, false, demo ? ConsoleUser.DEMO : "as-it-was"), work);
    }
}
