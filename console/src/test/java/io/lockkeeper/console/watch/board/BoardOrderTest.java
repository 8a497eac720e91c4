package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoardOrderTest {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner OWNER = new Owner("agent", "billing", "bill-1", "host", 1, "main", "");
    private static final int LOCKS = 40;

    private final Random random = new Random(1);
    private final Board board = new Board();
    private final BoardOrder kept = new BoardOrder();
    private Instant now = Instant.parse("2026-11-23T12:00:00Z");

    @Test
    void whatIsKeptFromLookToLookIsWhatSortingAllWouldGive() {
        for (int look = 0; look < 2_000; look++) {
            for (int i = random.nextInt(6); i > 0; i--) {
                change();
            }
            now = now.plusSeconds(random.nextInt(9) - 1);
            kept.update(board.takeChanges(), now);
            BoardOrder sorted = new BoardOrder();
            sorted.update(new LiveChanges(true, Set.of(), board.live()), now);
            assertThat(kept.locks()).isEqualTo(sorted.locks());
            assertThat(kept.held()).isEqualTo(sorted.held());
            assertThat(kept.waiting()).isEqualTo(sorted.waiting());
        }
    }

    @Test
    void afterMoreChangesThanAreKeptAllAreTakenAnew() {
        for (int i = 0; i < 30_000; i++) {
            board.put(held("lock:" + i, 0));
        }
        assertThat(board.takeChanges().whole()).isTrue();
        board.put(held("one", 0));
        assertThat(board.takeChanges().names()).containsExactly("one");
        for (int i = 0; i < 30_000; i++) {
            board.remove("lock:" + i, true);
        }
        LiveChanges changes = board.takeChanges();
        kept.update(changes, now);
        assertThat(changes.whole()).isTrue();
        assertThat(kept.locks()).extracting(LockView::name).containsExactly("one");
    }

    private void change() {
        String name = "lock:" + random.nextInt(LOCKS);
        switch (random.nextInt(6)) {
            case 0 -> board.put(held(name, random.nextInt(3)));
            case 1 -> board.put(LockView.gone(name));
            case 2 -> board.remove(name, true);
            case 3 -> board.put(evicted(name));
            case 4 -> board.put(paused(name));
            default -> board.put(new LockView(name, null, "damaged"));
        }
        if (random.nextInt(300) == 0) {
            board.replaceAll(board.live());
        }
    }

    private LockView held(String name, int waiters) {
        Waiter waiter = new Waiter("w", 1, TTL, now, now, now.plus(TTL), "s", OWNER, 0);
        return lock(name, List.of(holder(null)), Collections.nCopies(waiters, waiter), null);
    }

    private LockView evicted(String name) {
        return lock(name, List.of(holder(new Eviction("olga", "hangs", now, now.plusSeconds(5)))), List.of(), null);
    }

    private LockView paused(String name) {
        return lock(name, List.of(), List.of(), new Pause("p", "olga", "repair", now, now.plusSeconds(7)));
    }

    private Holder holder(@Nullable Eviction eviction) {
        return new Holder("a", 1, 5, TTL, now, now, now.plus(TTL), "s", OWNER, eviction);
    }

    private LockView lock(String name, List<Holder> holders, List<Waiter> queue, @Nullable Pause pause) {
        return new LockView(
                name, new LockDocument(name, 1, 5, holders, queue, null, null, now.plus(TTL), pause, List.of()), null);
    }
}
