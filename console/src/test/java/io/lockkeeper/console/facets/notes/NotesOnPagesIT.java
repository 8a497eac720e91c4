package io.lockkeeper.console.facets.notes;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.people.security.Role;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An administrator writes what people know of locks, and the person on call reads it where a lock is in trouble. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NotesOnPagesIT {

    private static final String PATH = "/settings/lock-notes";
    private static final String NOTE = """
            {"owner":"Payments, #payments-oncall","note":"Invoices wait at the month's end: let it run.",
             "runbook":"https://wiki.example/locks/{name}",
             "links":[{"title":"Logs","address":"https://logs.example/?q={name}+{service}&from={acquiredAt}"}]}""";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "boss");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AutoClose
    private static final ApiClient admin = new ApiClient(console).as("boss", Role.ADMIN);

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console).as(Console.VIEWER, Role.VIEWER);

    @BeforeAll
    static void administrator() {
        console.locks()
                .enqueue("billing:a b", Locks.owner("billing", "bill-1", 1, "worker-1", ""), Duration.ofMinutes(10));
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'billing:broken', holders: 'x' }"));
    }

    @Test
    @Order(1)
    void aProgramChangesWhatItHasSeenAndEachChangeIsOnRecord() {
        JsonNode added = json(admin.put(PATH + "/billing:", NOTE));
        assertThat(added.get("changedBy").asString()).isEqualTo("boss by API token test");
        assertThat(admin.put(PATH + "/billing:", NOTE).statusCode()).isEqualTo(428);
        String seen = "\"%s\"".formatted(added.get("version").asString());
        assertThat(admin.put(PATH + "/billing:", NOTE, "If-Match", seen).statusCode())
                .isEqualTo(200);
        assertThat(admin.put(PATH + "/billing:", NOTE, "If-Match", seen).statusCode())
                .isEqualTo(412);
        assertThat(console.own().getCollection("access").countDocuments(Document.parse("""
                        { what: /^note (added|changed); it is: Owner: Payments/ }""")))
                .isEqualTo(2);
    }

    /** The holder's fields are filled in where a lock is shown with its holder; a viewer is told, too. */
    @Test
    @Order(2)
    void aLockAndAFindingTellProgramsOfIt() {
        JsonNode about = json(viewer.get("/locks/-/billing:a~20b")).get("known").get("about");
        assertThat(about.get("prefix").asString()).isEqualTo("billing:");
        assertThat(about.get("links").get(0).get("address").asString())
                .isEqualTo("https://wiki.example/locks/billing%3Aa%20b");
        assertThat(about.get("links").get(1).get("address").asString())
                .startsWith("https://logs.example/?q=billing%3Aa%20b+billing&from=20")
                .doesNotContain("{");
        assertThat(viewer.get(PATH).statusCode()).isEqualTo(403);
        String source = "/locks/%s/billing:report".formatted(LockAddress.of(watched()));
        await().until(() -> viewer.get(source).statusCode() == 200);
        JsonNode ofSource = json(viewer.get(source)).get("known").get("about");
        assertThat(ofSource.get("owner").asString()).startsWith("Payments");
        assertThat(ofSource.get("links").get(0).get("address").asString())
                .isEqualTo("https://wiki.example/locks/billing%3Areport");
        await().untilAsserted(() -> {
            JsonNode found = json(viewer.get("/findings")).get("findings");
            assertThat(found.findValuesAsString("lock")).contains("billing:broken");
            assertThat(found.findValues("owner").getFirst().asString()).startsWith("Payments");
        });
    }

    /** A collection of ShedLock's, in which a lock of such a name is free. */
    private static String watched() {
        Date past = Jobs.ago(Duration.ofMinutes(5));
        console.database().getCollection("shedLock").insertOne(Jobs.shedLock("billing:report", past, past));
        return console.watch("shedLock", "shedlock").id();
    }

    @Test
    @Order(3)
    void theLockItsEvictionAndItsFindingShowIt() {
        ServerPage page = pages.page(Console.OPERATOR, "/lock/billing:a~20b");
        ServerPart note = page.find(".lock-note");
        note.shows("Payments, #payments-oncall", "Invoices wait at the month's end");
        note.find("a").reading("Logs").has("rel", "^noopener noreferrer$");
        Pictures.of(console, Console.OPERATOR, "/lock/billing:a~20b", "lock-note");
        page.open("/locks/billing:a~20b");
        page.find(".lock-panel .foot vaadin-button").click();
        page.find("vaadin-dialog .lock-note").shows("Payments");
        page.open("/findings");
        ServerPart finding = page.find(".finding").having("billing:broken").find(".lock-note");
        finding.shows("Runbook");
        finding.showsNone("Logs");
        Pictures.of(console, Console.OPERATOR, "/findings", "lock-note-finding");
    }

    @Test
    @Order(4)
    void thePageAddsChangesAndRemovesOne() {
        ServerPage page = pages.page("boss", "/settings");
        page.button("Add note…").click();
        page.field("Names start with").fill("report:");
        page.field("Runbook").fill("javascript:alert(1)");
        page.button("Add").click();
        page.find("p.fault").shows("starts with http:// or https://");
        page.field("Runbook").fill("https://wiki.example/reports");
        page.find("vaadin-dialog vaadin-text-field").nth(4).fill("Traces of it https://traces.example/{name}");
        page.button("Add").click();
        ServerPart row = page.find("tr").having("report:");
        row.shows("Runbook, Traces of it");
        aBrowserReadsNotesAloud();
        page.button("Change: report:").click();
        page.field("Owner").fill("Reporting");
        page.button("Change").click();
        row.shows("Reporting · Runbook, Traces of it");
        page.button("Remove: report:").click();
        page.button("Remove").click();
        row.counts(0);
    }

    private static void aBrowserReadsNotesAloud() {
        Page page = chromium.page(console, "boss", "/settings");
        assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("report:")))
                .isVisible();
        Axe.assertNothingSerious(page);
        page.navigate(console.address("/findings"));
        assertThat(page.locator(".finding .lock-note").first()).isVisible();
        Axe.assertNothingSerious(page);
    }

    @Test
    @Order(5)
    void oneThatSomebodyWroteByHandHidesNoOtherAndIsNotOverwritten() {
        for (String byHand : List.of("{ prefix: 'billing:a' }", """
                { prefix: 'billing:a', owner: 'x', note: '', runbook: 'javascript:alert(1)', links: [],
                  changedAt: { $date: '2026-01-01T00:00:00Z' }, changedBy: 'x' }""", "{ prefix: 7, owner: { x: 1 } }")) {
            state().updateOne(
                            new Document("_id", NoteBook.ID),
                            new Document("$push", new Document("notes", Document.parse(byHand))));
        }
        await().untilAsserted(() -> assertThat(json(viewer.get("/locks/-/billing:a~20b"))
                        .get("known")
                        .get("about")
                        .toString())
                .contains("Payments")
                .doesNotContain("javascript"));
        assertThat(json(admin.get(PATH)).get("notes")).hasSize(1);
        HttpResponse<String> refused = admin.put(PATH + "/report:", NOTE);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("lock-notes");
        Document book = Objects.requireNonNull(
                state().find(new Document("_id", NoteBook.ID)).first());
        assertThat(book.getList("notes", Object.class)).hasSize(4);
    }

    /** Of 5 MB, of which nothing but the size is sent. */
    @Test
    @Order(6)
    void aDocumentThatIsFarTooLargeIsNotReadAndNotOverwritten() {
        state().updateOne(
                        new Document("_id", NoteBook.ID), new Document("$set", new Document("x", "x".repeat(5 << 20))));
        assertThat(console.bean(LockNotes.class).read().notes()).isEmpty();
        assertThat(admin.put(PATH + "/report:", NOTE).statusCode()).isEqualTo(409);
        assertThat(console.bean(Undigested.class).sentences()).anyMatch(it -> it.startsWith("A note on locks in"));
        Document book = Objects.requireNonNull(
                state().find(new Document("_id", NoteBook.ID)).first());
        assertThat(book.getList("notes", Object.class)).hasSize(4);
    }

    private static MongoCollection<Document> state() {
        return console.own().getCollection("state");
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
