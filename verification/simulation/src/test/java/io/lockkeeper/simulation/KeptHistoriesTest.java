package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.faults.overlay.Patch;
import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Result.Broken;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the simulation found in the agent: each history holds now, and breaks its rule again where the mend is taken out. */
class KeptHistoriesTest {

    private static final String LEAVES_NOTHING = "an agent that has closed leaves nothing";
    private static final String NEEDS_NO_OTHER = "no caller waits for the thread of another";
    /** As long as a read ended a lease only where it showed the eviction itself. */
    private static final Patch ENDS_BY_AN_EVICTION_ALONE = new Patch(
            Sources.LEASE_ENTRY,
            "if (trace.isGone(snapshot.lock())) {",
            "if (trace.wasEvictedNow(Optional.of(snapshot))) {");

    private static final Patch RELEASED_BY_ACQUIRER = new Patch(
            Sources.LEASE_TRACE,
            ".filter(released -> released.token() == token)",
            ".filter(released -> released.acquirer().equals(acquirer))");
    /** As long as any remove counted that was answered after its request's call was over. */
    private static final Patch COUNTS_ANY_REMOVE = new Patch(
            Sources.BID,
            "sentAt - (isUncertain() ? mayLandUntil : overAt) >= 0",
            "!isUncertain() || sentAt - mayLandUntil >= 0");

    private static final String GUARD =
            "    private final java.util.concurrent.locks.ReentrantLock guard = new java.util.concurrent.locks.ReentrantLock();\n";

    @Test
    void aReleaseThatHasJustBegunIsAwaitedByClose() {
        verify(
                "release-beside-a-close",
                LEAVES_NOTHING,
                new Patch(
                        Sources.CLOSING,
                        "if (!leases.awaitNone(shorter(RELEASES_WITHIN, left(giveUpAt)))) {",
                        "if (shorter(RELEASES_WITHIN, left(giveUpAt)).isNegative()) {"));
    }

    @Test
    void aLeaseThatWasHeldTooLongEndsWithItsAgent() {
        verify(
                "held-too-long-and-closed",
                LEAVES_NOTHING,
                new Patch(Sources.HELD_LEASE, "upkeep.removals().removeByItsEnd(bid);", "upkeep.removals();"));
    }

    @Test
    void aLeaseThatEndsByItsLongestHoldIsSeenByAClosingAgent() {
        verify(
                "held-too-long-beside-a-close",
                LEAVES_NOTHING,
                new Patch(
                        Sources.HELD_LEASE,
                        "        if (lost) {\n            if (LeaseState.leavesTimeToStop(loss)) {",
                        """
                                if (lost) {
                                    forget();
                                    if (LeaseState.leavesTimeToStop(loss)) {
                        """));
    }

    @Test
    void anEvictedLeaseIsLostForItsHolderBeforeItsPlaceIsGivenAway() {
        verify(
                "evicted-and-removed-before-it-is-lost",
                "at no instant do more believe than the lock takes",
                new Patch(
                        Sources.LEASE_ENTRY,
                        "lease.lose(new LeaseLoss.Evicted(eviction));",
                        "upkeep.removals().removeAfter(Duration.between(snapshot.serverTime(), eviction.until()), bid);"
                                + " lease.lose(new LeaseLoss.Evicted(eviction));"));
    }

    @Test
    void anEvictionOfAnEarlierLeaseIsNotTakenForOneOfThis() {
        verify(
                "evicted-now-and-granted-again",
                "no lease is lost before its deadline without an eviction",
                ENDS_BY_AN_EVICTION_ALONE,
                new Patch(Sources.LEASE_TRACE, "snapshot.filter(each -> holder(each.lock()).isEmpty())", "snapshot"),
                new Patch(Sources.LEASE_TRACE, " && released.token() == token", ""));
    }

    @Test
    void aGrantThatAnOperatorEndedBeforeItWasKnownIsNotTakenForALaterOne() {
        verify(
                "evicted-now-before-its-grant-was-known",
                "release answers true only for a lease that it ended",
                new Patch(
                        Sources.LOCAL_WAITER,
                        ".filter(grant -> last == null || grant.holder().token() > last.token())",
                        ".filter(grant -> last == null || grant.counts())"),
                ENDS_BY_AN_EVICTION_ALONE,
                RELEASED_BY_ACQUIRER);
    }

    @Test
    void aTouchThatWasUnderWayWhenItsHolderLetGoKeepsNoLeaseThatLingers() {
        verify(
                "lingers-under-a-touch",
                LEAVES_NOTHING,
                new Patch(Sources.LOCK_MODEL, "                    lease.ttl = Duration.ZERO;\n", ""));
    }

    @Test
    void aTouchWhoseThreadStoodStillRevivesNoLeaseThatSomebodySawEnd() {
        verify(
                "renewed-after-its-deadline",
                "no lease is lost before its deadline without an eviction",
                new Patch(
                        Sources.LEASE_STATE,
                        "new Term(seen.phase, seen.deadline, true))",
                        "new Term(seen.phase, seen.deadline, seen.over))"));
    }

    @Test
    void aCallerThatHasNotCountedItsCallYetKeepsNoOtherWaiting() {
        verify(
                "counted-later",
                NEEDS_NO_OTHER,
                new Patch(
                        Sources.CALL_QUEUE,
                        "return calls.isEmpty() ? 0 : Math.max(1, counted.get());",
                        "return counted.get();"));
    }

    @Test
    void aCallerThatLooksIntoTheLocalQueueKeepsNoReleaseWaiting() {
        verify(
                "looks-into-the-local-queue",
                NEEDS_NO_OTHER,
                new Patch(
                        Sources.LOCAL_QUEUE,
                        "    private volatile int agents",
                        GUARD + "    private volatile int agents"),
                new Patch(
                        Sources.LOCAL_QUEUE,
                        "        for (LocalWaiter waiter : standing) {",
                        "        guard.lock();\n        for (LocalWaiter waiter : standing) {"),
                new Patch(
                        Sources.LOCAL_QUEUE,
                        "        return next;\n",
                        "        guard.unlock();\n        return next;\n"));
    }

    @Test
    void aCallerThatNotesAnAnswerKeepsNoBatchWaiting() {
        verify(
                "notes-an-answer",
                NEEDS_NO_OTHER,
                new Patch(
                        Sources.LOCAL_WAITER,
                        "    private volatile boolean cancelled",
                        GUARD + "    private volatile boolean cancelled"),
                new Patch(
                        Sources.LOCAL_WAITER,
                        "        if (touched) {\n            LastQueued seen",
                        "        guard.lock();\n        if (touched) {\n            LastQueued seen"),
                new Patch(
                        Sources.LOCAL_WAITER,
                        "    }\n\n    private static boolean isLater",
                        "        guard.unlock();\n    }\n\n    private static boolean isLater"),
                new Patch(
                        Sources.LOCAL_WAITER,
                        "        offer.set(grant);\n        hint();",
                        "        guard.lock();\n        offer.set(grant);\n        hint();\n        guard.unlock();"));
    }

    @Test
    void aCallerThatIsAboutToStartAThreadKeepsNobodysWorkWaiting() {
        verify(
                "starts-a-thread",
                "no entry outlives its request",
                new Patch(
                        Sources.OWN_THREAD,
                        "            start();\n",
                        "            started = true;\n            start();\n"));
    }

    @Test
    void aCallerThatSetsALongestHoldKeepsNoEvictionWaiting() {
        verify(
                "sets-a-longest-hold",
                "no entry outlives its request",
                new Patch(
                        Sources.LONGEST_HOLD,
                        "    private volatile boolean ended;",
                        GUARD + "    private volatile boolean ended;"),
                new Patch(
                        Sources.LONGEST_HOLD,
                        "        next.begin();\n",
                        "        guard.lock();\n        next.begin();\n        guard.unlock();\n"),
                new Patch(
                        Sources.LONGEST_HOLD,
                        "        ended = true;\n",
                        "        guard.lock();\n        ended = true;\n        guard.unlock();\n"));
    }

    @Test
    void aReleaseThatEndedALaterLeaseOfTheSameRequestDoesNotSayTrue() {
        verify(
                "evicted-now-and-another-released",
                "release answers true only for a lease that it ended",
                RELEASED_BY_ACQUIRER);
    }

    @Test
    void anEnqueueThatStoodStillBeforeItWasSentIsRemovedUntilItCannotLandAnyMore() {
        verify(
                "lands-late-after-it-stood-still",
                "no entry outlives its request",
                new Patch(
                        Sources.SERVER,
                        "call.reply(), now(), timeouts.atLeast",
                        "call.reply(), call.sentAt(), timeouts.atLeast"));
    }

    @Test
    void aTryThatWaitedForAReleaseIsNotRefusedByItWhereTheAgentCloses() {
        verify(
                "tries-beside-a-close",
                "a request goes behind the releases of its agent",
                new Patch(
                        Sources.TRY_ACQUIRE,
                        "if (upkeep.gate().isShut()) {\n            //",
                        "if (Gate.CLOSED.isEmpty()) {\n            //"));
    }

    @Test
    void aTryThatStandsInTheDocumentIsHandedNoUseInMemory() {
        verify(
                "tries-while-a-lease-is-handed-on",
                "nobody turns in circles",
                new Patch(Sources.KEPT_WAIT, "        waiter.place();", "        assert waiter.isInMemory();"));
    }

    @Test
    void aWaiterThatStoodStillBeforeItSleptWakesInTimeAllTheSame() {
        verify(
                "sleeps-from-an-old-clock",
                "a waiter looks when the holder's lease runs out",
                new Patch(Sources.WAITING_THREAD, "                long next = lookAt.getAsLong();\n", ""),
                new Patch(
                        Sources.WAITING_THREAD,
                        "machine.park(this, next - now);",
                        "machine.park(this, lookAt.getAsLong() - now);"));
    }

    @Test
    void aClosingAgentAwaitsTheRequestsThatAreUnderWay() {
        verify("asks-while-its-agent-closes", LEAVES_NOTHING, Mutants.named("close-does-not-await-requests"));
    }

    @Test
    void aRenewalThatStoodStillBeforeItSleptWakesInTimeAllTheSame() {
        verify(
                "renews-from-an-old-clock",
                "no lease runs out while its agent can renew it",
                new Patch(
                        Sources.RENEWALS,
                        "server.machine().park(this, left);",
                        "server.machine().park(this, soonest);"));
    }

    @Test
    void aRequestThatLandsBetweenItsRemoveAndTheAnswerIsRemovedAgain() {
        verify("removed-before-it-landed", "no entry outlives its request", COUNTS_ANY_REMOVE);
    }

    @Test
    void aRequestThatIsSentAfterItsRemoveIsRemovedAgain() {
        verify("removed-while-it-was-not-yet-sent", "no entry outlives its request", COUNTS_ANY_REMOVE);
    }

    @Test
    void aRecallThatComesWhileItsAgentBeginsToKeepTheLeaseIsSeen() {
        verify(
                "recalled-while-it-begins-to-be-kept",
                "a lease that somebody waits for is kept no longer",
                Mutants.named("recall-between-the-lines"));
    }

    @Test
    void aCallerThatQueuedInAnotherOrderThanItStandsHereLearnsOfItsGrant() {
        verify(
                "granted-in-another-order",
                "a waiter learns of its grant at once",
                new Patch(Sources.CALL_SENDER, "if (!granted.isEmpty()) {", "if (granted.size() < 0) {"));
    }

    @Test
    void aCallerWhoseGrantTheLookOfAnotherShowsFirstLearnsOfIt() {
        verify(
                "granted-by-anothers-look",
                "a waiter learns of its grant at once",
                new Patch(Sources.CALL_SENDER, "waiters.granted(ask, lock)", "List.<String>of()"));
    }

    @Test
    void aCallerThatQueuesBehindALeaseThatItsOwnAgentKeepsRecallsIt() {
        verify(
                "queues-behind-its-agents-kept-lease",
                "a lease that somebody waits for is kept no longer",
                new Patch(Sources.QUEUED_WAIT, "grants.recall(snapshot.lock(), waiter.bid());", ""));
    }

    @Test
    void aCallerThatQueuesBehindALeaseThatItsOwnAgentHasYetToHearOfRecallsItToo() {
        verify(
                "queues-behind-what-its-agent-has-yet-to-hear-of",
                "a lease that somebody waits for is kept no longer",
                new Patch(Sources.KEEPING, "keeper == null ? unknown", "keeper == null ? List.<String>of()"));
    }

    @Test
    void aCallerThatRecallsALeaseOfItsOwnAgentKeepsNoOtherWaiting() {
        verify(
                "recalls-its-agents-lease",
                NEEDS_NO_OTHER,
                new Patch(Sources.KEEPING, "kept.forEach(this::recallLater);", "kept.forEach(this::recalled);"));
    }

    /** Its keeper asks nothing, and sees no entry of the other before it renews. */
    @Test
    void aKeptLeaseIsRecalledWhereItsAgentReads() {
        verify(
                "wanted-from-another-place",
                "a lease that somebody waits for is kept no longer",
                Mutants.named("writes-where-it-reads"));
    }

    @Test
    void aKeptLeaseThatWasEvictedUnheardIsNotReleasedWithTrue() {
        verify(
                "evicted-now-during-a-kept-use",
                "release answers true only for a lease that it ended",
                Mutants.named("kept-release-asks-nobody"));
    }

    /** The agent did nothing wrong: the rule knew such evictions by their tokens alone, and excused one lock's instead of both. */
    @Test
    void ofTwoLocksThatGrantedOneTokenBothAreEvictedNow() {
        assertThat(Simulator.open(List.of())
                        .replay(read("evicted-now-with-one-token"))
                        .broken())
                .isEmpty();
    }

    private static void verify(String kept, String rule, List<Mutant> mutants) {
        verify(
                kept,
                rule,
                mutants.stream().flatMap(mutant -> mutant.patches().stream()).toArray(Patch[]::new));
    }

    private static void verify(String kept, String rule, Patch... withoutTheMend) {
        List<String> script = read(kept);
        assertThat(Simulator.open(List.of()).replay(script).broken()).isEmpty();
        Histories before = Simulator.open(List.of(withoutTheMend));
        assertThat(before.replay(script).broken()).extracting(Broken::rule).contains(rule);
    }

    private static List<String> read(String kept) {
        try (InputStream file = KeptHistoriesTest.class.getResourceAsStream("kept/" + kept + ".txt")) {
            assertThat(file).as(kept).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
