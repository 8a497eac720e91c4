package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RankingTest {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner OWNER = new Owner("agent", "billing", "bill-1", "host", 1, "main", "");
    private static final int LOCKS = 40;

    private final Random random = new Random(1);
    private final Board board = new Board();
    private final Board foreign =
            new Board(ForeignDocuments.dialects().find("spring-article").orElseThrow());
    private Instant now = Instant.parse("2026-11-23T12:00:00Z");

    @Test
    void whatIsKeptFromLookToLookIsWhatSortingAllWouldGive() {
        for (int look = 0; look < 2_000; look++) {
            for (int i = random.nextInt(6); i > 0; i--) {
                change();
            }
            now = now.plusSeconds(random.nextInt(9) - 1);
            List<Lock> kept = board.live(now);
            List<Lock> shuffled = new ArrayList<>(kept);
            Collections.shuffle(shuffled, random);
            Board sorted = filled(shuffled);
            assertThat(kept).isEqualTo(sorted.live(now));
            BoardCounts counts = board.counts(now);
            assertThat(counts.held()).isEqualTo(sorted.counts(now).held());
            assertThat(counts.expired()).isEqualTo(sorted.counts(now).expired());
            assertThat(counts.waiting()).isEqualTo(sorted.counts(now).waiting());
        }
    }

    private Board filled(List<Lock> locks) {
        Board filled = board.fresh();
        locks.forEach(lock -> filled.put(lock, now));
        return filled;
    }

    private void change() {
        String name = "lock:" + random.nextInt(LOCKS);
        switch (random.nextInt(6)) {
            case 0 -> put(held(name, random.nextInt(3)));
            case 1 -> put(Lock.gone(name));
            case 2 -> board.remove(new BsonString(name));
            case 3 -> put(evicted(name));
            case 4 -> put(paused(name));
            default -> put(new Lock.Unreadable(new BsonString(name), name, Lock.Unreadable.Why.DAMAGED, "damaged"));
        }
        if (random.nextInt(300) == 0) {
            board.replaceBy(filled(board.live()));
        }
    }

    private void put(Lock lock) {
        board.put(lock, now);
    }

    private Lock held(String name, int waiters) {
        Waiter waiter = new Waiter("w", 1, TTL, now, now, now.plus(TTL), "s", OWNER, 0);
        return lock(name, List.of(holder(null)), Collections.nCopies(waiters, waiter), null);
    }

    private Lock evicted(String name) {
        return lock(name, List.of(holder(new Eviction("olga", "hangs", now, now.plusSeconds(5)))), List.of(), null);
    }

    private Lock paused(String name) {
        return lock(name, List.of(), List.of(), new Pause("p", "olga", "repair", now, now.plusSeconds(7)));
    }

    private Holder holder(@Nullable Eviction eviction) {
        return new Holder("a", 1, 5, TTL, now, now, now.plus(TTL), "s", OWNER, eviction);
    }

    private Lock lock(String name, List<Holder> holders, List<Waiter> queue, @Nullable Pause pause) {
        return Lock.of(new LockDocument(name, 1, 5, holders, queue, null, null, now.plus(TTL), pause, List.of()));
    }

    @Test
    void ofTwoDocumentsOfOneNameTheOtherIsFoundOnceOneIsGone() {
        put("a", "import");
        put("b", "import");
        put("c", "importer");
        assertThat(named("import")).isEqualTo("b");
        foreign.remove(new BsonString("b"));
        assertThat(named("import")).isEqualTo("a");
        foreign.remove(new BsonString("a"));
        assertThat(foreign.all("import", 1)).isEmpty();
        assertThat(named("importer")).isEqualTo("c");
        assertThat(foreign.all("imported", 1)).isEmpty();
    }

    @Test
    void ofTwoDocumentsOfOneNameTheOneThatChangedLastIsFoundFirstAndOneIsListed() {
        put("a", "import");
        put("b", "import");
        put("a", "import");
        assertThat(named("import")).isEqualTo("a");
        assertThat(foreign.inUse(now)).isEqualTo(foreign.all("import", 1));
    }

    private String named(String name) {
        return foreign.all(name, 1).getFirst().id().asString().getValue();
    }

    private void put(String id, String name) {
        BsonDocument document = BsonDocument.parse(
                "{ _id: '%s', lockName: '%s', holder: 'app', lockedAt: ISODate('2026-01-01T12:00:00Z') }"
                        .formatted(id, name));
        foreign.put(Lock.of(document, foreign.dialect(), TtlIndexes.UNREADABLE).orElseThrow(), now);
    }
}
