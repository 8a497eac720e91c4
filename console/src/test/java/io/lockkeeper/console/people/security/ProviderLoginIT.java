package io.lockkeeper.console.people.security;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.ApiClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.IdentityProvider;
import io.lockkeeper.console.fixture.IdentityProvider.Lie;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Traveller;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.ground.formats.LockAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Logins by an identity provider, which is a real one. The console has started while it was away. */
@Tag("nightly")
class ProviderLoginIT {

    @AutoClose
    private static final IdentityProvider provider = new IdentityProvider();

    @AutoClose
    private static final Console console = Console.start(provider.settings(
            "--lockkeeper.login.rules[0].group=leads",
            "--lockkeeper.login.rules[0].role=admin",
            "--lockkeeper.login.rules[1].group=ops",
            "--lockkeeper.login.rules[1].role=operator",
            "--lockkeeper.login.rules[1].locks=order:*",
            "--lockkeeper.login.rules[2].group=staff",
            "--lockkeeper.login.rules[2].role=viewer"));

    @BeforeAll
    static void start() {
        console.locks().enqueue("order:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        console.locks().enqueue("secret:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
    }

    @BeforeEach
    void up() {
        provider.start(console.address(""));
    }

    @AfterEach
    void honest() {
        provider.lie(Lie.NONE);
    }

    @Test
    void whileTheProviderIsAwayTheConsoleSaysSoAndItsFormLetsPeopleIn() {
        provider.stop();
        Console other = console.another(provider.settings());
        try (Traveller ann = new Traveller(other, provider);
                Visitor viewer = new Visitor(other)) {
            assertThat(ann.logIn("ann")).isEqualTo("/login?provider");
            assertThat(viewer.logIn(Console.VIEWER, Console.VIEWER)).doesNotContain("login");
            provider.start(other.address(""));
            assertThat(ann.logIn("ann"))
                    .as("it is back, and no rule lets anybody in")
                    .isEqualTo("/login?group");
        } finally {
            provider.stop();
            other.stop();
        }
    }

    @ParameterizedTest
    @CsvSource({"amy, leads, ADMIN, true", "bob, ops, OPERATOR, false", "cat, staff, VIEWER, true"})
    void theGroupsDecideWhatSomebodyMayAndSees(String user, String group, String role, boolean seesAll) {
        provider.user(user, group);
        try (Traveller traveller = new Traveller(console, provider)) {
            assertThat(traveller.logIn(user)).doesNotContain("login");
            assertThat(stored(user).getString("role")).isEqualTo(role);
            String locks = traveller.get("/export/locks.csv").body();
            assertThat(locks).contains("order:1");
            assertThat(locks.contains("secret:1")).isEqualTo(seesAll);
        }
        assertThat(recorded(user))
                .anyMatch(what -> what.startsWith("added as"))
                .contains("logged in (identity provider)");
    }

    @ParameterizedTest
    @CsvSource({"dan, strangers", "eve, "})
    void whoeverIsInNoGroupStaysOutsideAndIsOnRecord(String user, String group) {
        provider.user(user, group == null ? new String[0] : new String[] {group});
        try (Traveller traveller = new Traveller(console, provider)) {
            assertThat(traveller.logIn(user)).isEqualTo("/login?group");
            assertThat(traveller.isIn()).isFalse();
        }
        assertThat(users(user)).isNull();
        assertThat(recorded(user)).containsExactly("refused: in no group that may enter (identity provider)");
    }

    @Test
    void whenAGroupIsTakenAwaySessionsAndTokensEndAtTheNextLogin() {
        provider.user("fay", "ops");
        try (Traveller first = new Traveller(console, provider);
                Traveller second = new Traveller(console, provider);
                ApiClient program = new ApiClient(console)) {
            assertThat(first.logIn("fay")).doesNotContain("login");
            program.as(provider.named("fay"), Role.OPERATOR);
            assertThat(first.isIn()).isTrue();
            assertStatus(program.get("/me"), 200);
            provider.user("fay", "strangers");
            assertThat(second.logIn("fay")).isEqualTo("/login?group");
            await().until(() -> !first.isIn());
            assertStatus(program.get("/me"), 401);
        }
        assertThat(stored("fay").getString("role")).isEqualTo("VIEWER");
    }

    @Test
    void aLowerRoleEndsTheSessionsThatHadTheHigherOne() {
        provider.user("gus", "leads");
        try (Traveller first = new Traveller(console, provider);
                Traveller second = new Traveller(console, provider)) {
            assertThat(first.logIn("gus")).doesNotContain("login");
            provider.user("gus", "staff");
            assertThat(second.logIn("gus")).doesNotContain("login");
            await().until(() -> !first.isIn());
            assertThat(second.isIn()).isTrue();
        }
    }

    /** Twelve hours, which nobody waits here. */
    @Test
    void whatTheProviderSaidCountsForATime() {
        provider.user("hal", "ops");
        try (Traveller traveller = new Traveller(console, provider)) {
            assertThat(traveller.logIn("hal")).doesNotContain("login");
            console.own()
                    .getCollection("users")
                    .updateOne(
                            new Document("_id", provider.named("hal")),
                            new Document(
                                    "$set",
                                    new Document(
                                            "external.confirmedAt",
                                            Date.from(Instant.now().minus(Duration.ofHours(12))))));
            await().until(() -> !traveller.isIn());
            assertThat(traveller.logIn("hal")).doesNotContain("login");
            assertThat(traveller.isIn()).isTrue();
        }
    }

    @Test
    void anAdministratorCanDisableThemHereAndNoMore() {
        provider.user("ian", "ops");
        console.administrator("boss", "correct horse battery");
        try (Traveller traveller = new Traveller(console, provider);
                ApiClient boss = new ApiClient(console).as("boss", Role.ADMIN)) {
            assertThat(traveller.logIn("ian")).doesNotContain("login");
            String ian = LockAddress.of(provider.named("ian"));
            String path = "/users/" + ian;
            String seen = ApiClient.version(boss.get("/users"), ian);
            assertStatus(boss.call("PATCH", path, "{\"role\": \"ADMIN\"}", "If-Match", seen), 409);
            assertStatus(boss.post(path + "/password", "", "If-Match", seen), 409);
            assertStatus(boss.call("PATCH", path, "{\"disabled\": true}", "If-Match", seen), 200);
            await().until(() -> !traveller.isIn());
            assertThat(traveller.logIn("ian")).isEqualTo("/login?disabled");
        }
    }

    @Test
    void twoOfTheSameNameAreTwo() {
        provider.user(Console.OPERATOR, "staff");
        try (Traveller theirs = new Traveller(console, provider);
                Visitor ours = new Visitor(console)) {
            assertThat(theirs.logIn(Console.OPERATOR)).doesNotContain("login");
            assertThat(ours.logIn(Console.OPERATOR, Console.OPERATOR)).doesNotContain("login");
            assertThat(stored(Console.OPERATOR).getString("role")).isEqualTo("VIEWER");
            assertThat(ours.logIn(provider.named(Console.OPERATOR), ""))
                    .as("without a password there is no way in by the form")
                    .isEqualTo("/login?error");
        }
    }

    @Test
    void anAnswerToALoginThatWasNotBegunHereIsNone() {
        provider.user("jim", "leads");
        try (Traveller victim = new Traveller(console, provider);
                Traveller thief = new Traveller(console, provider)) {
            URI begun = thief.back("jim");
            URI unused = victim.back("jim");
            assertThat(victim.arrive(begun)).as("another's state").isEqualTo("/login?unfinished");
            assertThat(victim.arrive(URI.create(console.address("/login/oauth2/code/corp?code=x&state=y"))))
                    .isEqualTo("/login?unfinished");
            assertThat(victim.isIn()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void anIdTokenThatIsNotRightOpensNothing(Lie about) {
        provider.user("kim", "leads");
        provider.lie(about);
        try (Traveller traveller = new Traveller(console, provider)) {
            assertThat(traveller.logIn("kim")).isEqualTo("/login?unfinished");
            assertThat(traveller.isIn()).isFalse();
        }
        assertThat(users("kim")).isNull();
    }

    @Test
    void whereTheProviderGoesAwayBeforeItVouchesThePageSaysSo() {
        provider.user("lou", "leads");
        try (Traveller traveller = new Traveller(console, provider)) {
            URI back = traveller.back("lou");
            provider.stop();
            assertThat(traveller.arrive(back)).isEqualTo("/login?provider");
            assertThat(traveller.isIn()).isFalse();
        }
    }

    /** Only a browser keeps a cookie back from a request that another site's page began. */
    @Test
    void inABrowserTheWayThereAndBackEndsWhereItWasBegunAndLoggingOutEndsBoth() {
        provider.user("mia", "staff");
        try (Chromium chromium = new Chromium();
                BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT)) {
            Page page = browser.newPage();
            page.navigate(console.address("/agents"));
            way(page);
            page.locator("input[name=username]").fill("mia");
            page.locator("input[name=password]").fill("mia");
            page.locator("button[type=submit]").click();
            page.locator(".shell").waitFor();
            assertThat(page).hasURL(Pattern.compile(".*/agents.*"));
            page.getByText(provider.named("mia")).click();
            assertThat(page.getByText("Change password")).hasCount(0);
            page.getByText("Log out").click();
            assertThat(page).hasURL(Pattern.compile(".*/login$"));
            way(page);
            assertThat(page).hasURL(provider.issuer() + "/login");
            page.navigate(console.address("/login?provider"));
            assertThat(page.getByText("The identity provider does not respond")).isVisible();
            chromium.fill(page, Console.VIEWER);
            page.locator(".shell").waitFor();
        }
    }

    private static void way(Page page) {
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Log in with Corp"))
                .click();
    }

    private static Document stored(String user) {
        return Objects.requireNonNull(users(user), user);
    }

    private static @Nullable Document users(String user) {
        return console.own()
                .getCollection("users")
                .find(new Document("_id", provider.named(user)))
                .first();
    }

    private static List<String> recorded(String user) {
        return console.own()
                .getCollection("access")
                .find(new Document("user", provider.named(user)))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
    }
}
