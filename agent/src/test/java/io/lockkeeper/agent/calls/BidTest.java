package io.lockkeeper.agent.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BidTest {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final Reply ANSWER = new Reply.Answered(Optional.empty(), true);
    private static final Reply UNKNOWN = new Reply.Unknown(new IllegalStateException("time-out"));

    private final Bid bid = new Bid(
            new LockName("report"),
            Request.exclusive("a", TTL, new Owner("agent", "service", "instance", "host", 1, "main", "")));

    @Test
    void anyRemoveEndsARequestWhoseEnqueuesWereAllAnswered() {
        bid.enqueueAnswered(ANSWER, 100, SOON);
        assertThat(bid.isEndedBy(101)).isTrue();
    }

    @Test
    void aRemoveThatWasSentBeforeAnEnqueueWasOverEndsNothing() {
        bid.enqueueBegins();
        bid.enqueueAbandoned(50, SOON);
        bid.enqueueOver(ANSWER, 100, SOON);
        assertThat(bid.isEndedBy(99)).isFalse();
        assertThat(bid.isEndedBy(100)).isTrue();
    }

    @Test
    void anEnqueueThatWasAbandonedMayLandUntilItIsKnownToBeOver() {
        bid.enqueueBegins();
        bid.enqueueAbandoned(50, SOON);
        assertThat(bid.isUncertain()).isTrue();
        bid.enqueueOver(ANSWER, 100, SOON);
        assertThat(bid.isUncertain()).isFalse();
    }

    @Test
    void anEnqueueThatWasDroppedBeforeItWasSentLeavesNothingInDoubt() {
        bid.enqueueBegins();
        bid.enqueueAbandoned(50, SOON);
        assertThat(bid.isEndedBy(60)).isFalse();
        bid.enqueueDropped(70);
        assertThat(bid.isEndedBy(70)).isTrue();
    }

    @Test
    void onlyARemoveSentATtlAfterTheLastEnqueueEndsOneThatMayStillLand() {
        bid.enqueueAnswered(UNKNOWN, 100, SOON);
        bid.enqueueAnswered(ANSWER, 200, SOON);
        assertThat(bid.isEndedBy(200 + TTL.toNanos() - 1)).isFalse();
        assertThat(bid.isEndedBy(200 + TTL.toNanos())).isTrue();
    }

    @Test
    void oneThatTheServerGivesUpLaterThanATtlMayLandUntilThen() {
        Duration late = TTL.multipliedBy(2);
        bid.enqueueAnswered(UNKNOWN, 100, late);
        assertThat(bid.isEndedBy(100 + TTL.toNanos())).isFalse();
        assertThat(bid.isEndedBy(100 + late.toNanos())).isTrue();
    }
}
