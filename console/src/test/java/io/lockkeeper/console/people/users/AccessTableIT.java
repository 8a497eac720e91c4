package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.IdentityProvider;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.people.security.OpenSessions;
import io.lockkeeper.console.people.security.Role;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may do what, through which door: the whole of it is the table. */
class AccessTableIT {

    static final String LOCK = "order:4711";

    @AutoClose
    private static final IdentityProvider provider = new IdentityProvider();

    @AutoClose
    private static final Console console = Console.start(ElsewhereDoors.settings(provider));

    @AutoClose
    private static final PageDoor pages = new PageDoor(console);

    @AutoClose
    private static final BrowserDoors browsers = new BrowserDoors(console);

    @AutoClose
    private static final ElsewhereDoors elsewhere = new ElsewhereDoors(console, provider);

    private static final Accounts accounts = new Accounts(console);
    private static final ProgramDoors programs = new ProgramDoors(console, accounts);

    @BeforeAll
    static void start() {
        console.locks().enqueue(LOCK, Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        accounts.add("boss", Role.ADMIN);
        accounts.add("clerk", Role.VIEWER);
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
                    page     | /lock/order:4711    | login  | shown  | shown  | shown
                    file     | /export/history.csv | login  | sent   | sent   | sent
                    file     | /export/history.json| login  | sent   | sent   | sent
                    file     | /export/locks.csv   | login  | sent   | sent   | sent
                    file     | /export/audit.csv   | login  | sent   | sent   | sent
                    file     | /export/locks.csv?source=no-such | login | denied | denied | denied
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
                    api      | /overview           | 401    | 200    | 200    | 200
                    api      | /locks/-            | 401    | 200    | 200    | 200
                    api      | /locks/-/order:4711 | 401    | 200    | 200    | 200
                    api      | /waits              | 401    | 200    | 200    | 200
                    api      | /findings           | 401    | 200    | 200    | 200
                    api      | /sources            | 401    | 200    | 200    | 200
                    api      | /agents             | 401    | 200    | 200    | 200
                    api      | /history            | 401    | 200    | 200    | 200
                    api      | /audit              | 401    | 200    | 200    | 200
                    api      | /consents           | 401    | 200    | 200    | 200
                    api      | consent             | 401    | 403    | 200    | 200
                    api      | /no-such            | 401    | 404    | 404    | 404
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
                    api      | /four-eyes/rules    | 401    | 403    | 403    | 200
                    api      | PUT /four-eyes/rules/{who} | 401 | 403 | 403    | 200
                    api      | DELETE /four-eyes/rules/none | 401 | 403 | 403 | 404
                    api      | /settings/lock-notes | 401   | 403    | 403    | 200
                    api      | PUT /settings/lock-notes/{who} | 401 | 403 | 403 | 200
                    api      | DELETE /settings/lock-notes/none | 401 | 403 | 403 | 404
                    api      | /discovery?database=app | 401 | 403   | 403    | 200
                    api      | POST /discovery     | 401    | 403    | 403    | 200
                    api      | POST /sources       | 401    | 403    | 403    | 400
                    api      | PATCH /sources/none | 401    | 403    | 403    | 404
                    api      | DELETE /sources/none | 401   | 403    | 403    | 404
                    api      | evict               | 401    | 403    | 200    | 200
                    api      | evict several       | 401    | 403    | 200    | 200
                    api      | pause               | 401    | 403    | 200    | 200
                    api      | take-out            | 401    | 403    | 200    | 200
                    api      | dismiss             | 401    | 403    | 404    | 404
                    api      | on it               | 401    | 403    | 404    | 404
                    stream   | /events/-           | 401    | heard  | heard  | heard
                    session  | /locks/-            | 401    | 401    | 401    | 401
                    push     | /VAADIN/push        | silent | silent | silent | silent
                    socket   | /VAADIN/push        | silent | silent | silent | silent
                    forged   | evict               | login  | denied | asked  | asked
                    """)
    void theTable(String door, String action, String anonymous, String viewer, String operator, String admin) {
        List<String> found =
                Who.ALL.stream().map(who -> enter(door, action, who)).toList();
        assertThat(found).containsExactly(anonymous, viewer, operator, admin);
    }

    /** Wherever somebody has logged in: what they may is their role's, and a password is not the console's. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    page    | /                    | shown  | shown  | shown
                    page    | /locks               | shown  | shown  | shown
                    page    | /consent             | shown  | shown  | shown
                    page    | /tokens              | shown  | shown  | shown
                    page    | /password            | denied | denied | denied
                    page    | /settings            | denied | denied | shown
                    page    | /users               | denied | denied | shown
                    page    | /logins              | denied | denied | shown
                    page    | /alerts              | denied | denied | shown
                    file    | /export/locks.csv    | sent   | sent   | sent
                    file    | /export/audit.csv    | sent   | sent   | sent
                    api     | /me                  | 200    | 200    | 200
                    api     | /locks/-             | 200    | 200    | 200
                    api     | evict                | 403    | 200    | 200
                    api     | evict several        | 403    | 200    | 200
                    api     | pause                | 403    | 200    | 200
                    api     | take-out             | 403    | 200    | 200
                    api     | consent              | 403    | 200    | 200
                    api     | /users               | 403    | 403    | 200
                    api     | POST /users          | 403    | 403    | 200
                    api     | PATCH /users/clerk   | 403    | 403    | 200
                    api     | /alerts/rules        | 403    | 403    | 200
                    api     | /four-eyes/rules     | 403    | 403    | 200
                    api     | PUT /four-eyes/rules/{who} | 403 | 403 | 200
                    api     | POST /sources        | 403    | 403    | 400
                    stream  | /events/-            | heard  | heard  | heard
                    session | /locks/-             | 401    | 401    | 401
                    """)
    void theTableOfThoseWhoLogInElsewhere(String door, String action, String viewer, String operator, String admin) {
        for (String way : ElsewhereDoors.WAYS) {
            List<String> found = Stream.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN)
                    .map(role -> enterFromElsewhere(door, action, elsewhere.who(way, role)))
                    .toList();
            assertThat(found).as(way).containsExactly(viewer, operator, admin);
        }
    }

    @Test
    void aRequestOfAnAdministratorsPageDoesNothingFromOthersAndOnceFromTheAdministrator() {
        accounts.add("victim", Role.VIEWER);
        Intercepted disable = Intercepted.disabling(browsers.browser(Who.ADMIN).newPage(), console, "victim");
        for (Who who : List.of(Who.ANONYMOUS, Who.VIEWER, Who.OPERATOR)) {
            disable.replay(browsers.browser(who).request());
            assertThat(accounts.find("victim").disabled())
                    .as("replayed by %s", who)
                    .isFalse();
        }
        disable.replay(browsers.browser(Who.ADMIN).request());
        await().until(() -> accounts.find("victim").disabled());
        disable.replay(browsers.browser(Who.ADMIN).request());
        assertThat(accounts.changes("victim")).containsOnlyOnce("disabled");
    }

    @Test
    void aRequestThatOutlivesItsSessionDoesNothing() {
        accounts.add("survivor", Role.VIEWER);
        accounts.add("leaver", Role.ADMIN);
        BrowserContext browser = browsers.logIn("leaver", Who.PASSWORD);
        Intercepted disable = Intercepted.disabling(browser.newPage(), console, "survivor");
        console.bean(OpenSessions.class).endOthers("leaver", "another stamp");
        await().until(() -> browser.request().get(console.address("/beat")).status() == 401);
        disable.replay(browser.request());
        assertThat(accounts.find("survivor").disabled()).isFalse();
        assertThat(accounts.changes("survivor")).doesNotContain("disabled");
    }

    /** What an operator's page sends to evict: from other sessions, with another token, and a second time. */
    @Test
    void aRequestOfAnOperatorsEvictionEvictsOnceAndFromThatOperatorsSessionAlone() {
        console.locks().enqueue("forged:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        Intercepted evict = Intercepted.evicting(browsers.browser(Who.OPERATOR).newPage(), console, "forged:1");
        for (Who who : List.of(Who.ANONYMOUS, Who.VIEWER, Who.ADMIN)) {
            evict.replay(browsers.browser(who).request());
            assertThat(audited("forged:1")).as("replayed by %s", who).isZero();
        }
        evict.withAnotherToken().replay(browsers.browser(Who.OPERATOR).request());
        assertThat(audited("forged:1")).as("with a stale token").isZero();
        evict.replay(browsers.browser(Who.OPERATOR).request());
        await().until(() ->
                console.locks().find("forged:1").holders().getFirst().evicted() != null);
        evict.replay(browsers.browser(Who.OPERATOR).request());
        assertThat(audited("forged:1")).isEqualTo(1);
    }

    private static String enter(String door, String action, Who who) {
        return switch (door) {
            case "page" -> pages.page(action, who);
            case "file" -> browsers.file(action, who);
            case "service" -> programs.service(action, who);
            case "actuator" -> programs.actuator(action, who);
            case "api" -> Integer.toString(programs.api(action, who).statusCode());
            case "stream" -> programs.stream(action, who);
            case "session" -> Integer.toString(browsers.session(action, who));
            case "push" -> browsers.push(action, who);
            case "socket" -> browsers.socket(action, who);
            case "forged" -> browsers.forged(who);
            default -> throw new IllegalArgumentException(door);
        };
    }

    private static String enterFromElsewhere(String door, String action, Who who) {
        return switch (door) {
            case "page" -> elsewhere.page(action, who);
            case "file" -> elsewhere.file(action, who);
            case "session" -> Integer.toString(elsewhere.session(action, who));
            default -> enter(door, action, who);
        };
    }

    private static long audited(String lock) {
        return console.own().getCollection("audit").countDocuments(new Document("lock", lock));
    }
}
