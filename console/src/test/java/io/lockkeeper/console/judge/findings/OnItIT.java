package io.lockkeeper.console.judge.findings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Whoever works on a finding says so, and the others see it. */
class OnItIT {

    @AutoClose
    private final Console console = Console.start();

    @AutoClose
    private final Chromium chromium = new Chromium();

    @AutoClose
    private final ApiClient other = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR);

    @Test
    void othersSeeWhoIsOnAFindingUntilItEndsOrIsTakenBack() {
        damage();
        Page page = chromium.page(console, Console.OPERATOR, "/findings");
        Locator finding = page.locator(".finding", new Page.LocatorOptions().setHasText("broken"));
        button(finding, "I’m on it").click();
        assertThat(finding.locator(".on-it")).containsText("operator is on it since");
        Axe.assertNothingSerious(page);
        Pictures.takeAll(chromium, "on-it", shown -> {
            chromium.logIn(shown, console, Console.OPERATOR, "/findings");
            shown.locator(".on-it").first().waitFor();
        });
        assertThat(say(true)).as("take over").isEqualTo(204);
        assertThat(finding.locator(".on-it")).containsText("operator by API token test is on it");
        button(finding, "Take over").click();
        assertThat(finding.locator(".on-it")).containsText("operator is on it since");
        assertThat(say(false)).as("not on it").isEqualTo(409);
        button(finding, "Not on it any more").click();
        assertThat(finding.locator(".on-it")).not().isVisible();
        assertThat(console.own()
                        .getCollection("access")
                        .countDocuments(Document.parse("{ what: /^works on the finding/ }")))
                .as("on record")
                .isEqualTo(4);
    }

    @Test
    void anotherConsoleTellsOfItAndTheOverviewDoes() {
        damage();
        await().until(() -> say(true) == 204);
        assertThat(chromium.page(console, Console.VIEWER, "/").locator(".needs li"))
                .containsText(
                        "operator by API token test is on it",
                        new LocatorAssertions.ContainsTextOptions().setTimeout(20_000));
        try (Console another = console.another()) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> onIt(another).equals(Optional.of("operator by API token test")));
        }
    }

    /** A page shows what was so a moment ago, and what is done there concerns only that. */
    @Test
    void onlyThePersonWhoWasSeenIsTakenOffTheFinding() {
        damage();
        await().until(() -> !found(console).isEmpty());
        Finding unseen = found(console).getFirst();
        await().until(() -> say(true) == 204);
        await().until(() -> onIt(console).isPresent());
        Finding mine = found(console).getFirst();
        Sightings sightings = console.bean(Sightings.class);
        OnIt anna = new OnIt("anna", Instant.parse("2026-11-27T08:00:00Z"));
        assertThat(sightings.storeOnIt(unseen, anna)).isFalse();
        assertThat(sightings.storeOnIt(mine, anna)).as("taken over").isTrue();
        assertThat(sightings.storeOnIt(mine, null)).as("given up too late").isFalse();
        await().until(() -> onIt(console).equals(Optional.of("anna")));
    }

    @Test
    void aRecordThatSomebodyDamagedHidesNoFinding() {
        damage();
        await().until(() -> say(true) == 204);
        console.own()
                .getCollection(Sightings.Sighting.COLLECTION)
                .updateMany(new Document(), Document.parse("{ $set: { onIt: { since: null } } }"));
        try (Console another = console.another()) {
            await().atMost(Duration.ofSeconds(30)).until(() -> !found(another).isEmpty());
            Page page = chromium.page(another, Console.OPERATOR, "/findings");
            assertThat(page.getByText("The document is damaged")).isVisible();
            assertThat(page.getByText("Not everything that is stored can be read"))
                    .isVisible();
            assertThat(page.locator(".on-it:visible")).hasCount(0);
        }
    }

    @Test
    void nobodyIsOnAFindingThatEndedAndCameBack() {
        damage();
        await().until(() -> say(true) == 204);
        await().until(() -> onIt(console).isPresent());
        console.locks().collection().deleteOne(new Document("_id", "broken"));
        await().until(() -> found(console).isEmpty());
        damage();
        await().until(() -> !found(console).isEmpty());
        assertThat(onIt(console)).isEmpty();
    }

    private int say(boolean on) {
        String id = found(console).stream().map(Finding::id).findFirst().orElse("none");
        String body = new Document("finding", id).append("on", on).toJson();
        return other.post("/findings/on-it", body).statusCode();
    }

    private void damage() {
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'broken', holders: 'x' }"));
    }

    private static List<Finding> found(Console console) {
        return console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING).of(LockId.first("broken"));
    }

    private static Optional<String> onIt(Console console) {
        return found(console).stream()
                .flatMap(it -> Optional.ofNullable(it.onIt()).stream())
                .map(OnIt::by)
                .findFirst();
    }

    private static Locator button(Locator finding, String words) {
        return finding.locator("vaadin-button", new Locator.LocatorOptions().setHasText(words));
    }
}
