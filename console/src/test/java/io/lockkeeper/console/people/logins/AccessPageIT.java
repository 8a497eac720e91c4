package io.lockkeeper.console.people.logins;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AccessPageIT {

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "boss");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeAll
    static void history() {
        AccessEntries entries = console.bean(AccessEntries.class);
        Instant now = Instant.now();
        for (int i = 0; i < 55; i++) {
            entries.insert(new AccessEntry(null, now.minusSeconds(i), "vera", "vera", "10.1.2.3", "logged in", false));
        }
        entries.insert(new AccessEntry(null, now.minusSeconds(99), "VERA", "vera", "10.9.9.9", "wrong password", true));
    }

    /** The page is dimmed then, also one without a badge. */
    @Test
    void eachPageHasAPlaceToSayThatItHearsNothingFromTheConsole() {
        for (String path : List.of("/logins", "/users", "/alerts", "/tokens", "/audit", "/settings")) {
            pages.page("boss", path).find(".page-head lk-link").counts(1);
        }
    }

    @Test
    void entriesAreFoundByUserEventAndAddressInAnyCaseAndTheAddressKeepsTheSearch() {
        ServerPage page = pages.page("boss", "/logins");
        ServerPart rows = page.find(".plain-table tbody tr");
        page.field("User, event or address …").fill("Vera");
        rows.counts(50);
        page.button("Older").click();
        rows.counts(6);
        page.isAt("/logins\\?q=Vera&page=2$");
        page.field("User, event or address …").fill("10.9.");
        rows.counts(1);
        rows.shows("wrong password");
        page.field("User, event or address …").fill(".*");
        page.shows("No entry matches.");
        page.open("/").open("/logins?q=PASSWORD&refused=1");
        rows.counts(1);
        page.open("/").open("/logins?q=vera&page=2");
        rows.counts(6);
    }
}
