package io.lockkeeper.model;

import static io.lockkeeper.model.SettledLock.OWNER;
import static io.lockkeeper.model.SettledLock.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the server would not decide by is not read either: agents and consoles call it damaged. */
class DamagedFieldsTest {

    private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
    private static final BsonDocument SOUND = LockMapper.toBson(lock());

    static Stream<Damage> damages() {
        return Damage.possibleTo(SOUND).stream();
    }

    @Test
    void theLockItselfIsRead() {
        assertThat(LockMapper.toBson(LockMapper.fromBson(SOUND))).isEqualTo(SOUND);
    }

    @ParameterizedTest
    @MethodSource("damages")
    void aDamagedFieldIsSaidToBeDamaged(Damage damage) {
        BsonDocument damaged = damage.done(SOUND);
        assertThatThrownBy(() -> LockMapper.fromBson(damaged))
                .isInstanceOf(DamagedLockException.class)
                .hasMessageContaining("\"orders\" is damaged");
    }

    private static LockDocument lock() {
        Keep keep = new Keep(Duration.ofSeconds(5), 10);
        Holder holder = new Holder("a.1", 1, 7, TTL, NOW, NOW, NOW.plus(TTL), "s", OWNER, null, null, keep, null);
        Waiter waiter = new Waiter("a.2", 1, TTL, NOW, NOW, NOW.plus(TTL), "s", OWNER, 0);
        return new LockDocument("orders", 1, 16, List.of(holder), List.of(waiter), null, null, NOW.plus(TTL));
    }
}
