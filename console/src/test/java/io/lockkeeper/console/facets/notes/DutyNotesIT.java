package io.lockkeeper.console.facets.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An operator lets the next one know of a lock, wherever that one meets it. */
class DutyNotesIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner IMPORT = Locks.owner("import", "imp-1", 4711, "worker-1", "");

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final ApiClient viewer = new ApiClient(console).as(Console.VIEWER, Role.VIEWER);

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @Test
    void aNoteIsReadInTheListOnTheLockInItsEvictionByProgramsAndOnRecord() {
        console.locks().enqueue("duty:import", IMPORT, TTL);
        leave("/locks/duty:import", "Slow tonight: let it run.");
        ServerPage seen = pages.page(Console.VIEWER, "/lock/duty:import");
        seen.find(".duty-note").shows("Slow tonight: let it run.", "operator", "until");
        seen.open("/locks?q=duty:import");
        seen.shows("operator: Slow tonight: let it run.");
        ServerPage eviction = pages.page(Console.OPERATOR, "/locks/duty:import");
        eviction.button("Evict the holder…").click();
        eviction.find("vaadin-dialog .duty-note").shows("Slow tonight");
        JsonNode about = JsonMapper.shared()
                .readTree(viewer.get("/locks/-/duty:import").body())
                .get("known")
                .get("about");
        assertThat(about.get("duty").get(0).get("note").asString()).isEqualTo("Slow tonight: let it run.");
        assertThat(console.own()
                        .getCollection("access")
                        .countDocuments(Document.parse(
                                "{ user: 'locks duty:import', what: /^note by operators left until .*Slow tonight/ }")))
                .isEqualTo(1);
    }

    @Test
    void aNoteOnAllThatStartSoIsReadWithAFinding() {
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'broken:one', holders: 'x' }"));
        ServerPage page = pages.page(Console.OPERATOR, "/locks/broken:two");
        page.button("Leave a note…").click();
        page.field("What others should know").fill("A migration writes these.");
        page.field("About").choose("All locks whose names start with …");
        page.field("Names start with").fill("broken:");
        page.button("Leave it").click();
        page.find("vaadin-notification").shows("Others read it");
        page.open("/findings");
        page.find(".finding").having("broken:one").find(".duty-note").shows("A migration writes these.");
    }

    @Test
    void itIsGoneWhenItsTimeIsOverOrAnOperatorRemovesIt() {
        console.locks().enqueue("gone:a", IMPORT, TTL);
        leave("/locks/gone:a", "first");
        leave("/locks/gone:a", "second");
        ServerPage page = pages.page(Console.OPERATOR, "/locks/gone:a");
        page.find(".lock-panel .duty-note").shows("second"); // the former one of the same operator was replaced
        page.button("Leave a note…").click();
        page.button("Remove: second").click();
        page.find(".lock-panel .duty-note").counts(0);
        page.button("Cancel").click();
        leave("/locks/gone:a", "over soon");
        console.own()
                .getCollection("state")
                .updateOne(
                        Document.parse("{ _id: 'lock-notes' }"),
                        new Document("$set", new Document("duty.$[mine].until", Instant.EPOCH)),
                        new UpdateOptions().arrayFilters(List.of(Document.parse("{ 'mine.note': 'over soon' }"))));
        await().untilAsserted(() ->
                pages.page(Console.VIEWER, "/lock/gone:a").find(".duty-note").counts(0));
    }

    /** Also where it was replaced or removed since. */
    @Test
    void whoReadsOfAnIncidentSeesWhatOperatorsLetEachOtherKnow() {
        console.locks().enqueue("told:a", IMPORT, TTL);
        leave("/locks/told:a", "told first");
        leave("/locks/told:a", "told second");
        ServerPage page = pages.page(Console.OPERATOR, "/locks/told:a");
        page.button("Leave a note…").click();
        page.button("Remove: told second").click();
        page.button("Remove: told second").counts(0);
        Instant now = Instant.now();
        page.open("/" + IncidentAddress.around(now, now));
        for (String note : List.of("told first", "told second")) {
            page.find(".happenings li").having("note").having(": " + note).shows("operator let others know of told:a");
        }
        page.find(".sentence").shows("notes by operators");
        page.open("/" + IncidentAddress.of(now.plusSeconds(60), now.plusSeconds(120)));
        page.find(".sentence").shows("No request waited.");
        page.find(".happenings li").having(": told").counts(0);
    }

    @Test
    void onlyAnOperatorIsOfferedItAndANoteThatSaysNothingIsRefused() {
        console.locks().enqueue("rule:a", IMPORT, TTL);
        pages.page(Console.VIEWER, "/locks/rule:a").button("Leave a note…").counts(0);
        ServerPage page = pages.page(Console.OPERATOR, "/locks/rule:a");
        page.button("Leave a note…").click();
        page.button("Leave it").click();
        page.find(".fault").shows("The note says nothing.");
        page.field("What others should know").fill("all");
        page.field("About").choose("All locks whose names start with …");
        page.field("Names start with").fill("");
        page.button("Leave it").click();
        page.find(".fault").shows("The prefix is empty.");
    }

    @Test
    void ofTwoWhoRemoveOneTheSecondIsToldThatItIsGone() {
        console.locks().enqueue("two:a", IMPORT, TTL);
        leave("/locks/two:a", "once");
        ServerPage one = pages.page(Console.OPERATOR, "/locks/two:a");
        ServerPage other = pages.page(Console.OPERATOR, "/locks/two:a");
        one.button("Leave a note…").click();
        other.button("Leave a note…").click();
        one.button("Remove: once").click();
        one.button("Remove: once").counts(0);
        other.button("Remove: once").click();
        other.find("vaadin-notification").shows("The note is not there any more. Nothing was changed.");
        assertThat(console.own()
                        .getCollection("access")
                        .countDocuments(Document.parse("{ what: 'note by operators removed: once' }")))
                .isEqualTo(1);
    }

    @Test
    void anOperatorWithAScopeLeavesNoneBeyondIt() {
        console.limited("olga", Role.OPERATOR, "order:");
        console.locks().enqueue("order:1", IMPORT, TTL);
        ServerPage page = pages.page("olga", "/locks/order:1");
        page.button("Leave a note…").click();
        page.field("What others should know").fill("all of them");
        page.field("About").choose("All locks whose names start with …");
        page.field("Names start with").fill("or");
        page.button("Leave it").click();
        page.find(".fault").shows("outside your scope", "Nothing was changed.");
        page.field("Names start with").fill("order:");
        page.button("Leave it").click();
        page.find(".lock-panel .duty-note").shows("all of them");
    }

    private static void leave(String path, String words) {
        ServerPage page = pages.page(Console.OPERATOR, path);
        page.button("Leave a note…").click();
        page.field("What others should know").fill(words);
        page.button("Leave it").click();
        page.find(".duty-note").having(words).counts(1);
    }
}
