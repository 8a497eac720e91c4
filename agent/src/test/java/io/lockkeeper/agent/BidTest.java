package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BidTest {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Bid bid = new Bid(
            new LockName("report"),
            Request.exclusive("a", TTL, new Owner("agent", "service", "instance", "host", 1, "main", "")),
            LockObserver.Acquiring.IGNORED);

    @Test
    void anyRemoveEndsARequestWhoseEnqueuesWereAllAnswered() {
        bid.enqueueSent(100, SOON);
        assertThat(bid.isEndedBy(101)).isTrue();
    }

    @Test
    void onlyARemoveSentATtlAfterTheLastEnqueueEndsOneThatMayStillLand() {
        bid.enqueueSent(100, SOON);
        bid.enqueueUnknown();
        bid.enqueueSent(200, SOON);
        assertThat(bid.isEndedBy(200 + TTL.toNanos() - 1)).isFalse();
        assertThat(bid.isEndedBy(200 + TTL.toNanos())).isTrue();
    }

    @Test
    void oneThatTheServerGivesUpLaterThanATtlMayLandUntilThen() {
        Duration late = TTL.multipliedBy(2);
        bid.enqueueSent(100, late);
        bid.enqueueUnknown();
        assertThat(bid.isEndedBy(100 + TTL.toNanos())).isFalse();
        assertThat(bid.isEndedBy(100 + late.toNanos())).isTrue();
    }
}
