package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.ClientSession;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.test.MongoServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.access.AccessDeniedException;

@ExtendWith(OutputCaptureExtension.class)
class UsersIT {

    private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();
    private static final String OWN_PASSWORD = "correct horse battery";

    @SuppressWarnings("NullAway.Init")
    private static Console console;

    @SuppressWarnings("NullAway.Init")
    private static Users users;

    private static List<String> shownPasswords = List.of();

    @BeforeAll
    static void start(CapturedOutput output) {
        console = Console.start();
        users = console.bean(Users.class);
        shownPasswords = Pattern.compile("admin with the password (\\S+)")
                .matcher(output.getOut())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @AfterEach
    void nobodyIsLoggedIn() {
        console.own().getCollection("users").updateOne(new Document("_id", "admin"), disabled(false));
        Acting.asNobody();
    }

    @Test
    void theFirstAdministratorsPasswordIsShownOnceAndLeadsToAPasswordOfItsOwn() {
        assertThat(shownPasswords).hasSize(1);
        try (Visitor admin = new Visitor(console, "127.0.1.1")) {
            assertThat(admin.logIn("admin", shownPasswords.getFirst())).doesNotStartWith("/login");
        }
        assertThat(user("admin").mustChangePassword()).isTrue();
        assertThat(user("admin").toConsoleUser().getAuthorities()).isEmpty();
    }

    @Test
    void anAddedUserLogsInWithThePasswordThatWasShownAndItIsOnRecord() {
        actAsAdmin();
        String password = users.add("Otto", Role.OPERATOR, LockScope.EVERYTHING);
        try (Visitor otto = new Visitor(console, "127.0.1.2")) {
            assertThat(otto.logIn("otto", password)).doesNotStartWith("/login");
        }
        assertThat(record("otto")).contains("added as Operator", "logged in (login page)");
        assertThat(user("otto").lastLoginAt()).isNotNull();
        assertThat(console.own()
                        .getCollection("users")
                        .find(new Document("_id", "otto"))
                        .first())
                .doesNotContainValue(password);
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VIEWER", "OPERATOR"})
    void whoeverIsNoAdministratorManagesNobody(Role role) {
        Acting.as("boss", role);
        assertThatThrownBy(() -> users.add("mallory", Role.ADMIN, LockScope.EVERYTHING))
                .isInstanceOf(AccessDeniedException.class);
        assertThatThrownBy(() -> users.setRole("admin", Role.VIEWER, seen("admin")))
                .isInstanceOf(AccessDeniedException.class);
        assertThatThrownBy(() -> users.resetPassword("admin", seen("admin"))).isInstanceOf(AccessDeniedException.class);
        assertThatThrownBy(users::list).isInstanceOf(AccessDeniedException.class);
    }

    @Test
    void whoeverWasAnAdministratorWhenTheSessionBeganAndIsNoneAnyMoreManagesNobody() {
        actAsAdmin();
        users.add("demoted", Role.VIEWER, LockScope.EVERYTHING);
        Acting.as("demoted", Role.ADMIN);
        assertThatThrownBy(() -> users.setRole("admin", Role.VIEWER, seen("admin")))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(user("admin").role()).isEqualTo(Role.ADMIN);
    }

    @Test
    void namesThatExistOrCannotBeAreRefusedWithASentence() {
        actAsAdmin();
        users.add("twice", Role.VIEWER, LockScope.EVERYTHING);
        assertThatThrownBy(() -> users.add("TWICE", Role.ADMIN, LockScope.EVERYTHING))
                .hasMessage("The user twice already exists.");
        assertThatThrownBy(() -> users.add("a b", Role.VIEWER, LockScope.EVERYTHING))
                .hasMessageContaining("letters, digits");
        assertThatThrownBy(() -> users.add("viewer", Role.ADMIN, LockScope.EVERYTHING))
                .hasMessageContaining("The demo has an account");
        assertThat(user("twice").role()).isEqualTo(Role.VIEWER);
    }

    @Test
    void administratorsDoNothingToThemselves() {
        actAsAdmin();
        assertThatThrownBy(() -> users.disable("admin", seen("admin"))).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> users.setRole("admin", Role.VIEWER, seen("admin")))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void ofTwoAdministratorsWhoDemoteEachOtherAtTheSameMomentOneStays() throws Exception {
        for (int i = 0; i < 10; i++) {
            String one = "one" + i;
            String other = "other" + i;
            actAsAdmin();
            users.add(one, Role.ADMIN, LockScope.EVERYTHING);
            users.add(other, Role.ADMIN, LockScope.EVERYTHING);
            console.own().getCollection("users").updateOne(new Document("_id", "admin"), disabled(true));
            CyclicBarrier together = new CyclicBarrier(2);
            Stream.of(demote(one, other, together), demote(other, one, together))
                    .forEach(CompletableFuture::join);
            assertThat(Stream.of(one, other).map(UsersIT::user).filter(user -> user.role() == Role.ADMIN))
                    .hasSize(1);
            nobodyIsLoggedIn();
            Stream.of(one, other)
                    .filter(name -> user(name).role() == Role.ADMIN)
                    .forEach(name ->
                            console.own().getCollection("users").updateOne(new Document("_id", name), disabled(true)));
        }
    }

    @Test
    void aChangeWaitsForAnotherThatIsUnderWay() {
        try (ClientSession other = MongoServer.shared().client().startSession()) {
            other.startTransaction();
            console.own()
                    .getCollection("state")
                    .updateOne(other, new Document("_id", "users"), new Document("$inc", new Document("changes", 1)));
            long before = abortedTransactions();
            CompletableFuture<String> added = CompletableFuture.supplyAsync(
                    () -> {
                        actAsAdmin();
                        return users.add("patient", Role.VIEWER, LockScope.EVERYTHING);
                    },
                    THREADS);
            await().until(() -> added.isDone() || abortedTransactions() > before + 6);
            other.commitTransaction();
            added.join();
        }
        assertThat(user("patient").role()).isEqualTo(Role.VIEWER);
    }

    @Test
    void aDisabledUserIsRefusedLikeAWrongPasswordAndTheRecordKnowsBetter() {
        actAsAdmin();
        String password = users.add("dora", Role.VIEWER, LockScope.EVERYTHING);
        users.disable("dora", seen("dora"));
        try (Visitor dora = new Visitor(console, "127.0.1.3")) {
            assertThat(dora.logIn("dora", password)).isEqualTo("/login?error");
            assertThat(dora.logIn("nobody-at-all", password)).isEqualTo("/login?error");
            actAsAdmin();
            users.enable("dora", seen("dora"));
            assertThat(dora.logIn("dora", password)).doesNotStartWith("/login");
        }
        assertThat(record("dora"))
                .contains("disabled", "enabled", "right password, but the user is disabled (login page)");
    }

    @Test
    void aUsersSessionEndsWhenTheUserIsDisabledOrChanged() {
        List<Runnable> changes = List.of(
                () -> users.disable("sven", seen("sven")),
                () -> {
                    users.enable("sven", seen("sven"));
                    users.setRole("sven", Role.OPERATOR, seen("sven"));
                },
                () -> users.resetPassword("sven", seen("sven")));
        actAsAdmin();
        users.add("sven", Role.VIEWER, LockScope.EVERYTHING);
        for (Runnable change : changes) {
            actAsAdmin();
            if (user("sven").disabled()) {
                users.enable("sven", seen("sven"));
            }
            String password = users.resetPassword("sven", seen("sven"));
            try (Visitor sven = new Visitor(console, "127.0.1.4")) {
                sven.logIn("sven", password);
                assertThat(sven.get("/locks").statusCode()).isEqualTo(200);
                change.run();
                await().untilAsserted(() ->
                        assertThat(sven.get("/locks").statusCode()).isEqualTo(302));
            }
        }
    }

    @Test
    void aSessionEndsAlsoWhenAnotherConsoleChangedTheUser() {
        actAsAdmin();
        String password = users.add("svea", Role.VIEWER, LockScope.EVERYTHING);
        try (Visitor svea = new Visitor(console, "127.0.1.5")) {
            svea.logIn("svea", password);
            assertThat(svea.get("/locks").statusCode()).isEqualTo(200);
            console.own()
                    .getCollection("users")
                    .updateOne(new Document("_id", "svea"), new Document("$set", new Document("stamp", "another")));
            await().untilAsserted(
                            () -> assertThat(svea.get("/locks").statusCode()).isEqualTo(302));
        }
    }

    @Test
    void ownPasswordsAreChangedWithThePresentOneOnly() {
        actAsAdmin();
        String password = users.add("petra", Role.OPERATOR, LockScope.EVERYTHING);
        Acting.as("petra", Role.OPERATOR);
        assertThatThrownBy(() -> users.changeOwnPassword("wrong", OWN_PASSWORD))
                .hasMessage("The current password is wrong.");
        assertThatThrownBy(() -> users.changeOwnPassword(password, "short")).hasMessageContaining("at least 12");
        assertThatThrownBy(() -> users.changeOwnPassword(password, "x".repeat(73)))
                .hasMessageContaining("73 bytes");
        assertThatThrownBy(() -> users.changeOwnPassword(password, password)).hasMessageContaining("Choose another");
        ConsoleUser changed = users.changeOwnPassword(password, OWN_PASSWORD);
        assertThat(changed.getAuthorities()).hasSize(2);
        assertThat(user("petra").stamp()).isEqualTo(changed.stamp());
        try (Visitor petra = new Visitor(console, "127.0.1.6")) {
            assertThat(petra.logIn("petra", password)).isEqualTo("/login?error");
            assertThat(petra.logIn("petra", OWN_PASSWORD)).doesNotStartWith("/login");
        }
        assertThat(record("petra")).contains("own password changed");
    }

    private static CompletableFuture<Void> demote(String by, String whom, CyclicBarrier together) {
        return CompletableFuture.runAsync(
                () -> {
                    Acting.as(by, Role.ADMIN);
                    try {
                        together.await(30, TimeUnit.SECONDS);
                        users.setRole(whom, Role.VIEWER, seen(whom));
                    } catch (RefusedException | AccessDeniedException e) {
                        assertThat(e).isNotNull(); // the other was faster
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    } finally {
                        Acting.asNobody();
                    }
                },
                THREADS);
    }

    private static long abortedTransactions() {
        return MongoServer.shared()
                .client()
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .getEmbedded(List.of("transactions", "totalAborted"), Long.class);
    }

    private static Document disabled(boolean disabled) {
        return new Document("$set", new Document("disabled", disabled));
    }

    /** Which state of the user somebody has seen who looks now. */
    private static Instant seen(String name) {
        return user(name).lastChange().at();
    }

    private static UserAccount user(String name) {
        return console.bean(UserAccounts.class).findById(name).orElseThrow();
    }

    private static List<String> record(String name) {
        return console.own()
                .getCollection("access")
                .find(new Document("user", name))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
    }

    private static void actAsAdmin() {
        Acting.as("admin", Role.ADMIN);
    }
}
