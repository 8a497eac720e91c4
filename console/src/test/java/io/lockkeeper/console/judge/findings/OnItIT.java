package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whoever works on a finding says so, and the others see it. */
class OnItIT {

    @AutoClose
    private final Console console = Console.start();

    @RegisterExtension
    final ServerPages pages = new ServerPages(console);

    @AutoClose
    private final ApiClient other = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR);

    private final String broken = "broken:" + UUID.randomUUID();

    @AfterEach
    void repair() {
        console.locks().collection().deleteOne(new Document("_id", broken));
    }

    @Test
    void othersSeeWhoIsOnAFindingUntilItEndsOrIsTakenBack() {
        damage();
        long before = onRecord();
        ServerPage page = pages.page(Console.OPERATOR, "/findings");
        ServerPart finding = page.find(".finding").having(broken);
        finding.button("I’m on it").click();
        finding.find(".on-it").shows("operator is on it since");
        Pictures.of(console, Console.OPERATOR, "/findings", "on-it");
        assertThat(say(true)).as("take over").isEqualTo(204);
        finding.find(".on-it").shows("operator by API token test is on it");
        finding.button("Take over").click();
        finding.find(".on-it").shows("operator is on it since");
        assertThat(say(false)).as("not on it").isEqualTo(409);
        finding.button("Not on it any more").click();
        finding.find(".on-it").counts(0);
        assertThat(onRecord()).isEqualTo(before + 4);
    }

    @Test
    void anotherConsoleTellsOfItAndTheOverviewDoes() {
        damage();
        await().until(() -> say(true) == 204);
        pages.page(Console.VIEWER, "/").find(".needs li").having(broken).shows("operator by API token test is on it");
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
                .updateOne(
                        new Document("_id", found(console).getFirst().id()),
                        Document.parse("{ $set: { onIt: { since: null } } }"));
        try (Console another = console.another();
                ServerPages those = new ServerPages(another)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> !found(another).isEmpty());
            ServerPage page = those.page(Console.OPERATOR, "/findings");
            page.find(".finding").having("The document is damaged").shows(broken);
            page.shows("Not everything that is stored can be read");
            page.find(".finding")
                    .having("The document is damaged")
                    .find(".on-it")
                    .counts(0);
        }
    }

    @Test
    void nobodyIsOnAFindingThatEndedAndCameBack() {
        damage();
        await().until(() -> say(true) == 204);
        await().until(() -> onIt(console).isPresent());
        repair();
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
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: '%s', holders: 'x' }".formatted(broken)));
    }

    private long onRecord() {
        return console.own()
                .getCollection("access")
                .countDocuments(Document.parse("{ what: /^works on the finding/ }"));
    }

    private List<Finding> found(Console console) {
        return console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING).of(LockId.first(broken));
    }

    private Optional<String> onIt(Console console) {
        return found(console).stream()
                .flatMap(it -> Optional.ofNullable(it.onIt()).stream())
                .map(OnIt::by)
                .findFirst();
    }
}
