package io.lockkeeper.console.face.historypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Records;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

class PastPagesIT {

    private static final int LEASES = 450;
    private static final Instant NOON = Night.DAY.plus(Duration.ofHours(12));
    private static final String AT = "/history?at=" + NOON.toString().replace("Z", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    /** All held at noon, of many of which several were granted in the same millisecond. */
    @BeforeAll
    static void recordMany() {
        List<LeaseRecord> all = new ArrayList<>();
        for (int i = 0; i < LEASES; i++) {
            Instant granted = NOON.minusSeconds(1_000).plusMillis(i / 3);
            Party holder = new Party("agent", "billing", "bill-" + i, "host", i, "t", "");
            all.add(Records.lease(
                    new LeaseKey("order:" + i, 1_795_258_911_456_000L + i),
                    holder,
                    granted,
                    granted,
                    NOON.plusSeconds(60),
                    Ending.RELEASED,
                    null));
        }
        console.bean(MongoTemplate.class).insertAll(all);
    }

    @Test
    void allThatWasHeldAtAMomentIsReadPageByPage() {
        assertThat(locks(AT)).hasSize(LEASES);
    }

    @Test
    void allThatWasGrantedInATimeIsReadPageByPage() {
        assertThat(locks(AT + "&window=hour")).hasSize(LEASES);
    }

    @Test
    void allThatAnotherLibraryHoldsIsReadPageByPage() {
        Instant since = Instant.now().minusSeconds(60);
        List<Document> held = new ArrayList<>();
        for (int i = 0; i < LEASES; i++) {
            held.add(Jobs.shedLock("job:" + i, Date.from(since.plusMillis(i)), Date.from(since.plusSeconds(3_600))));
        }
        console.database().getCollection("shedLock").insertMany(held);
        console.administrator("boss", "boss");
        LockSource source = new Jobs(console).watch("shedLock", "shedlock");
        ScopedBoard board = console.bean(Boards.class).of(LockScope.EVERYTHING, source.id());
        await().until(() -> board.byKind(Board.MOST).size() == LEASES);
        assertThat(locks("/history", LEASES + " held")).hasSize(LEASES);
    }

    private static Set<String> locks(String address) {
        return locks(address, LEASES + " ");
    }

    /** Those of every page, and back to the first. */
    private static Set<String> locks(String address, String summary) {
        Page page = chromium.page(console, Console.VIEWER, address);
        assertThat(page.locator(".summary")).containsText(summary);
        Locator rows = page.locator("tr.past");
        Locator next = page.getByText("Next 200");
        Set<String> locks = new LinkedHashSet<>();
        assertThat(page.getByText("First page")).isHidden();
        while (true) {
            locks.addAll(page.locator("tr.past td:first-child a").allInnerTexts());
            if (!next.isVisible()) {
                break;
            }
            assertThat(rows).hasCount(200);
            String first = rows.first().locator("a").first().innerText();
            next.click();
            assertThat(rows.first().locator("a").first()).not().hasText(first);
            assertThat(page.locator(".summary")).containsText(summary);
        }
        page.getByText("First page").click();
        assertThat(page.getByText("First page")).isHidden();
        assertThat(rows).hasCount(200);
        return locks;
    }
}
