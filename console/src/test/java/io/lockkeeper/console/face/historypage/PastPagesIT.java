package io.lockkeeper.console.face.historypage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Ending;
import io.lockkeeper.console.remember.history.LeaseKey;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.Records;
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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.mongodb.core.MongoTemplate;

class PastPagesIT {

    private static final int LEASES = 450;
    private static final Instant NOON = Night.DAY.plus(Duration.ofHours(12));
    private static final String AT = "/history?at=" + NOON.toString().replace("Z", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.retention=36500d");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

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
        await().until(() -> board.snapshot().locks().size() == LEASES);
        assertThat(locks("/history", LEASES + " held")).hasSize(LEASES);
    }

    private static Set<String> locks(String address) {
        return locks(address, LEASES + " ");
    }

    /** Those of every page, and back to the first. */
    private static Set<String> locks(String address, String summary) {
        ServerPage page = pages.page(Console.VIEWER, address);
        page.find(".summary").shows(summary);
        ServerPart rows = page.find("tr.past");
        ServerPart next = page.button("Next 200");
        page.button("First page").counts(0);
        List<String> names = names(page);
        Set<String> locks = new LinkedHashSet<>(names);
        while (names.size() == 200) {
            next.click();
            rows.first().showsNone(names.getFirst());
            names = names(page);
            locks.addAll(names);
            page.find(".summary").shows(summary);
        }
        next.counts(0);
        page.button("First page").click();
        page.button("First page").counts(0);
        rows.counts(200);
        return locks;
    }

    private static List<String> names(ServerPage page) {
        return page.find("tr.past td:first-child a").texts();
    }
}
