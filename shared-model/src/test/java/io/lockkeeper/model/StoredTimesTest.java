package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A date or duration that no clock gives is damage where it is read, so that no later sum or difference fails of it. */
class StoredTimesTest {

    private static final Instant NOW = Instant.ofEpochMilli(1_795_258_911_456L);
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner OWNER = new Owner("agent", "billing", "bill-1", "host", 1, "main", "");

    @ParameterizedTest
    @CsvSource({
        "holders, acquiredAt",
        "holders, updatedAt",
        "holders, expiresAt",
        "queue, since",
        "queue, updatedAt",
        "queue, expiresAt"
    })
    void anEntryWithADateOutsideTheYears1To9999IsDamaged(String list, String field) {
        for (long millis : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, -62_135_596_800_001L, 253_402_300_800_000L}) {
            BsonDocument lock = lock();
            entry(lock, list).append(field, new BsonDateTime(millis));
            assertThatThrownBy(() -> LockMapper.fromBson(lock))
                    .isInstanceOf(DamagedLockException.class)
                    .hasMessageContaining(field)
                    .hasMessageContaining(Long.toString(millis));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void aTtlThatNoAgentGivesIsDamage(long millis) {
        for (String list : List.of("holders", "queue")) {
            BsonDocument lock = lock();
            entry(lock, list).append("ttl", new BsonInt64(millis));
            assertThatThrownBy(() -> LockMapper.fromBson(lock))
                    .isInstanceOf(DamagedLockException.class)
                    .hasMessageContaining("ttl");
        }
    }

    @Test
    void theYear9999AndTheYear1970AreTimes() {
        BsonDocument lock = lock();
        Instant last = Instant.parse("9999-12-31T23:59:59Z");
        entry(lock, "holders").append("expiresAt", new BsonDateTime(last.toEpochMilli()));
        lock.getDocument("released").append("at", new BsonDateTime(0));
        LockDocument read = LockMapper.fromBson(lock);
        assertThat(read.holders().getFirst().expiresAt()).isEqualTo(last);
        assertThat(read.released()).extracting(Released::at).isEqualTo(Instant.EPOCH);
    }

    @Test
    void whatIsReadCanBeSubtractedInMilliseconds() {
        List<Instant> read = LongStream.of(
                        Long.MIN_VALUE, -62_135_596_800_000L, 0, 253_402_300_799_999L, Long.MAX_VALUE)
                .mapToObj(StoredTimes::ofMillis)
                .flatMap(java.util.Optional::stream)
                .toList();
        assertThat(read).hasSize(3);
        read.forEach(one ->
                read.forEach(other -> assertThat(Duration.between(one, other).toMillis() / 1_000)
                        .isBetween(-400_000_000_000L, 400_000_000_000L)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"started", "lastSeen"})
    void anAgentsDocumentWithSuchADateIsNone(String field) {
        BsonDocument agent = BsonDocument.parse("""
                { _id: 'a', service: 's', instance: 'i', host: 'h', pid: 1, version: '0.1.0', started: { $date: 0 },
                  lastSeen: { $date: 0 }, held: 0, waiting: 0 }""");
        assertThat(AgentDocument.fromBson(agent).lastSeen()).isEqualTo(Instant.EPOCH);
        agent.append(field, new BsonDateTime(Long.MIN_VALUE));
        assertThatThrownBy(() -> AgentDocument.fromBson(agent))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(field);
    }

    @Test
    void aLateAttemptWithSuchADateIsNone() {
        BsonDocument late = new BsonDocument("late", new BsonString("WRITE"))
                .append("lock", new BsonString("l"))
                .append("acquirer", new BsonString("a"))
                .append("token", new BsonInt64(7))
                .append("owner", LockMapper.toBson(OWNER))
                .append("first", new BsonDateTime(0))
                .append("last", new BsonDateTime(Long.MAX_VALUE));
        assertThatThrownBy(() -> LateAttempt.fromBson(late))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("last");
    }

    @Test
    void soManyWaitersThatTheirNumberIsNoneAreTheMostThatANumberHolds() {
        BsonDocument lock = lock();
        entry(lock, "queue").append("behind", new BsonInt64(Integer.MAX_VALUE));
        assertThat(LockMapper.fromBson(lock).waiting()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void thoseInAnAgentsMemoryCountWhicheverOfItsWaitersTellsThem() {
        BsonDocument lock = lock();
        BsonDocument last = entry(lock, "queue").clone().append("acquirer", new BsonString("a.3"));
        entry(lock, "queue").append("behind", new BsonInt64(40));
        lock.getArray("queue").add(last);
        assertThat(LockMapper.fromBson(lock).waiting()).isEqualTo(42);
    }

    private static BsonDocument entry(BsonDocument lock, String list) {
        return lock.getArray(list).get(0).asDocument();
    }

    private static BsonDocument lock() {
        Holder holder = new Holder("a.1", 1, 7, TTL, NOW, NOW, NOW.plus(TTL), "s", OWNER, null);
        Waiter waiter = new Waiter("a.2", 1, TTL, NOW, NOW, NOW.plus(TTL), "s", OWNER, 0);
        Released released = new Released(NOW, "a.0", 7, OWNER, "s", null);
        return LockMapper.toBson(
                new LockDocument("report", 1, 7, List.of(holder), List.of(waiter), released, "s a.1", NOW.plus(TTL)));
    }
}
