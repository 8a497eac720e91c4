package io.lockkeeper.console.face.settings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.Chromium.button;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.remember.history.Retention.Limits;
import io.lockkeeper.console.remember.history.RetentionSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.util.unit.DataSize;

/** An administrator changes how long the history is kept. */
@ExtendWith(Acting.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("nightly")
class RetentionIT {

    private static final String PASSWORD = "correct horse battery";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", PASSWORD);

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private final RetentionSettings settings = console.bean(RetentionSettings.class);

    @Test
    @Order(1)
    void anAdministratorChangesWhatSheHasSeenAndTheRecorderTakesItWithoutARestart() {
        Acting.as("boss", Role.ADMIN);
        Limits unchosen = settings.read();
        assertThat(unchosen).isEqualTo(new Limits(Duration.ofDays(30), DataSize.ofGigabytes(5), null));
        assertThat(days(recorded("before"))).isEqualTo(30);
        Limits chosen = settings.set(90, 2_048, null);
        assertThat(days(recorded("after"))).isEqualTo(90);
        Instant seen = Objects.requireNonNull(chosen.chosen()).at();
        assertThat(settings.set(90, 2_048, seen).age()).isEqualTo(Duration.ofDays(90));
        assertThatThrownBy(() -> settings.set(90, 2_048, seen))
                .isInstanceOf(OutdatedException.class)
                .hasMessageContaining("boss changed the retention of the history");
        assertThat(console.own()
                        .getCollection("access")
                        .countDocuments(new Document("what", "the history is kept for 90 days, and 2,048 MB at most")))
                .as("on record")
                .isEqualTo(2);
    }

    @Test
    @Order(2)
    void badValuesAreRefusedWithTheRule() {
        Acting.as("boss", Role.ADMIN);
        Instant seen = Objects.requireNonNull(settings.read().chosen()).at();
        assertThatThrownBy(() -> settings.set(0, 2_048, seen)).hasMessageContaining("for 1 to 3,650 days");
        assertThatThrownBy(() -> settings.set(9, 1, seen)).hasMessageContaining("from 100 to 10,485,760 MB");
        assertThat(settings.read().age()).isEqualTo(Duration.ofDays(90));
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
}
