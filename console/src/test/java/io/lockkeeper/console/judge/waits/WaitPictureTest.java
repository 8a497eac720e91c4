package io.lockkeeper.console.judge.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.board.Lock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaitPictureTest {

    private final Situation situation = new Situation();

    @Test
    void whoeverKeepsMostWaitingStandsFirstWithAllWhoWaitForThoseWhoWait() {
        situation.holds("a/1", "order:1").waits("b/1", "order:1").waits("c/1", "order:1");
        situation.holds("b/1", "invoice:1").waits("d/1", "invoice:1");
        situation.holds("x/1", "report").waits("y/1", "report");
        assertThat(told()).containsExactly("a 3", "  b 1", "    d 0", "  c 0", "x 1", "  y 0");
    }

    @Test
    void waitersOfWhomOnlyTheirAgentsKnowAreCounted() {
        situation.holds("a/1", "order:1").waits("b/1", "order:1", 1, 40).waits("c/1", "order:1");
        situation.holds("c/1", "invoice:1").waits("d/1", "invoice:1", 1, 7);
        assertThat(told().getFirst()).isEqualTo("a 50");
        assertThat(situation.picture().waiting()).isEqualTo(50);
    }

    @Test
    void anotherThreadOfTheSameProcessIsNoCertainEdgeButAPossibleOne() {
        situation.holdsSince("a/1", "order:1", Duration.ofSeconds(90)).waits("b/1", "order:1");
        situation.holds("c/1", "invoice:1").waits("a/2", "invoice:1");
        WaitPicture picture = situation.picture();
        assertThat(told()).containsExactly("a 1", "  b 0", "c 1", "  a 0");
        assertThat(lines(picture).getFirst().possible())
                .extracting(waiting -> waiting.name())
                .containsExactly("invoice:1");
    }

    @Test
    void aNameThatTheAgentGivesToManyThreadsTellsNothing() {
        deadlock("a/lockkeeper-acquire", "b/lockkeeper-acquire");
        assertThat(situation.picture().deadlocks()).isEmpty();
        assertThat(told()).hasSize(4);
    }

    @Test
    void aNameThatWaitsTwiceAtOnceIsSharedBySeveralThreadsAndTellsNothing() {
        deadlock("a/1", "b/1");
        assertThat(situation.picture().deadlocks()).hasSize(1);
        situation.holds("z/1", "other").waits("a/1", "other");
        assertThat(situation.picture().deadlocks()).isEmpty();
    }

    @Test
    void aThreadThatHasEndedDoesNotWait() {
        situation.heldByAnEndedThread("a/1", "x").waits("b/1", "x");
        situation.holds("b/1", "y").waits("a/1", "y");
        assertThat(situation.picture().deadlocks()).isEmpty();
    }

    @Test
    void aLeaseThatLingersEndsWhateverItsThreadWaitsFor() {
        situation.lingers("a/1", "x").waits("b/1", "x").holds("b/1", "y").waits("a/1", "y");
        assertThat(situation.picture().deadlocks()).isEmpty();
    }

    @Test
    void twoThreadsThatWaitForEachOtherAreADeadlockAndItIsSaidHowItEnds() {
        situation.holdsSince("a/1", "x", Duration.ofSeconds(90)).waits("b/1", "x");
        situation
                .holdsSince("b/1", "y", Duration.ofSeconds(40))
                .waits("a/1", "y")
                .waits("c/1", "y", 1, 2);
        Deadlock found = onlyDeadlock();
        assertThat(found.sentence())
                .isEqualTo("svc · b · 1 waits for x, which svc · a · 1 holds;"
                        + " svc · a · 1 waits for y, which svc · b · 1 holds.");
        assertThat(found.remedy(Situation.NOW))
                .isEqualTo("Evict svc · b · 1 from y, which it has held for 40 s, to unblock 5 waiters.");
        assertThat(found.end(Situation.NOW)).startsWith("All of its leases are renewed");
        assertThat(told()).containsExactly("b 5", "  a 1", "    b 0", "  c 0", "  2 more");
    }

    @Test
    void theCircleIsNotWhoOnlyWaitsBehindIt() {
        deadlock("a/1", "b/1");
        situation.holds("c/1", "z").waits("d/1", "z").waits("c/1", "x");
        assertThat(onlyDeadlock().circle()).hasSize(2);
        assertThat(onlyDeadlock().sentence()).doesNotContain("svc · c", "svc · d");
    }

    @Test
    void aThreadMayWaitForItself() {
        situation.holds("a/1", "x").waits("a/1", "x");
        assertThat(onlyDeadlock().sentence()).isEqualTo("svc · a · 1 waits for x, which it holds itself.");
        assertThat(onlyDeadlock().end(Situation.NOW)).startsWith("Its lease is renewed, so that it lasts until");
        assertThat(told()).containsExactly("a 1", "  a 0");
    }

    @Test
    void circlesOfAnyLengthAreFoundAndAWaiterOutsideLeadsIntoThemOnce() {
        for (int i = 0; i < 5; i++) {
            situation.holds("t" + i + "/1", "lock" + i).waits("t" + (i + 4) % 5 + "/1", "lock" + i);
        }
        situation.holds("out/1", "far").waits("w/1", "far").waits("out/1", "lock2");
        assertThat(onlyDeadlock().circle()).hasSize(5);
        assertThat(situation.picture().roots()).hasSize(1);
    }

    @Test
    void twoDeadlocksAreTwo() {
        deadlock("a/1", "b/1");
        situation.holds("c/1", "p").waits("d/1", "p").holds("d/1", "q").waits("c/1", "q");
        assertThat(situation.picture().deadlocks()).hasSize(2);
    }

    @Test
    void ofASemaphoreAnyPlaceThatBecomesFreeIsEnough() {
        situation
                .capacity("pool", 2)
                .holds("a/1", "pool")
                .holds("runs/1", "pool")
                .waits("b/1", "pool");
        situation.holds("b/1", "y").waits("a/1", "y");
        assertThat(situation.picture().deadlocks()).isEmpty();
        assertThat(told()).containsExactly("runs 2", "  b 1", "    a 0");
    }

    @Test
    void aSemaphoreIsPartOfADeadlockIfAllItsPlacesAre() {
        situation.capacity("pool", 2).holds("a/1", "pool").holds("c/1", "pool").waits("b/1", "pool");
        situation.holds("b/1", "y").waits("a/1", "y").waits("c/1", "y");
        assertThat(situation.picture().deadlocks()).hasSize(1);
    }

    @Test
    void aReaderThatWaitsBehindAWriterIsPartOfADeadlockByTheOrderOfTheQueue() {
        situation
                .capacity("book", 100)
                .holds("h/1", "book", 1)
                .waits("w/1", "book", 100, 0)
                .waits("r/1", "book", 1, 0);
        situation.holds("r/1", "y").waits("h/1", "y");
        assertThat(onlyDeadlock().sentence())
                .contains("svc · r · 1 waits for book behind svc · w · 1", "svc · w · 1 waits for book, which svc · h");
    }

    @Test
    void aLeaseThatWasNeverRenewedIsNotCalledRenewed() {
        situation.holdsSince("a/1", "x", Duration.ZERO).waits("b/1", "x");
        situation.holds("b/1", "y").waits("a/1", "y");
        assertThat(onlyDeadlock().end(Situation.NOW))
                .isEqualTo("The lease of svc · a · 1 on x has not been renewed yet: it expires in 30 s unless its agent"
                        + " renews it.");
    }

    @Test
    void anEvictionInTheCircleSaysWhenItEnds() {
        situation.evicted("a/1", "x").waits("b/1", "x").holds("b/1", "y").waits("a/1", "y");
        assertThat(onlyDeadlock().isBroken()).isTrue();
        assertThat(onlyDeadlock().end(Situation.NOW))
                .isEqualTo("The lease of svc · a · 1 on x was evicted: it ends in 12 s at the latest.");
    }

    @Test
    void leasesThatRanOutAndWaitersWithoutHeartbeatBlockNobody() {
        situation.ranOut("a/1", "x").waits("b/1", "x").holds("b/1", "y").waits("a/1", "y");
        assertThat(situation.picture().deadlocks()).isEmpty();
        assertThat(told()).containsExactly("nobody 2", "  b 1", "    a 0");
        Situation gone = new Situation().holds("a/1", "x").waitedOnce("b/1", "x");
        assertThat(gone.picture().roots()).isEmpty();
    }

    @Test
    void manyWaitersThatKeepNobodyWaitingStandInOneLineUntilTheyAreAskedFor() {
        situation.holds("a/1", "x");
        IntStream.range(0, 20).forEach(i -> situation.waits("w" + i + "/1", "x"));
        situation.waits("b/1", "x", 1, 5).holds("b/1", "y").waits("c/1", "y");
        WaitPicture picture = situation.picture();
        List<WaitLine> lines = WaitLines.of(picture, WaitQuery.ALL, Set.of());
        assertThat(lines).hasSize(1 + 3 + 2 + 1);
        assertThat(lines.getLast().several()).isEqualTo(17 + 5);
        assertThat(WaitLines.of(picture, WaitQuery.ALL, Set.of("x"))).hasSize(1 + 20 + 2 + 1);
    }

    @Test
    void aQueryShowsWholeTreesOfALockOrAWord() {
        situation
                .holds("a/1", "order:1")
                .waits("b/1", "order:1")
                .holds("b/1", "invoice:1")
                .waits("d/1", "invoice:1");
        situation.holds("x/1", "report").waits("y/1", "report");
        WaitPicture picture = situation.picture();
        assertThat(WaitLines.of(picture, new WaitQuery("", "invoice:1", "", false), Set.of()))
                .hasSize(3);
        assertThat(WaitLines.of(picture, WaitQuery.ALL.searching("REP y"), Set.of()))
                .hasSize(2);
        assertThat(WaitLines.of(picture, WaitQuery.ALL.searching("nowhere"), Set.of()))
                .isEmpty();
    }

    @Test
    void aLockSaysWhatThereIsBeyondItsOwnHoldersAndQueue() {
        situation
                .holds("a/1", "order:1")
                .waits("b/1", "order:1")
                .holds("b/1", "invoice:1")
                .waits("d/1", "invoice:1");
        WaitPicture picture = situation.picture();
        assertThat(picture.beyond("order:1")).hasValue("one waiter keeps others waiting");
        assertThat(picture.beyond("invoice:1")).hasValue("its holder itself waits for order:1");
        assertThat(picture.beyond("nothing")).isEmpty();
    }

    @Test
    void aChainAsLongAsThereAreLocksOverflowsNoStack() {
        int length = 20_000; // a frame each is more than a stack has
        for (int i = 0; i < length; i++) {
            situation.holds("t" + i + "/1", "lock" + i).waits("t" + (i + 1) + "/1", "lock" + i);
        }
        WaitPicture picture = situation.picture();
        assertThat(picture.roots())
                .singleElement()
                .satisfies(root -> assertThat(root.behind()).isEqualTo(length));
        situation.holds("t" + length + "/1", "last").waits("t0/1", "last");
        assertThat(situation.picture().deadlocks())
                .singleElement()
                .satisfies(found -> assertThat(found.circle()).hasSize(length + 1));
    }

    @Test
    void amongAHundredThousandLocksEachDeadlockIsFound() {
        IntStream.range(0, 100_000)
                .forEach(i -> situation
                        .holds("h" + i % 40 + "/" + i, "payment:" + i)
                        .waits("w" + i % 40 + "/" + i, "payment:" + i));
        IntStream.range(0, 1_000)
                .forEach(
                        i -> situation.holds("w" + i % 40 + "/" + i, "b:" + i).waits("h" + i % 40 + "/" + i, "b:" + i));
        List<Lock> locks = situation.locks();
        long first = WaitPicture.of(locks, Situation.NOW).took().toMillis();
        WaitPicture again = WaitPicture.of(locks, Situation.NOW);
        System.out.printf(
                "Who waits for whom over %,d locks takes %d ms the first time, then %d ms; %,d deadlocks%n",
                locks.size(), first, again.took().toMillis(), again.deadlocks().size());
        assertThat(again.deadlocks()).hasSize(1_000);
    }

    private void deadlock(String one, String other) {
        situation.holds(one, "x").waits(other, "x").holds(other, "y").waits(one, "y");
    }

    private Deadlock onlyDeadlock() {
        List<Deadlock> found = situation.picture().deadlocks();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private List<String> told() {
        return lines(situation.picture()).stream().map(WaitPictureTest::told).toList();
    }

    private static String told(WaitLine line) {
        Branch branch = line.branch();
        String told = branch == null ? line.several() + " more" : instance(branch.who()) + " " + branch.behind();
        return "  ".repeat(line.depth()) + told;
    }

    private static String instance(@Nullable AgentThread who) {
        return who == null ? "nobody" : who.instance();
    }

    private static List<WaitLine> lines(WaitPicture picture) {
        return WaitLines.of(picture, WaitQuery.ALL, Set.of());
    }
}
