package io.lockkeeper.console.face.historypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PastSourceIT {

    private static final String AT = "/history?at=" + Night.AT.toString().replace("Z", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    private static final Night night = new Night(console);
    private static final String OF_SOURCE = "&source=" + night.source().replace("/", "~2f");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeAll
    static void recordTheNight() {
        night.record();
    }

    @Test
    void itsMenuNarrowsTheHistoryToOneCollectionAndTheAddressSaysWhich() {
        ServerPage page = pages.page(Console.VIEWER, AT);
        ServerPart rows = page.find("tr.past");
        ServerPart menu = page.find(".source-menu");
        rows.counts(8);
        menu.shows("All collections");
        menu.pick("shedLock");
        rows.counts(2);
        page.find(".summary").matches("2 held · waiting unknown, at .* UTC");
        page.isAt("source=.*shedLock");
        page.find("a[href*='export/history.csv']").has("href", "source=.*shedLock");
        page.open(page.address());
        rows.counts(2);
        menu.find("span").first().shows("shedLock");
        Pictures.of(console, Console.VIEWER, AT + OF_SOURCE, "history-of-a-source");
        menu.pick(".locks · Lockkeeper");
        rows.counts(6);
        page.isAt("source=first");
        menu.pick("All collections");
        rows.counts(8);
    }

    @Test
    void itsFilesHaveTheSameCollectionOnly() {
        assertThat(file("")).contains("reindex").contains("import:products");
        assertThat(file("&source=first")).doesNotContain("reindex").contains("import:products");
        assertThat(file(OF_SOURCE)).contains("reindex").doesNotContain("import:products");
    }

    @Test
    void whoCostWhomSaysThatItKnowsNoWaitsOfOtherCollections() {
        ServerPage page = pages.page(Console.VIEWER, AT + "&costs=service" + OF_SOURCE);
        page.find(".caveat").first().reads("Of collections of other libraries, no waits are recorded.");
        page.find(".summary").reads("waits unknown");
        page.find(".costs .message h2").reads("Who waited is unknown.");
        page.find(".costs table").counts(0);
        Pictures.of(console, Console.VIEWER, AT + "&costs=service" + OF_SOURCE, "costs-of-a-source");
        page.open(AT + "&costs=service");
        page.find(".summary").matches("\\d+ waits? took .*");
        page.find(".caveat").first().shows("Of collections of other libraries, no waits are recorded.");
        page.open(AT + "&costs=service&source=first");
        page.find(".summary").matches("\\d+ waits? took .*");
        page.find(".costs").showsNone("no waits are recorded");
    }

    private static String file(String narrowed) {
        return pages.file(AT.replace("/history?", "export/history.csv?") + narrowed)
                .body();
    }
}
