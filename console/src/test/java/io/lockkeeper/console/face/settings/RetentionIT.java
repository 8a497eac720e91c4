package io.lockkeeper.console.face.settings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.Chromium.button;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.people.security.Role;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An administrator changes how long the history is kept, by a program and on the page. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("nightly")
class RetentionIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String PATH = "/settings/retention";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AutoClose
    private static final ApiClient admin = new ApiClient(console);

    @BeforeAll
    static void administrator() {
        console.administrator("boss", PASSWORD);
        admin.as("boss", Role.ADMIN);
    }

    @Test
    @Order(1)
    void aProgramChangesWhatItHasSeenAndTheRecorderTakesItWithoutARestart() {
        JsonNode unchosen = json(admin.get(PATH));
        assertThat(unchosen.get("days").asInt()).isEqualTo(30);
        assertThat(unchosen.get("megabytes").asInt()).isEqualTo(5 * 1_024);
        assertThat(unchosen.get("version").isNull()).isTrue();
        assertThat(days(recorded("before"))).isEqualTo(30);
        String wanted = "{\"days\":90,\"megabytes\":2048}";
        JsonNode chosen = json(admin.put(PATH, wanted));
        assertThat(chosen.get("changedBy").asString()).isEqualTo("boss by API token test");
        assertThat(days(recorded("after"))).isEqualTo(90);
        assertThat(admin.put(PATH, wanted).statusCode()).isEqualTo(428);
        HttpResponse<String> again = admin.put(PATH, wanted, "If-Match", version(chosen));
        assertThat(again.statusCode()).isEqualTo(200);
        HttpResponse<String> stale = admin.put(PATH, wanted, "If-Match", version(chosen));
        assertThat(stale.statusCode()).isEqualTo(412);
        assertThat(stale.body()).contains("boss by API token test changed the retention of the history");
        assertThat(console.own()
                        .getCollection("access")
                        .countDocuments(new Document("what", "the history is kept for 90 days, and 2,048 MB at most")))
                .as("on record")
                .isEqualTo(2);
    }

    @Test
    @Order(2)
    void badValuesAreRefusedWithTheRule() {
        String seen = version(json(admin.get(PATH)));
        assertRefused("{\"days\":0,\"megabytes\":2048}", seen, 400, "for 1 to 3,650 days");
        assertRefused("{\"days\":9,\"megabytes\":1}", seen, 400, "from 100 to 10,485,760 MB");
        assertRefused("{\"days\":9}", seen, 400, "Give days and megabytes");
        assertRefused("{\"days\":\"many\",\"megabytes\":2048}", seen, 400, "");
        assertThat(json(admin.get(PATH)).get("days").asInt()).isEqualTo(90);
    }

    /** What a shorter time has deleted does not come back: the history does not claim it. */
    @Test
    @Order(3)
    void thePageChangesItAndTheHistoryClaimsNoMoreThanThereIs() {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        page.navigate(console.address("/settings"));
        chromium.fill(page, "boss", PASSWORD);
        assertThat(page.getByText("Kept for 90 days after its end, and at most 2 GB."))
                .isVisible();
        change(page).click();
        page.getByLabel("Days").fill("a week");
        button(page, "Change").click();
        assertThat(page.locator("p.fault")).hasText("“a week” is not a whole number. Nothing was changed.");
        page.getByLabel("Days").fill("365");
        button(page, "Change").click();
        assertThat(page.getByText("Kept for 365 days after its end")).isVisible();
        Axe.assertNothingSerious(page);
        Document kept = Objects.requireNonNull(console.own()
                .getCollection("streams")
                .find(new Document("_id", "history-size"))
                .first());
        assertThat(kept.getDate("since").toInstant())
                .isCloseTo(Instant.now().minus(30, ChronoUnit.DAYS), within(1, ChronoUnit.HOURS));
    }

    private static void assertRefused(String body, String seen, int status, String rule) {
        HttpResponse<String> answer = admin.put(PATH, body, "If-Match", seen);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(rule);
    }

    /** The record of a lease that has just ended. */
    private static Document recorded(String lock) {
        String acquirer =
                console.locks().enqueue(lock, Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        console.locks().remove(lock, acquirer);
        return await().until(
                        () -> console.own()
                                .getCollection("leases")
                                .find(new Document("_id.lock", lock).append("purgeAt", new Document("$ne", null)))
                                .first(),
                        Objects::nonNull);
    }

    private static long days(Document record) {
        return Duration.between(
                        record.getDate("endedAt").toInstant(),
                        record.getDate("purgeAt").toInstant())
                .toDays();
    }

    private static Locator change(Page page) {
        return button(page, "Change how long the history is kept");
    }

    private static String version(JsonNode answer) {
        return "\"%s\"".formatted(answer.get("version").asString());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
