package io.lockkeeper.console.act.eviction;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BulkEvictionIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner HUNG = Locks.owner("billing", "bill-7f", 2211, "worker-3", "");
    private static final Owner NEXT = Locks.owner("billing", "bill-9c", 1187, "worker-1", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.quarantine=10m");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @Test
    void whatTheOperatorChoosesIsEvictedForOneReasonWithAResultForEach() {
        console.locks().enqueue("several:a", HUNG, TTL);
        String changing = console.locks().enqueue("several:b", HUNG, TTL);
        console.locks().enqueue("several:b", NEXT, TTL);
        console.locks().enqueue("several:c", HUNG, TTL);
        console.locks().enqueue("other", HUNG, TTL);
        Page page = open("several:", 3);
        assertThat(row(page, "several:b")).containsText("next is billing · bill-9c.internal");
        assertThat(button(page, "Evict 0 holders")).isDisabled();
        tick(page, "several:a");
        tick(page, "several:b");
        button(page, "Evict 2 holders").click();
        assertThat(page.getByText("Give a reason: it is kept in the audit.").first())
                .isVisible();
        reason(page, "OPS-31");
        console.locks().remove("several:b", changing);

        button(page, "Evict 2 holders").click();
        assertThat(page.locator(".bulk .verdict")).hasText("Done. The audit has a record of each.");
        assertThat(row(page, "several:a").locator(".outcome")).hasText("evicted");
        assertThat(row(page, "several:b").locator(".outcome")).hasText("holder changed");
        assertThat(row(page, "several:c")).containsText("Not chosen.");
        Pictures.take(page, "bulk-results");
        assertThat(console.locks().find("several:a").holders().getFirst().evicted())
                .isNotNull()
                .hasFieldOrPropertyWithValue("reason", "OPS-31");
        assertThat(console.locks().find("several:b").holders().getFirst().owner())
                .isEqualTo(NEXT);
        assertThat(List.of("several:b", "several:c", "other"))
                .allMatch(
                        lock -> console.locks().find(lock).holders().getFirst().evicted() == null);
        assertThat(audited("several:")).isEqualTo(2);
    }

    @Test
    void aPageThatIsClosedInTheMiddleLeavesNoneHalfDone() {
        int count = 40;
        IntStream.range(0, count).forEach(i -> console.locks().enqueue("closed:" + i, HUNG, TTL));
        Page page = open("closed:", count);
        page.getByText("All of them").click();
        reason(page, "OPS-32");
        button(page, "Evict 40 holders").click();
        assertThat(page.locator(".bulk .verdict")).not().hasText("");
        page.context().close();

        await().atMost(Duration.ofSeconds(60)).until(() -> audited("closed:") == count);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> IntStream.range(0, count)
                        .allMatch(i -> console.locks()
                                        .find("closed:" + i)
                                        .holders()
                                        .getFirst()
                                        .evicted()
                                != null));
    }

    @Test
    void whatIsStoppedBeforeItsTurnIsNotEvicted() {
        console.locks().enqueue("stopped:a", HUNG, TTL);
        Holder seen = console.locks().find("stopped:a").holders().getFirst();
        EvictionRequest request = AskedEvictions.of("stopped:a", seen, "OPS-33", EvictionRequest.Way.MARK, "");
        BulkRun run = new BulkRun(
                console.bean(EvictionService.class), console.bean(EvictionFollower.class), List.of(request));
        run.stop();
        assertThat(run.run()).isEqualTo(1);
        assertThat(run.isOver()).isTrue();
        assertThat(run.course(request.id()).orElseThrow().trouble()).startsWith("Stopped before its turn");
        assertThat(audited("stopped:")).isZero();
    }

    @Test
    void ofManyTheFirstAreListedAndAViewerEvictsNone() {
        IntStream.range(0, BulkDialog.MOST + 3).forEach(i -> console.locks().enqueue("many:" + i, HUNG, TTL));
        Page page = open("many:", BulkDialog.MOST + 3);
        assertThat(page.locator(".bulk")).containsText("3 more are not listed");
        Page viewer = chromium.page(console, Console.VIEWER, "/locks");
        assertThat(button(viewer, "Evict several…")).isDisabled();
    }

    private static Page open(String search, int listed) {
        BoardPublisher board = console.bean(BoardPublisher.class);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> board.snapshot(LockScope.EVERYTHING).locks().stream()
                                .filter(lock -> lock.name().startsWith(search))
                                .count()
                        >= listed);
        Page page = chromium.page(console, Console.OPERATOR, "/locks?q=" + search);
        assertThat(page.locator(".lock-name:visible").first()).containsText(search);
        button(page, "Evict several…").click();
        assertThat(page.locator(".bulk-row:not(.columns)")).hasCount(Math.min(listed, BulkDialog.MOST));
        return page;
    }

    private static void tick(Page page, String lock) {
        row(page, lock).locator("vaadin-checkbox").click();
    }

    private static Locator row(Page page, String lock) {
        return page.locator(".bulk-row:not(.columns)", new Page.LocatorOptions().setHasText(lock));
    }

    private static void reason(Page page, String words) {
        page.locator(".reason vaadin-text-field input").fill(words);
        page.keyboard().press("Tab");
    }

    private static Locator button(Page page, String text) {
        return page.locator("vaadin-button:text-is(\"%s\")".formatted(text));
    }

    private static long audited(String prefix) {
        return console.own()
                .getCollection("audit")
                .countDocuments(Filters.and(Filters.regex("lock", "^" + prefix), new Document("action", "EVICT")));
    }
}
