package io.lockkeeper.simulation;

import static io.lockkeeper.simulation.Sources.AGENT;
import static io.lockkeeper.simulation.Sources.BID;
import static io.lockkeeper.simulation.Sources.HINTING_STORE;
import static io.lockkeeper.simulation.Sources.LEASE_STATE;
import static io.lockkeeper.simulation.Sources.LOCAL_WAITER;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Agents with one rule taken out, which the simulation finds seldom or never: each with the unit test that finds it in milliseconds. */
final class UnitMutants {

    private UnitMutants() {}

    /**
     * One of them.
     *
     * @param test the class of the test in the agent's packages, and the method
     * @param others classes of tests that it needs
     */
    record Killed(Mutant mutant, String test, List<String> others) {

        @Override
        public String toString() {
            return mutant.name();
        }
    }

    static List<Killed> all() {
        return List.of(
                killed(
                        "renewal-forgets-the-allowance",
                        "a renewal's deadline is earlier by the clock skew allowance",
                        new Patch(
                                LEASE_STATE,
                                "holder.updatedAt(), holder.expiresAt(), clockSkewAllowance));\n    }\n\n    /** An",
                                "holder.updatedAt(), holder.expiresAt(), Duration.ZERO));\n    }\n\n    /** An"),
                        "LeaseStateTest#aRenewalLeavesRoomForTheDifferenceOfClocksAsTheGrantDoes"),
                killed(
                        "rearward-wait-is-never-due",
                        "who stands further back looks for itself, too",
                        new Patch(AGENT + "hints/OwnWaits.java", "next || now - lookedAt >= REARWARD", "next"),
                        "hints/OwnWaitsTest#whoStandsFurtherBackIsLookedForEveryTwoSeconds",
                        "hints/Locks"),
                killed(
                        "others-elsewhere-bring-no-stream",
                        "who shares a lock with an agent that reads elsewhere follows the stream",
                        new Patch(
                                HINTING_STORE,
                                "if (channel.place().filter(place -> isSharedWithOthers(lock, place)).isPresent()) {",
                                "if (lock.queue().size() < 0) {"),
                        "hints/HintingStoreTest#besideAWaiterThatReadsNoHintsTheStreamIsFollowed",
                        "hints/Locks",
                        "store/StubStore"),
                killed(
                        "abandoned-enqueue-counts-as-landed",
                        "an enqueue that its caller gave up may land until it is known to be over",
                        new Patch(BID, "return uncertain || abandoned;", "return uncertain;"),
                        "calls/BidTest#anEnqueueThatWasAbandonedMayLandUntilItIsKnownToBeOver"),
                killed(
                        "offer-older-than-the-last-queued-answer",
                        "a grant is taken only if it came after the last write that left the request queued",
                        new Patch(
                                LOCAL_WAITER,
                                ".filter(grant -> last == null || grant.holder().token() > last.token())",
                                ".filter(grant -> last == null || grant.counts())"),
                        "waiting/LocalWaiterTest#anOfferThatIsOlderThanTheAnswerThatLeftItQueuedIsNotTaken"));
    }

    private static Killed killed(String name, String rule, Patch patch, String test, String... others) {
        return new Killed(Mutant.of(name, rule, patch), test, List.of(others));
    }
}
