package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class MemberClocksTest {

    private static final Duration ALLOWANCE = Duration.ofMillis(500);

    private final MemberClocks clocks = new MemberClocks();

    @Test
    void clocksThatAgreeAreNoFinding() {
        hear("a", 1_000_000, 0, 10);
        hear("b", 1_000_400, 100, 110);
        assertThat(clocks.beyond(ALLOWANCE)).isEmpty();
    }

    @Test
    void aDifferenceIsReportedLessWhatTheRoundTripsLeaveOpen() {
        hear("a", 1_000_000, 0, 20);
        hear("b", 1_002_000, 0, 20);
        MemberClocks.Difference difference = clocks.beyond(ALLOWANCE).orElseThrow();
        assertThat(difference.ahead()).isEqualTo("b");
        assertThat(difference.behind()).isEqualTo("a");
        assertThat(difference.least()).isEqualTo(Duration.ofMillis(1_980));
    }

    @Test
    void aSlowAnswerProvesNothing() {
        hear("a", 1_000_000, 0, 20);
        hear("b", 1_002_000, 0, 4_000);
        assertThat(clocks.beyond(ALLOWANCE)).isEmpty();
    }

    @Test
    void aServerThatIsNoLongerHeardOfIsForgotten() {
        hear("a", 1_000_000, 0, 20);
        hear("b", 1_000_000 + 1_200_000 + 5_000, 1_200_000, 1_200_020);
        assertThat(clocks.beyond(ALLOWANCE)).isEmpty();
    }

    @Test
    void eachServerIsSaidToBeAheadOfTheOneFurthestBehind() {
        hear("b", 1_002_000, 0, 20);
        hear("a", 1_000_000, 0, 20);
        assertThat(clocks.offsets())
                .containsExactly(
                        new MemberClocks.Offset("a", Duration.ZERO, Duration.ofMillis(10)),
                        new MemberClocks.Offset("b", Duration.ofSeconds(2), Duration.ofMillis(10)));
    }

    private void hear(String server, long time, long sentAtMillis, long answeredAtMillis) {
        BsonDocument hello = new BsonDocument("me", new BsonString(server)).append("localTime", new BsonDateTime(time));
        clocks.heard(
                hello, TimeUnit.MILLISECONDS.toNanos(sentAtMillis), TimeUnit.MILLISECONDS.toNanos(answeredAtMillis));
    }
}
