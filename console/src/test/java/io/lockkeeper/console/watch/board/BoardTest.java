package io.lockkeeper.console.watch.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class BoardTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private final Board board = new Board();

    @Test
    void ofFreeLocksTheLatestAreKept() {
        for (int i = 0; i <= Board.FREE_KEPT; i++) {
            board.put(free("free:" + i), NOW);
        }
        assertThat(board.free()).hasSize(Board.FREE_KEPT);
        assertThat(board.free().get(0).name()).isEqualTo("free:" + Board.FREE_KEPT);
        assertThat(board.find("free:0")).isEmpty();
    }

    @Test
    void locksForWhichThereIsNoRoomAreNamedAndNeitherDamagedNorTooLarge() {
        Board little = new Board(new LockkeeperDialect(), BoardRoom.of(36_000));
        for (int i = 0; i < 100; i++) {
            little.put(held("lock:" + i, "agent-1"), NOW);
        }
        List<Lock> named = little.live().stream().filter(lock -> !lock.isKept()).toList();
        int whole = 100 - named.size();
        assertThat(named).isNotEmpty().allMatch(lock -> lock.state(NOW) == LockState.NOT_KEPT);
        assertThat(little.counts(NOW).unreadable()).isZero();
        assertThat(little.counts(NOW).held()).isEqualTo(whole);
        assertThat(little.lackOfRoom())
                .isEqualTo(little.leftOut())
                .isEqualTo(String.format(
                                Locale.ROOT,
                                "This console has room for %d of 100 locks in use; of the others it knows the names only.",
                                whole)
                        + " Nothing is wrong with them: give the console more heap.");
        assertThat(little.live().getFirst().isKept())
                .as("what is known comes first")
                .isTrue();
    }

    /** An owner takes a third of what a lock does. */
    @Test
    void anOwnerIsKeptAndCountedOnceForAllItsLocksAndNoLongerThanThese() {
        Board little = new Board(new LockkeeperDialect(), BoardRoom.of(55_000));
        for (int round = 0; round < 3; round++) {
            hold(little, i -> "n" + i);
            assertThat(little.leftOut()).isNotEmpty();
            little.live().forEach(lock -> little.remove(lock.id()));
        }
        hold(little, i -> "n");
        hold(little, i -> "n");
        assertThat(little.live())
                .hasSize(100)
                .allMatch(Lock::isKept)
                .allSatisfy(lock ->
                        assertThat(owner(lock)).isSameAs(owner(little.live().getFirst())));
    }

    private static void hold(Board on, IntFunction<String> note) {
        IntStream.range(0, 100)
                .forEach(i -> on.put(held("lock:" + i, "agent-1", note.apply(i).repeat(100)), NOW));
    }

    private static Owner owner(Lock lock) {
        return lock.holder().orElseThrow().owner();
    }

    @Test
    void whereNotEvenTheNamesHaveRoomTheNumberIsALeast() {
        Board little = new Board(new LockkeeperDialect(), BoardRoom.of(5_000));
        for (int i = 0; i < 100; i++) {
            little.put(held("lock:" + i, "agent-1"), NOW);
        }
        assertThat(little.lackOfRoom())
                .contains(" of more than " + little.size() + " locks")
                .contains("names at most");
    }

    @Test
    void whatAnAgentHoldsFollowsItsLeases() {
        board.put(held("a", "agent-1"), NOW);
        board.put(held("b", "agent-1"), NOW);
        assertThat(board.heldBy("agent-1")).extracting(Lock::name).containsExactlyInAnyOrder("a", "b");
        board.put(held("a", "agent-2"), NOW);
        board.put(free("b"), NOW);
        assertThat(board.heldBy("agent-1")).isEmpty();
        assertThat(board.heldBy("agent-2")).extracting(Lock::name).containsExactly("a");
        assertThat(board.live()).hasSize(1);
    }

    @Test
    void whoeverFollowsTheLocksIsToldOfDeletedDocumentsAndOfAReadingAnew() {
        List<String> told = new ArrayList<>();
        board.onChange(lock -> told.add(lock.name() + (lock.isFree() ? " free" : " held")));
        board.onReadAnew(all -> told.add("all " + all.size()));
        board.put(held("a", "agent-1"), NOW);
        board.remove(new BsonString("a"));
        Board read = board.fresh();
        read.put(held("b", "agent-1"), NOW);
        read.put(held("c", "agent-2"), NOW);
        board.replaceBy(read);
        assertThat(told).containsExactly("a held", "a free", "all 2");
        assertThat(board.heldBy("agent-1")).extracting(Lock::name).containsExactly("b");
    }

    @Test
    void whoAsksWhatAnAgentHoldsNeedNotWaitForTheBoard() throws Exception {
        board.put(held("a", "agent-1"), NOW);
        synchronized (board) {
            assertThat(CompletableFuture.supplyAsync(() -> board.heldBy("agent-1"))
                            .get(10, TimeUnit.SECONDS))
                    .hasSize(1);
        }
    }

    @Test
    void aLockThatIsRenewedIsNeverMissingAtItsAgent() {
        board.put(held("a", "agent-1"), NOW);
        AtomicBoolean goesOn = new AtomicBoolean(true);
        CompletableFuture<Long> missing = CompletableFuture.supplyAsync(() -> {
            long count = 0;
            while (goesOn.get()) {
                count += board.heldBy("agent-1").isEmpty() ? 1 : 0;
            }
            return count;
        });
        for (int i = 0; i < 100_000; i++) {
            board.put(held("a", "agent-1"), NOW);
        }
        goesOn.set(false);
        assertThat(missing.join()).isZero();
    }

    private static Lock free(String name) {
        return Lock.of(new LockDocument(name, 1, 5, List.of(), List.of(), null, null, NOW));
    }

    private static Lock held(String name, String agent) {
        return held(name, agent, "");
    }

    private static Lock held(String name, String agent, String note) {
        Owner owner = new Owner(agent, "billing", "bill-1", "host", 1, "main", note);
        Holder holder = new Holder("a", 1, 5, Duration.ofSeconds(30), NOW, NOW, NOW.plusSeconds(30), "s", owner, null);
        return Lock.of(new LockDocument(name, 1, 5, List.of(holder), List.of(), null, null, NOW));
    }
}
