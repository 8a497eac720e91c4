package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Filters;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
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
import org.junit.jupiter.api.extension.RegisterExtension;

class BulkEvictionIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner HUNG = Locks.owner("billing", "bill-7f", 2211, "worker-3", "");
    private static final Owner NEXT = Locks.owner("billing", "bill-9c", 1187, "worker-1", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.quarantine=10m");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @Test
    void whatTheOperatorChoosesIsEvictedForOneReasonWithAResultForEach() {
        console.locks().enqueue("several:a", HUNG, TTL);
        String changing = console.locks().enqueue("several:b", HUNG, TTL);
        console.locks().enqueue("several:b", NEXT, TTL);
        console.locks().enqueue("several:c", HUNG, TTL);
        console.locks().enqueue("other", HUNG, TTL);
        ServerPage page = open("several:", 3);
        row(page, "several:b").shows("next is billing · bill-9c.internal");
        page.button("Evict 0 holders").isDisabled();
        tick(page, "several:a");
        tick(page, "several:b");
        page.button("Evict 2 holders").click();
        page.shows("Give a reason: it is kept in the audit.");
        reason(page, "OPS-31");
        console.locks().remove("several:b", changing);

        page.button("Evict 2 holders").click();
        page.find(".bulk .verdict").reads("Done. The audit has a record of each.");
        row(page, "several:a").find(".outcome").reads("evicted");
        row(page, "several:b").find(".outcome").reads("holder changed");
        row(page, "several:c").shows("Not chosen.");
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
        ServerPage page = open("closed:", count);
        page.field("All of them").click();
        reason(page, "OPS-32");
        page.button("Evict 40 holders").click();
        page.find(".bulk .verdict").matches(".");
        page.close();

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
        ServerPage page = open("many:", BulkDialog.MOST + 3);
        page.find(".bulk").shows("3 more are not listed");
        pages.page(Console.VIEWER, "/locks").button("Evict several…").isDisabled();
    }

    private static ServerPage open(String search, int listed) {
        BoardPublisher board = console.bean(BoardPublisher.class);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> board.snapshot(LockScope.EVERYTHING).locks().stream()
                                .filter(lock -> lock.name().startsWith(search))
                                .count()
                        >= listed);
        ServerPage page = pages.page(Console.OPERATOR, "/locks?q=" + search);
        page.find(".lock-name").first().shows(search);
        page.button("Evict several…").click();
        page.find(".bulk-row:not(.columns)").counts(Math.min(listed, BulkDialog.MOST));
        return page;
    }

    private static void tick(ServerPage page, String lock) {
        row(page, lock).find("vaadin-checkbox").click();
    }

    private static ServerPart row(ServerPage page, String lock) {
        return page.find(".bulk-row:not(.columns)").having(lock);
    }

    private static void reason(ServerPage page, String words) {
        page.find(".reason vaadin-text-field").fill(words);
    }

    private static long audited(String prefix) {
        return console.own()
                .getCollection("audit")
                .countDocuments(Filters.and(Filters.regex("lock", "^" + prefix), new Document("action", "EVICT")));
    }
}
