package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What a lock's drawer tells of a hanging import. */
class LockStoryIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final String LOCK = "import:products";
    private static final Owner FIRST = Locks.owner("import", "import-1", 4711, "importer", "products of shop-1");
    private static final Owner SECOND = Locks.owner("import", "import-2", 4712, "importer", "products of shop-2");
    private static final Owner SHOP = Locks.owner("shop", "shop-1", 77, "http-12", "<b>bold</b>");
    private static final List<String> STACK = List.of(
            "java.base@25/java.lang.Thread.sleep(Thread.java:522)",
            "app//shop.HangingImport.importProducts(HangingImport.java:42)");

    @Test
    void theSentenceComesFirstAndTheHistoryTellsHowEachLeaseEnded() {
        try (Console console = Console.start();
                ServerPages pages = new ServerPages(console)) {
            await().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            past(console);
            new Agents(console.database()).beat(FIRST, Duration.ofHours(3), 1, 0);
            ServerPage page = pages.page(Console.OPERATOR, "/locks/" + LOCK);
            ServerPart sentence = page.find(".sentence");
            await().pollInSameThread()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        console.locks().touchAll(LOCK);
                        console.locks().attach(LOCK, Thread.State.TIMED_WAITING, STACK);
                        assertThat(sentence.texts().toString()).contains("its thread has stood in");
                    });
            sentence.matches(
                    "^Held for \\d+ s by import-1, which is alive and renews; it is usually held for [\\d.]+ m?s; "
                            + "its thread has stood in HangingImport\\.importProducts:42 for \\d+ s; "
                            + "2 wait, the first for \\d+ s\\.");
            ServerPart leases = page.find(".leases li");
            leases.counts(12);
            leases.first().shows("held");
            leases.nth(1).shows("evicted", "by ops: hung on a dead peer");
            leases.nth(2).shows("released");
            page.find(".history > p").first().shows("By its last 27 leases: held for");
            page.find(".bar.evicted").counts(1);
            page.find(".last-eviction").counts(0);
            Pictures.of(console, Console.OPERATOR, "/locks/" + LOCK, "lock-story");
            aHistoryThatCannotBeReadIsSaidSo(console, page);
        }
    }

    private static void past(Console console) {
        for (int i = 0; i < 26; i++) {
            Owner owner = i % 3 == 0 ? SECOND : FIRST;
            console.locks().remove(LOCK, console.locks().enqueue(LOCK, owner, TTL));
        }
        String evicted = console.locks().enqueue(LOCK, SECOND, TTL);
        Holder seen = console.locks().find(LOCK).holders().getFirst();
        console.locks().evict(LOCK, seen, "ops", "hung on a dead peer", Duration.ofSeconds(15), "a-record");
        console.locks().remove(LOCK, evicted);
        console.locks().enqueue(LOCK, FIRST, TTL);
        console.locks().enqueue(LOCK, SHOP, TTL);
        console.locks().enqueue(LOCK, SECOND, TTL);
    }

    private static void aHistoryThatCannotBeReadIsSaidSo(Console console, ServerPage page) {
        console.fail(new Document("failCommands", List.of("find")).append("errorCode", 13));
        page.find(".history .problem").shows("The history could not be read");
        page.find(".leases li").counts(12);
        console.heal();
        page.find(".history .problem").counts(0);
    }
}
