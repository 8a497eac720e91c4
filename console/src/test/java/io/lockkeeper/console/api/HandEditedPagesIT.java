package io.lockkeeper.console.api;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.HandEdited;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.Visitor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.BsonNull;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Each page opens, while each collection of the console's own has copies in which somebody has written each field by hand as something else. */
@Tag("nightly")
@ExtendWith(OutputCaptureExtension.class)
class HandEditedPagesIT {

    private static final List<String> PAGES = List.of(
            "/",
            "/locks",
            "/lock/page:01",
            "/history",
            "/audit",
            "/consent",
            "/users",
            "/logins",
            "/alerts",
            "/tokens",
            "/sources",
            "/agents",
            "/findings",
            "/waits",
            "/settings");
    private static final List<String> UNTOUCHED = List.of("locks", "schema", "streams", "state");

    @AutoClose
    private static final ApiScene scene = new ApiScene();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static final Page page =
            chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();

    @BeforeAll
    static void start() {
        assertThat(scene.admin()
                        .put("/four-eyes/rules/paid", "{\"why\":\"money\"}")
                        .statusCode())
                .isEqualTo(200);
        for (String lock : List.of("paid", "evicted")) {
            long token = scene.hold(lock, "billing");
            assertThat(scene.operator().evict(lock, token, "{\"reason\":\"r\"}").statusCode())
                    .isIn(200, 202);
        }
        insertWhatNobodyDid();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> List.of("minutes", "leases").stream().allMatch(HandEditedPagesIT::hasSome));
        for (String name : scene.console().own().listCollectionNames().into(new ArrayList<>())) {
            if (!UNTOUCHED.contains(name) && hasSome(name)) {
                new HandEdited(scene.console().own()).copy(name);
            }
        }
        chromium.enter(page, scene.console(), "boss");
    }

    @Test
    void eachOpensAndNothingFailsOnIt(CapturedOutput output) {
        for (String path : PAGES) {
            open(path);
            assertThat(page.locator(".shell")).not().containsText("could not be");
            assertThat(page.evaluate("() => window.hacked === undefined"))
                    .as(path)
                    .isEqualTo(true);
            Pictures.take(page, "hand-edited-" + path.replaceAll("[^a-z]+", "-"));
        }
        assertThat(output).doesNotContain("A page failed", "could not be opened");
    }

    @Test
    void eachFileIsAnswered() {
        try (Visitor boss = new Visitor(scene.console())) {
            boss.logIn("boss", "boss");
            for (String name : List.of("audit", "history", "locks")) {
                for (String format : List.of("csv", "json")) {
                    String path = "/export/" + name + "." + format;
                    assertThat(boss.get(path).statusCode()).as(path).isEqualTo(200);
                }
            }
        }
    }

    /** By an id that is made a text, its buttons would change another rule. */
    @Test
    void aRuleWhoseIdIsNoTextIsLeftOut() {
        String rules = scene.admin().get("/alerts/rules").body();
        assertThat(rules).contains("\"name\":\"rule").doesNotContain("\"name\":\"NaN\"", "\"name\":\"-1\"");
    }

    /** By an id that is made a text, another user would be changed. */
    @Test
    void aUserWhoseIdIsNoTextIsShownWithItAndWithoutButtons() {
        assertThat(scene.console().own().getCollection("users").countDocuments(new Document("_id", new BsonNull())))
                .isEqualTo(1);
        open("/users");
        Locator row = page.locator("tr", new Page.LocatorOptions().setHasText("_id: null"));
        assertThat(row).containsText("not changeable: no name");
        assertThat(row.locator("vaadin-button")).hasCount(0);
    }

    private static void open(String path) {
        page.navigate(scene.console().address(path));
        page.locator(".shell h1").first().waitFor();
        assertThat(page.locator(".skeleton:visible")).hasCount(0);
    }

    private static boolean hasSome(String name) {
        return scene.console().own().getCollection(name).find().first() != null;
    }

    private static void insertWhatNobodyDid() {
        Date now = Date.from(Instant.now());
        Date later = Date.from(Instant.now().plusSeconds(3_600));
        insert("alert_targets", "{ _id: 'mail', channel: 'MAIL', address: 'a@example.com', changedBy: 'boss' }", now);
        insert(
                "alert_rules",
                "{ _id: 'rule', kinds: ['DEADLOCK'], least: 'NOTE', prefix: 'no:', target: 'mail', sendsResolved: true, changedBy: 'boss',"
                        + " quiet: { from: '22:00', to: '22:01', zone: 'UTC' } }",
                now);
        insert("dismissals", "{ _id: 'f', by: 'boss', reason: 'r' }", later);
        insert("gaps", "{ why: 'none' }", later);
        insert(
                "waits",
                "{ _id: 'w', lock: 'page:01', silent: false, waitedMillis: 5, waitClass: 1, waiter: { agent: 'a', service: 's',"
                        + " instance: 'i', host: 'h', pid: 1, thread: 't', note: '' } }",
                later);
    }

    /** With each date that such a document has. */
    private static void insert(String name, String json, Date at) {
        Document document = Document.parse(json);
        List.of("at", "since", "endedAt", "changedAt")
                .forEach(field -> document.append(field, Date.from(Instant.now())));
        document.append("until", at).append("purgeAt", Date.from(Instant.now().plusSeconds(3_600)));
        document.putIfAbsent("_id", Date.from(Instant.now()));
        scene.console().own().getCollection(name).insertOne(document);
    }
}
