package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ChangeTest {

    private static final Instant TOUCHED = Instant.parse("2030-01-01T00:00:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);

    private final LockDocument lock = lock();

    @Test
    void anAnswerIsTheLockAndTheServersTime() {
        BsonDocument answer = new BsonDocument("lock", LockMapper.toBson(lock))
                .append("now", new BsonDateTime(TOUCHED.plusSeconds(1).toEpochMilli()));

        Snapshot snapshot = Change.answer(answer);

        assertThat(snapshot.lock()).isEqualTo(lock);
        assertThat(snapshot.remaining(lock.holders().getFirst())).isEqualTo(TTL.minusSeconds(1));
    }

    @Test
    void theAnswerToAChangeThatWasSentTwiceIsTheLockAloneAndTheLatestTimeInIt() {
        Snapshot snapshot = Change.answer(LockMapper.toBson(lock));

        assertThat(snapshot.lock()).isEqualTo(lock);
        assertThat(snapshot.serverTime()).isEqualTo(TOUCHED);
    }

    @Test
    void anythingElseIsDamaged() {
        assertThatExceptionOfType(DamagedLockException.class).isThrownBy(() -> Change.answer(new BsonDocument()));
    }

    private static LockDocument lock() {
        Owner owner = new Owner("agent", "service", "instance", "host", 1, "main", "");
        Holder holder =
                new Holder("a", 1, 7, TTL, TOUCHED.minusSeconds(9), TOUCHED, TOUCHED.plus(TTL), "s", owner, null);
        return new LockDocument("report", 1, 7, List.of(holder), List.of(), null, null, TOUCHED.plus(TTL));
    }
}
