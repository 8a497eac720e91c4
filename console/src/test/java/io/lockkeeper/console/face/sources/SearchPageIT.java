package io.lockkeeper.console.face.sources;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.source.FoundEverywhere;
import io.lockkeeper.console.watch.source.Searched;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A search of all databases continues after its page is closed. */
class SearchPageIT {

    @AutoClose
    private static final Console console = Console.start();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AutoClose("drop")
    private final MongoDatabase other = MongoServer.shared().freshDatabase();

    @Test
    void whatItFindsMeanwhileIsOnTheNextPageAndCanBeWatched() {
        console.administrator("boss", "boss");
        for (MongoDatabase each : List.of(console.database(), other)) {
            ForeignDocuments.hold("shedlock", each.getCollection("shedLock", BsonDocument.class));
        }
        ServerPage first = pages.page("boss", "/sources");
        ServerPart search = first.find(".source-search");
        search.field("Database").fill("");
        search.button("Look for locks").click();
        first.close();

        ServerPage next = pages.page("boss", "/sources");
        next.find(".source-search").shows("databases have nothing that looks like locks.");
        next.find(".source-search").showsNone("continues");
        for (MongoDatabase each : List.of(console.database(), other)) {
            in(each, next).shows("1 of which look like locks.", "1 of 1 sampled");
        }
        in(other, next).button("Watch: shedLock as ShedLock").click();
        next.find("tr.source").shows("shedLock", "in " + other.getName(), "1 held");
    }

    @Test
    void asItBeginsItSaysThatItGoesOn() {
        FoundEverywhere nothing = new FoundEverywhere(null, List.of(), List.of(), List.of(), Duration.ZERO);
        assertThat(SearchWords.of(new Searched(nothing, Instant.EPOCH, "", null)))
                .isEqualTo("Searching all databases … The search continues when you leave this page.");
    }

    private static ServerPart in(MongoDatabase database, ServerPage page) {
        return page.find(".source-search div:has(> h3:containsOwn(%s))".formatted(database.getName()));
    }
}
