package io.lockkeeper.console.watch.board;

import io.lockkeeper.model.MemberClocks;
import java.time.Duration;
import org.bson.BsonDocument;
import org.springframework.stereotype.Component;

/** Whether the members' clocks differ by more than leases allow for, in a sentence for the operator. Thread-safe. */
@Component
class ClockWatch {

    private static final Duration ALLOWED = Duration.ofMillis(500);

    private final MemberClocks clocks = new MemberClocks();

    void heard(BsonDocument hello, long sentAt, long answeredAt) {
        clocks.heard(hello, sentAt, answeredAt);
    }

    /** Empty if all is well. */
    String notice() {
        return clocks.beyond(ALLOWED)
                .map(difference ->
                        "Careful: %s, and leases allow for %s ms. After a failover they could end early or late. Set the clocks right."
                                .formatted(difference, ALLOWED.toMillis()))
                .orElse("");
    }
}
