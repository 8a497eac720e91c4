package io.lockkeeper.console.board;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.springframework.stereotype.Component;

/**
 * How far the clocks of the members differ: expiry is decided by the clock of whichever is primary, so that a difference
 * beyond the agents' allowance ends leases early or late. Thread-safe.
 */
@Component
class MemberClocks {

    private static final Duration ALLOWED = Duration.ofMillis(500);
    private static final Duration REMEMBERED = Duration.ofMinutes(2);

    private final Map<String, Offset> offsets = new ConcurrentHashMap<>();

    /** Takes the answer of a member to {@code hello}, which has just come. */
    void observe(Answer answer, ServerClock clock) {
        Instant now = clock.now();
        Duration ahead = Duration.between(now, answer.time().plusNanos(answer.roundTripNanos() / 2));
        offsets.put(answer.member(), new Offset(ahead, Duration.ofNanos(answer.roundTripNanos()), now));
        offsets.values().removeIf(offset -> offset.seen.isBefore(now.minus(REMEMBERED)));
    }

    /** One sentence for the operator if the bound is broken; empty if all is well. */
    String notice() {
        return offsets.entrySet().stream()
                .filter(member -> member.getValue().isBeyond(ALLOWED))
                .map(member -> sentence(member.getKey(), member.getValue()))
                .sorted()
                .findFirst()
                .orElse("");
    }

    private static String sentence(String member, Offset offset) {
        return "The clock of %s is %d ms %s the primary's, more than the %d ms that leases allow for. After a failover, leases could end early or late: set that clock right."
                .formatted(
                        member,
                        offset.ahead.abs().toMillis(),
                        offset.ahead.isNegative() ? "behind" : "ahead of",
                        ALLOWED.toMillis());
    }

    /** A member's answer, when it said it was, and how long it travelled. */
    record Answer(BsonDocument hello, Instant time, long roundTripNanos) {

        String member() {
            return hello.getString("me", new BsonString("a member")).getValue();
        }
    }

    private record Offset(Duration ahead, Duration roundTrip, Instant seen) {

        boolean isBeyond(Duration allowed) {
            return ahead.abs().compareTo(allowed.plus(roundTrip)) > 0;
        }
    }
}
