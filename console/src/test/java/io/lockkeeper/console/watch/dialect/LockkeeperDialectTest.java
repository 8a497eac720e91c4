package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Damage;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** What the console reads of Lockkeeper's own documents in a collection that it watches as a source. */
class LockkeeperDialectTest {

    private static final Instant GRANTED = Instant.ofEpochMilli(1_795_258_911_456L);

    private final Dialect dialect = new Dialects("").find(LockkeeperDialect.ID).orElseThrow();

    @Test
    void aHeldLockTellsItsHolderItsTimesItsTokenAndHowManyWait() {
        DialectLock lock = read(Damage.sound("report")).orElseThrow();
        assertThat(lock.name()).isEqualTo("report");
        assertThat(lock.holders()).containsExactly("billing · bill-1 · main");
        assertThat(lock.acquired()).contains(GRANTED);
        assertThat(lock.expiry()).isEqualTo(new Expiry.At(GRANTED.plusSeconds(30)));
        assertThat(lock.fence()).hasValue(7);
        assertThat(lock.own().orElseThrow().waiting()).isEqualTo(1);
        assertThat(lock.state(GRANTED)).isEqualTo(State.HELD);
        assertThat(lock.state(GRANTED.plusSeconds(30))).isEqualTo(State.EXPIRED);
    }

    @Test
    void nobodyRenewsAnEvictedLeaseAndItIsStillThere() {
        DialectLock lock = read(Damage.sound("report")).orElseThrow();
        assertThat(lock.heartbeat()).isEmpty();
        assertThat(lock.isEvicted(lock.acquisition())).isTrue();
    }

    @Test
    void ofSeveralHoldersTheOneThatNobodyEvictedStandsForTheLockAndAllAreStillThere() {
        LockDocument sound = LockMapper.fromBson(Damage.sound("report"));
        Holder evicted = sound.holders().getFirst();
        Holder second = new Holder(
                "a.9",
                1,
                9,
                Duration.ofSeconds(30),
                GRANTED,
                GRANTED,
                GRANTED.plusSeconds(60),
                "s",
                evicted.owner(),
                null);
        LockDocument shared = new LockDocument(
                "report", 2, 9, List.of(evicted, second), List.of(), null, null, GRANTED.plusSeconds(60));
        DialectLock lock = read(LockMapper.toBson(shared)).orElseThrow();
        assertThat(lock.fence()).hasValue(9);
        assertThat(lock.expiry().instant()).contains(GRANTED.plusSeconds(60));
        assertThat(lock.isOf(LeaseAcquisitions.of("report", evicted))).isTrue();
        assertThat(lock.with(LeaseAcquisitions.of("report", evicted))
                        .orElseThrow()
                        .acquisition())
                .isEqualTo(LeaseAcquisitions.of("report", evicted));
    }

    @Test
    void aDocumentThatCannotBeReadIsNoFreeLockAndNeitherIsOneOfAnotherProgram() {
        BsonDocument newer = Damage.sound("report");
        newer.put("holders", new BsonArray(List.of(new BsonDocument("leases", new BsonString("of another form")))));
        DialectLock lock = read(newer).orElseThrow();
        assertThat(lock.state(GRANTED)).isEqualTo(State.UNREADABLE);
        assertThat(lock.isTaken(GRANTED)).isFalse();
        assertThat(lock.damage()).isNotEmpty();
        for (String other : List.of("{ _id: 'x', total: 3 }", "{ _id: 7, token: 3 }")) {
            DialectLock stray = read(BsonDocument.parse(other)).orElseThrow();
            assertThat(stray.state(GRANTED)).isEqualTo(State.UNREADABLE);
            assertThat(stray.damage()).isEqualTo("it is no lock of Lockkeeper");
        }
    }

    /** A field that this version does not know stands for nothing that it would have to know. */
    @Test
    void aFieldOfANewerVersionIsPassedOverAndAReleaseOfVersion009HasNoToken() {
        BsonDocument document = Damage.sound("report").append("newer", new BsonString("x"));
        document.getDocument("released").remove("token");
        assertThat(read(document).orElseThrow().state(GRANTED)).isEqualTo(State.HELD);
    }

    @Test
    void itsDocumentsAreRecognizedWithCertaintyInTheirCollectionAndDamagedOnesAreNot() {
        assertThat(dialect.sureness(Damage.sound("report"), "locks")).contains(Sureness.CERTAIN);
        assertThat(dialect.sureness(Damage.sound("report"), "copy")).contains(Sureness.LIKELY);
        BsonDocument damaged = Damage.sound("report");
        damaged.put("holders", new BsonString("x"));
        assertThat(dialect.sureness(damaged, "locks")).isEmpty();
    }

    private Optional<DialectLock> read(BsonDocument document) {
        return dialect.read(document, TtlIndexes.UNREADABLE);
    }
}
