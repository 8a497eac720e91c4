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
    void howManyLeasesThereWereIsDrawnOverTheTimeWhichASliceNarrows() {
        ServerPage page = pages.page(Console.VIEWER, AT + "&window=day&source=first");
        page.find(".density")
                .shows("Leases: 7 granted, at most 6 leases in 15 min 00 s, nothing is recorded of 20 h 48 min");
        ServerPart bars = page.find(".density .bars span");
        bars.counts(97);
        page.find(".density .bars span.not-seen").counts(84);
        bars.nth(83).has("title", "23:45:00 to 00:00:00 UTC: not recorded$");
        bars.nth(95).has("title", "02:45:00 to 03:00:00 UTC: 1 held, 1 of them granted$");
        page.find("tr.past").counts(7);
        bars.nth(95).click();
        page.isAt("at=.*03(:|%3A)00(:|%3A)00Z.*from=.*02(:|%3A)45(:|%3A)00Z.*window=since.*source=first");
        page.find("tr.past").counts(1);
        page.find("tr.past").shows("import:products");
        page.find(".density").shows("1 granted, at most 1 lease in 10 s");
        page.find(".density summary").click();
        page.find(".density tr.slice").first().shows("02:59:50", "1", "0");
        page.find(".density tr.slice a").first().click();
        page.find("tr.past").counts(0);
        page.isAt("from=.*02(:|%3A)59(:|%3A)50Z");
    }

    @Test
    void aMomentThatNobodyRecordedIsNotSaidToBeFreeOfLocks() {
        ServerPage page = pages.page(Console.VIEWER, AT.replace("03:12", "05:00") + "&source=first");
        page.find(".past-table .message").shows("Nothing matches at this moment.", "Not all of it was recorded");
        page.find(".summary").shows("0 held · waiting unknown");
        page.find(".density .bars span.not-seen").counts(10);
        page.open(AT.replace("03:12", "06:00") + "&source=first");
        page.find(".past-table .message").showsNone("Not all of it was recorded");
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
