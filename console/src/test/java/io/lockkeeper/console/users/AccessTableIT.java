package io.lockkeeper.console.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.lockkeeper.console.eviction.EvictionService;
import io.lockkeeper.console.eviction.PauseService;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.security.OpenSessions;
import io.lockkeeper.console.security.Role;
import io.lockkeeper.console.source.Discovery;
import io.lockkeeper.console.source.Place;
import io.lockkeeper.console.source.Sources;
import io.lockkeeper.model.Owner;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Who may do what, through which door: the whole of it is the table. */
class AccessTableIT {

    private static final String LOCK = "order:4711";
    private static final String BOSS_PASSWORD = "correct horse battery";
    private static final Map<Who, BrowserContext> BROWSERS = new EnumMap<>(Who.class);

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void start() {
        console.locks().enqueue(LOCK, Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        add("boss", Role.ADMIN);
        add("clerk", Role.VIEWER);
        Stream.of(Who.values()).forEach(who -> BROWSERS.put(who, logIn(who.user, who.password)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    page     | /locks              | login  | shown  | shown  | shown
                    page     | /waits              | login  | shown  | shown  | shown
                    page     | /agents             | login  | shown  | shown  | shown
                    page     | /audit              | login  | shown  | shown  | shown
                    page     | /consent            | login  | shown  | shown  | shown
                    page     | /settings           | login  | denied | denied | shown
                    page     | /history            | login  | shown  | shown  | shown
                    page     | /sources            | login  | shown  | shown  | shown
                    page     | /source/app.a~2fshedlock | login | shown | shown | shown
                    page     | /lock/order:4711    | login  | shown  | shown  | shown
                    file     | /export/history.csv | login  | sent   | sent   | sent
                    file     | /export/history.json| login  | sent   | sent   | sent
                    file     | /export/locks.csv   | login  | sent   | sent   | sent
                    file     | /export/audit.csv   | login  | sent   | sent   | sent
                    file     | /export/source.csv?source=no-such | login | denied | denied | denied
                    page     | /tokens             | login  | shown  | shown  | shown
                    page     | /password           | login  | shown  | shown  | shown
                    page     | /users              | login  | denied | denied | shown
                    page     | /logins             | login  | denied | denied | shown
                    page     | /alerts             | login  | denied | denied | shown
                    page     | /locks/order:4711   | login  | shown  | shown  | shown
                    page     | /no-such-page       | login  | denied | denied | denied
                    service  | evict               | denied | denied | done   | done
                    service  | pause               | denied | denied | done   | done
                    service  | list users          | denied | denied | denied | done
                    service  | add user            | denied | denied | denied | done
                    service  | reset password      | denied | denied | denied | done
                    service  | change role         | denied | denied | denied | done
                    service  | disable             | denied | denied | denied | done
                    service  | enable              | denied | denied | denied | done
                    service  | look for locks      | denied | denied | denied | done
                    service  | add source          | denied | denied | denied | done
                    service  | remove source       | denied | denied | denied | done
                    service  | allow releases      | denied | denied | denied | done
                    actuator | /actuator/health    | 200    | 200    | 200    | 200
                    actuator | /actuator           | 401    | 403    | 200    | 200
                    actuator | /actuator/prometheus| 401    | 200    | 200    | 200
                    api      | /me                 | 401    | 200    | 200    | 200
                    api      | /locks              | 401    | 200    | 200    | 200
                    api      | /locks/order:4711   | 401    | 200    | 200    | 200
                    api      | /waits              | 401    | 200    | 200    | 200
                    api      | /findings           | 401    | 200    | 200    | 200
                    api      | /sources            | 401    | 200    | 200    | 200
                    api      | /agents             | 401    | 200    | 200    | 200
                    api      | /history            | 401    | 200    | 200    | 200
                    api      | /audit              | 401    | 200    | 200    | 200
                    api      | /consents           | 401    | 200    | 200    | 200
                    api      | consent             | 401    | 403    | 200    | 200
                    api      | /no-such            | 401    | 404    | 404    | 404
                    api      | /views              | 401    | 200    | 200    | 200
                    api      | PUT /views/mine     | 401    | 200    | 200    | 200
                    api      | DELETE /views/none  | 401    | 404    | 404    | 404
                    api      | /tokens             | 401    | 200    | 200    | 200
                    api      | /tokens?all=true    | 401    | 403    | 403    | 200
                    api      | DELETE /tokens/none | 401    | 404    | 404    | 404
                    api      | /users              | 401    | 403    | 403    | 200
                    api      | POST /users         | 401    | 403    | 403    | 200
                    api      | PATCH /users/clerk  | 401    | 403    | 403    | 200
                    api      | POST /users/clerk/password | 401 | 403 | 403 | 200
                    api      | /alerts/rules       | 401    | 403    | 403    | 200
                    api      | PUT /alerts/rules/a | 401    | 403    | 403    | 409
                    api      | DELETE /alerts/rules/none | 401 | 403 | 403 | 404
                    api      | /alerts/targets     | 401    | 403    | 403    | 200
                    api      | PUT /alerts/targets/a | 401  | 403    | 403    | 409
                    api      | DELETE /alerts/targets/none | 401 | 403 | 403 | 404
                    api      | POST /alerts/targets/none/test | 401 | 403 | 403 | 404
                    api      | /alerts/messages    | 401    | 403    | 403    | 200
                    api      | POST /alerts/messages/none/retry | 401 | 403 | 403 | 404
                    api      | DELETE /alerts/messages/none | 401 | 403 | 403 | 404
                    api      | /four-eyes/rules    | 401    | 403    | 403    | 200
                    api      | PUT /four-eyes/rules/a | 401 | 403    | 403    | 200
                    api      | DELETE /four-eyes/rules/none | 401 | 403 | 403 | 404
                    api      | /discovery?database=app | 401 | 403   | 403    | 200
                    api      | POST /sources       | 401    | 403    | 403    | 409
                    api      | PATCH /sources/none | 401    | 403    | 403    | 404
                    api      | DELETE /sources/none | 401   | 403    | 403    | 404
                    api      | evict               | 401    | 403    | 200    | 200
                    api      | pause               | 401    | 403    | 200    | 200
                    api      | take-out            | 401    | 403    | 200    | 200
                    api      | dismiss             | 401    | 403    | 404    | 404
                    session  | /locks              | 401    | 401    | 401    | 401
                    push     | /VAADIN/push        | silent | silent | silent | silent
                    socket   | /VAADIN/push        | silent | silent | silent | silent
                    forged   | evict               | login  | denied | asked  | asked
                    """)
    void theTable(String door, String action, String anonymous, String viewer, String operator, String admin) {
        List<String> found =
                Stream.of(Who.values()).map(who -> enter(door, action, who)).toList();
        assertThat(found).containsExactly(anonymous, viewer, operator, admin);
    }

    @Test
    void aRequestOfAnAdministratorsPageDoesNothingFromOthersAndOnceFromTheAdministrator() {
        add("victim", Role.VIEWER);
        Intercepted disable = Intercepted.disabling(browser(Who.ADMIN).newPage(), console, "victim");
        for (Who who : List.of(Who.ANONYMOUS, Who.VIEWER, Who.OPERATOR)) {
            disable.replay(browser(who).request());
            assertThat(user("victim").disabled()).as("replayed by %s", who).isFalse();
        }
        disable.replay(browser(Who.ADMIN).request());
        await().until(() -> user("victim").disabled());
        disable.replay(browser(Who.ADMIN).request());
        assertThat(changes("victim")).containsOnlyOnce("disabled");
    }

    @Test
    void aRequestThatOutlivesItsSessionDoesNothing() {
        add("survivor", Role.VIEWER);
        add("leaver", Role.ADMIN);
        BrowserContext browser = logIn("leaver", BOSS_PASSWORD);
        Intercepted disable = Intercepted.disabling(browser.newPage(), console, "survivor");
        console.bean(OpenSessions.class).endOthers("leaver", "another stamp");
        await().until(() -> browser.request().get(console.address("/beat")).status() == 401);
        disable.replay(browser.request());
        assertThat(user("survivor").disabled()).isFalse();
        assertThat(changes("survivor")).doesNotContain("disabled");
    }

    /** What an operator's page sends to evict: from other sessions, with another token, and a second time. */
    @Test
    void aRequestOfAnOperatorsEvictionEvictsOnceAndFromThatOperatorsSessionAlone() {
        console.locks().enqueue("forged:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        Intercepted evict = Intercepted.evicting(browser(Who.OPERATOR).newPage(), console, "forged:1");
        for (Who who : List.of(Who.ANONYMOUS, Who.VIEWER, Who.ADMIN)) {
            evict.replay(browser(who).request());
            assertThat(audited("forged:1")).as("replayed by %s", who).isZero();
        }
        evict.withAnotherToken().replay(browser(Who.OPERATOR).request());
        assertThat(audited("forged:1")).as("with a stale token").isZero();
        evict.replay(browser(Who.OPERATOR).request());
        await().until(() ->
                console.locks().find("forged:1").holders().getFirst().evicted() != null);
        evict.replay(browser(Who.OPERATOR).request());
        assertThat(audited("forged:1")).isEqualTo(1);
    }

    private static long audited(String lock) {
        return console.own().getCollection("audit").countDocuments(new Document("lock", lock));
    }

    /** Calls of a page's own methods, and a click on a button that was enabled by hand. */
    private static String forged(Who who) {
        try (Page page = browser(who).newPage()) {
            page.navigate(console.address("/locks/" + LOCK));
            page.locator("input[name=username], .lock-panel .state").first().waitFor();
            if (page.locator("input[name=username]").count() > 0) {
                return "login";
            }
            page.evaluate("""
                    () => {
                      const button = document.querySelector('.lock-panel .foot vaadin-button');
                      button.disabled = false;
                      button.removeAttribute('disabled');
                      button.click();
                      document.querySelector('.locks-page').$server.pressed('e');
                    }""");
            page.locator("vaadin-dialog.eviction[opened], vaadin-notification-card")
                    .first()
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
            return page.locator("vaadin-dialog.eviction[opened]").count() > 0 ? "asked" : "denied";
        }
    }

    /** A WebSocket beside the one of a page, with an id that nobody was given. */
    private static String socket(String path, Who who) {
        try (Page page = browser(who).newPage()) {
            page.navigate(console.address("/login"));
            String url = console.address(path).replace("http:", "ws:")
                    + "?v-r=push&v-uiId=0&v-pushId=forged&X-Atmosphere-Transport=websocket";
            String heard = String.valueOf(page.evaluate("""
                    url => new Promise(resolve => {
                      let heard = '';
                      const socket = new WebSocket(url);
                      socket.onmessage = message => { heard += message.data; };
                      socket.onclose = () => resolve(heard);
                      setTimeout(() => resolve(heard), 2000);
                    })""", url));
            return heard.contains(LOCK) ? "heard" : "silent";
        }
    }

    private static String enter(String door, String action, Who who) {
        return switch (door) {
            case "page" -> page(action, who);
            case "file" -> file(action, who);
            case "service" -> service(action, who);
            case "actuator" -> actuator(action, who);
            case "api" -> Integer.toString(api(action, who).statusCode());
            case "session" ->
                Integer.toString(browser(who)
                        .request()
                        .get(console.address("/api/v1" + action))
                        .status());
            case "push" -> push(action, who);
            case "socket" -> socket(action, who);
            case "forged" -> forged(who);
            default -> throw new IllegalArgumentException(door);
        };
    }

    private static String page(String path, Who who) {
        try (Page page = browser(who).newPage()) {
            page.navigate(console.address(path));
            page.locator("input[name=username], .error-message, .shell h1, .password-card")
                    .first()
                    .waitFor();
            if (page.locator("input[name=username]").count() > 0) {
                return "login";
            }
            return page.locator(".error-message").count() > 0 ? "denied" : "shown";
        }
    }

    private static String file(String path, Who who) {
        APIResponse answer = browser(who).request().get(console.address(path));
        if (answer.url().endsWith("/login")) {
            return "login";
        }
        return answer.headers().getOrDefault("content-disposition", "").startsWith("attachment") ? "sent" : "denied";
    }

    private static String service(String action, Who who) {
        Users users = console.bean(Users.class);
        String name = (action + "-" + who).toLowerCase(Locale.ROOT).replace(' ', '-');
        add(name, Role.VIEWER);
        actAs(who);
        try {
            switch (action) {
                case "evict" -> {
                    return console.bean(EvictionService.class).isAllowed() ? "done" : "denied";
                }
                case "pause" -> {
                    return console.bean(PauseService.class).refusal().isEmpty() ? "done" : "denied";
                }
                case "list users" -> users.list();
                case "add user" -> users.add(name + "-new", Role.ADMIN, LockScope.EVERYTHING);
                case "reset password" -> users.resetPassword(name);
                case "change role" -> users.setRole(name, Role.ADMIN);
                case "disable" -> users.disable(name);
                case "enable" -> users.enable(name);
                case "look for locks" ->
                    console.bean(Discovery.class).look(null, console.database().getName());
                case "add source" -> console.bean(Sources.class).add(Place.own("app", name), "shedlock");
                case "remove source" -> console.bean(Sources.class).remove("app.no-such/shedlock");
                case "allow releases" -> {
                    console.own().getCollection("sources").insertOne(source(name));
                    console.bean(Sources.class).allowReleases("app.%s/shedlock".formatted(name), true);
                }
                default -> throw new IllegalArgumentException(action);
            }
            return "done";
        } catch (AccessDeniedException e) {
            assertThat(user(name).stamp()).isEqualTo("as-it-was");
            return "denied";
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    private static Document source(String collection) {
        return new Document("_id", "app.%s/shedlock".formatted(collection))
                .append("database", "app")
                .append("collection", collection)
                .append("dialect", "shedlock")
                .append("addedAt", Date.from(Instant.now()))
                .append("addedBy", "test");
    }

    private static String actuator(String path, Who who) {
        try (Visitor visitor = new Visitor(console)) {
            int status = (who == Who.ANONYMOUS ? visitor.get(path) : visitor.basic(path, who.user, who.password))
                    .statusCode();
            return Integer.toString(status);
        }
    }

    /** With a token of the user's role. */
    private static HttpResponse<String> api(String action, Who who) {
        try (ApiClient client = new ApiClient(console)) {
            ApiClient as = who == Who.ANONYMOUS ? client : client.as(who.user, Role.valueOf(who.name()));
            return switch (action) {
                case "evict" -> {
                    String lock = "api-evict:" + who;
                    console.locks()
                            .enqueue(lock, Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
                    long token = console.locks().find(lock).holders().getFirst().token();
                    yield as.evict(lock, token, "{\"reason\":\"test\"}");
                }
                case "pause" -> {
                    Document body =
                            new Document("until", Instant.now().plusSeconds(600).toString()).append("reason", "test");
                    yield as.put("/locks/%s/pause".formatted(LOCK), body.toJson());
                }
                case "take-out" -> {
                    String lock = "api-take-out:" + who;
                    Owner owner = Locks.owner("billing", "bill-1", 1, "main", "");
                    console.locks().enqueue(lock, owner, Duration.ofMinutes(10));
                    String waiter = console.locks().enqueue(lock, owner, Duration.ofMinutes(10));
                    yield as.post(
                            "/locks/%s/take-out".formatted(lock),
                            "{\"reason\":\"test\"}",
                            "If-Match",
                            '"' + waiter + '"');
                }
                case "consent" -> {
                    String request = "request-" + who;
                    console.own().getCollection("audit").insertOne(request(request));
                    yield as.post("/consents/" + request + "/consent", "");
                }
                case "dismiss" ->
                    as.post("/findings/dismissals", "{\"finding\":\"none\",\"reason\":\"test\",\"hours\":1}");
                default -> action.startsWith("/") ? as.get(action) : call(action, who, as);
            };
        }
    }

    private static HttpResponse<String> call(String action, Who who, ApiClient as) {
        String method = action.substring(0, action.indexOf(' '));
        String path = action.substring(action.indexOf(' ') + 1);
        String body = switch (action) {
            case "POST /users" -> "{\"name\":\"api-%s\",\"role\":\"VIEWER\"}".formatted(who);
            case "PATCH /users/clerk" -> "{\"disabled\":false}";
            case "PUT /views/mine" -> "{\"query\":\"q=order\"}";
            case "PUT /four-eyes/rules/a" -> "{\"why\":\"money\"}";
            case "PUT /alerts/rules/a" -> "{\"target\":\"none\"}";
            case "PUT /alerts/targets/a" -> "{\"recipients\":\"a@example.com\"}";
            case "POST /sources" -> "{\"database\":\"app\",\"collection\":\"a\",\"dialect\":\"none\"}";
            case "PATCH /sources/none" -> "{\"releasable\":true}";
            default -> "";
        };
        return as.call(method, path, body);
    }

    /** What another operator asked for, of a lock that nobody holds. */
    private static Document request(String id) {
        return Document.parse("""
                        { action: "EVICT", by: "operator", ip: "", lock: "pay:1", acquirer: "a", token: { $numberLong: "7" },
                          holder: "billing", reason: "hung" }""")
                .append("_id", id)
                .append("at", Date.from(Instant.now()))
                .append(
                        "consent",
                        new Document("rule", "pay:*")
                                .append("user", asker(id))
                                .append("until", Date.from(Instant.now().plusSeconds(600))));
    }

    /** A second person is somebody else. */
    private static String asker(String id) {
        return id.endsWith("OPERATOR") ? "boss" : Console.OPERATOR;
    }

    /** A stream of changes that no page has opened. */
    private static String push(String path, Who who) {
        String url = console.address(path) + "?v-r=push&v-uiId=7&v-pushId=forged&X-Atmosphere-Transport=polling";
        String answer = browser(who).request().get(url).text();
        return answer.contains(LOCK) ? "heard" : "silent";
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static BrowserContext browser(Who who) {
        return Objects.requireNonNull(BROWSERS.get(who), "opened at the start");
    }

    private static BrowserContext logIn(String user, String password) {
        BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT);
        if (!user.isEmpty()) {
            Page page = browser.newPage();
            page.navigate(console.address("/audit"));
            page.locator("input[name=username]").fill(user);
            page.locator("input[name=password]").fill(password);
            button(page, "Log in").click();
            page.locator(".shell").waitFor();
            page.close();
        }
        return browser;
    }

    private static void actAs(Who who) {
        if (who != Who.ANONYMOUS) {
            ConsoleUser user = new ConsoleUser(who.user, "", Role.valueOf(who.name()), true, false, "");
            SecurityContextHolder.getContext()
                    .setAuthentication(
                            UsernamePasswordAuthenticationToken.authenticated(user, null, user.getAuthorities()));
        }
    }

    private static void add(String name, Role role) {
        String hash = String.valueOf(console.bean(PasswordEncoder.class).encode(BOSS_PASSWORD));
        UserAccount account =
                new UserAccount(name, hash, role, false, false, "as-it-was", Instant.now(), "test", null, null, null);
        console.bean(UserChanges.class).add(account, Author.CONSOLE);
    }

    private static UserAccount user(String name) {
        return console.bean(UserAccounts.class).findById(name).orElseThrow();
    }

    private static List<String> changes(String name) {
        return console.own()
                .getCollection("access")
                .find(new Document("user", name))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
    }

    private enum Who {
        ANONYMOUS("", ""),
        VIEWER("viewer", "viewer"),
        OPERATOR("operator", "operator"),
        ADMIN("boss", BOSS_PASSWORD);

        private final String user;
        private final String password;

        Who(String user, String password) {
            this.user = user;
            this.password = password;
        }
    }
}
