package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BidTest {

    private static final Duration TTL = Duration.ofSeconds(30);

    private final Bid bid = new Bid(
            new LockName("report"),
            Request.exclusive("a", TTL, new Owner("agent", "service", "instance", "host", 1, "main", "")));

    @Test
    void anyRemoveEndsARequestWhoseEnqueuesWereAllAnswered() {
        bid.enqueueSent(100);
        assertThat(bid.isEndedBy(101)).isTrue();
    }

    @Test
    void onlyARemoveSentATtlAfterTheLastEnqueueEndsOneThatMayStillLand() {
        bid.enqueueSent(100);
        bid.enqueueUnknown();
        bid.enqueueSent(200);
        assertThat(bid.isEndedBy(200 + TTL.toNanos() - 1)).isFalse();
        assertThat(bid.isEndedBy(200 + TTL.toNanos())).isTrue();
    }
}
