package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
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
                Chromium chromium = new Chromium()) {
            await().until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            past(console);
            new Agents(console.database()).beat(FIRST, Duration.ofHours(3), 1, 0);
            Page page = chromium.page(console, Console.OPERATOR, "/locks/" + LOCK);
            Locator sentence = page.locator(".sentence");
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        console.locks().touchAll(LOCK);
                        console.locks().attach(LOCK, Thread.State.TIMED_WAITING, STACK);
                        assertThat(sentence.textContent()).contains("its thread has stood in");
                    });
            String told = sentence.textContent();
            assertThat(told)
                    .matches(
                            "Held for \\d+ s by import-1, which is alive and renews; it is usually held for [\\d.]+ m?s; "
                                    + "its thread has stood in HangingImport\\.importProducts:42 for \\d+ s; "
                                    + "2 wait, the first for \\d+ s\\.");
            Locator leases = page.locator(".leases li");
            assertThat(leases).hasCount(12);
            assertThat(leases.first()).containsText("held");
            assertThat(leases.nth(1)).containsText("evicted");
            assertThat(leases.nth(1)).containsText("by ops: hung on a dead peer");
            assertThat(leases.nth(2)).containsText("released");
            assertThat(page.locator(".history > p").first()).containsText("By its last 27 leases: held for");
            assertThat(page.locator(".bar.evicted")).hasCount(1);
            assertThat(page.locator(".last-eviction")).hasCount(0);
            Pictures.takeAll(
                    chromium,
                    "lock-story",
                    each -> chromium.logIn(each, console, Console.OPERATOR, "/locks/" + LOCK)
                            .locator(".leases li")
                            .first()
                            .scrollIntoViewIfNeeded());
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

    private static void aHistoryThatCannotBeReadIsSaidSo(Console console, Page page) {
        console.fail(new Document("failCommands", List.of("find")).append("errorCode", 13));
        assertThat(page.locator(".history .problem")).containsText("The history could not be read");
        assertThat(page.locator(".leases li")).hasCount(12);
        console.heal();
        assertThat(page.locator(".history .problem")).hasCount(0);
    }
}
