package io.lockkeeper.console.people.users;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Bulk;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.people.security.Role;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpCookie;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.mongodb.core.query.Update;

/** What is left of a session, its page and its download when its user is changed meanwhile, by hand or on the page Users. */
class ChangedUsersIT {

    private static final String LOCK = "order:4711";
    private static final int ENTRIES = 60_000;

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final BrowserDoors browsers = new BrowserDoors(console);

    private static final Accounts accounts = new Accounts(console);

    @BeforeAll
    static void start() {
        console.locks().enqueue(LOCK, Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        MongoCollection<Document> audit = console.own().getCollection("audit");
        console.bean(AuditLog.class).intend(entry());
        Document one = Objects.requireNonNull(audit.find().first());
        Bulk.parts(ENTRIES, 5_000)
                .forEach(part -> audit.insertMany(part.stream()
                        .map(i -> new Document(one).append("_id", "entry-" + i))
                        .toList()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            disabled | {"$set": {"disabled": true}}
            demoted  | {"$set": {"role": "VIEWER"}}
            limited  | {"$set": {"scope": {"prefixes": ["order:"], "sources": []}}}
            reset    | {"$set": {"mustChangePassword": true}}
            password | {"$set": {"hash": "{noop}another"}}
            damaged  | {"$set": {"role": 5}}
            """)
    void aSessionEndsWhenItsUserIsChanged(String name, String change) {
        accounts.add(name, Role.ADMIN);
        try (Visitor session = new Visitor(console)) {
            assertThat(session.logIn(name, Who.PASSWORD)).isEqualTo("/");
            users().updateOne(new Document("_id", name), Document.parse(change));
            assertEnds(session);
        }
    }

    @Test
    void aSessionEndsWhenItsUserIsDeleted() {
        accounts.add("deleted", Role.ADMIN);
        try (Visitor session = new Visitor(console)) {
            assertThat(session.logIn("deleted", Who.PASSWORD)).isEqualTo("/");
            users().deleteOne(new Document("_id", "deleted"));
            assertEnds(session);
        }
    }

    @Test
    void aPageWithAnOpenDialogLeadsToTheLoginAndWhatItsDialogAsksForIsRefused() {
        accounts.add("leaver", Role.OPERATOR);
        Intercepted evict =
                Intercepted.evicting(browsers.logIn("leaver", Who.PASSWORD).newPage(), console, LOCK);
        Page page = browsers.logIn("leaver", Who.PASSWORD).newPage();
        page.navigate(console.address("/locks/" + LOCK));
        page.locator(".lock-panel .foot vaadin-button").click();
        page.locator(".reason vaadin-text-field input").fill("stuck");
        demote("leaver");
        page.locator("input[name=username]").waitFor();
        evict.replay(page.context().request());
        assertThat(console.locks().find(LOCK).holders().getFirst().evicted()).isNull();
        assertThat(audited("leaver")).isZero();
    }

    @Test
    void aDownloadEndsWithItsSessionAndTakesOneOfTheTwoPlacesMeanwhile() throws IOException {
        accounts.add("reader", Role.OPERATOR);
        try (Visitor reader = new Visitor(console);
                Visitor other = new Visitor(console);
                Socket slow = console.http().open()) {
            reader.logIn("reader", Who.PASSWORD);
            other.logIn(Console.VIEWER, Console.VIEWER);
            InputStream file = ask(slow, reader);
            assertThat(reader.get("/export/audit.csv?lock=none").statusCode()).isEqualTo(429);
            assertThat(other.get("/export/audit.csv?lock=none").statusCode()).isEqualTo(200);
            console.bean(UserChanges.class)
                    .change("reader", new Update().set("disabled", true), Author.CONSOLE, "disabled");
            assertEnds(reader);
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("Broken off after ", "entries: your session has ended.");
        }
    }

    /** Asks for a file that is larger than what fits between the two, and reads its beginning. */
    private static InputStream ask(Socket socket, Visitor as) throws IOException {
        String cookies = as.cookies().getCookieStore().getCookies().stream()
                .map(HttpCookie::toString)
                .collect(Collectors.joining("; "));
        socket.getOutputStream()
                .write(("GET /export/audit.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: " + cookies
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 200");
        return socket.getInputStream();
    }

    private static void demote(String user) {
        users().updateOne(new Document("_id", user), new Document("$set", new Document("role", "VIEWER")));
    }

    private static void assertEnds(Visitor session) {
        await().atMost(10, SECONDS)
                .until(() -> session.get("/beat?page=&shown=0&hidden=false").statusCode() == 401);
    }

    private static long audited(String user) {
        return console.own().getCollection("audit").countDocuments(new Document("by", user));
    }

    private static MongoCollection<Document> users() {
        return console.own().getCollection("users");
    }

    private static AuditEntry entry() {
        return AskedEvictions.entry(
                "entry",
                Instant.parse("2026-11-01T00:00:00Z"),
                "ops",
                "127.0.0.1",
                LockId.first("order:1"),
                "a1",
                1,
                "billing",
                "because ".repeat(20));
    }
}
