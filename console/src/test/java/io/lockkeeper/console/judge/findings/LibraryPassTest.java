package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Expiry;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Locks of which only facts are known, each of which may be missing. */
class LibraryPassTest {

    private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");
    private static final Instant LONG_AGO = NOW.minusSeconds(1_500);
    private static final Usual USUAL = new Usual(
            40,
            0,
            new Usual.Quantiles(40, Duration.ofSeconds(40), Duration.ofSeconds(50), Duration.ofSeconds(90)),
            null,
            0);

    private final Set<String> asked = new HashSet<>();

    @Test
    void aHoldFarBeyondTheUsualIsFoundAndSaysNothingOfRenewalsAndWaiters() {
        assertThat(look(lock("import", Optional.of(LONG_AGO), Optional.empty(), never())))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.kind()).isEqualTo(Kind.OVER_USUAL);
                    assertThat(found.source()).isEmpty();
                    assertThat(found.evidence())
                            .isEqualTo("app-1 has held it for 25 min 00 s. By its last 40 holds it is usually held for"
                                    + " 40 s, and 95 of 100 for less than 50 s.");
                });
    }

    @Test
    void aHolderThatNoLongerRenewsIsOneFindingAndNotTwo() {
        assertThat(look(lock("import", Optional.of(LONG_AGO), Optional.of(NOW.minusSeconds(400)), never())))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.kind()).isEqualTo(Kind.NOT_RENEWED);
                    assertThat(found.evidence())
                            .isEqualTo("app-1 renewed it 6 min 40 s ago for the last time, and nothing frees it.");
                });
    }

    @Test
    void ofALockOfWhichNothingIsKnownNothingIsSaid() {
        assertThat(look(lock("import", Optional.empty(), Optional.empty(), new Expiry.Unknown("no field tells"))))
                .isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void anExpiredOneIsFoundWhetherSomebodyWaitsOrNot() {
        assertThat(look(lock("import", Optional.empty(), Optional.empty(), new Expiry.At(NOW.minusSeconds(90)))))
                .extracting(Detected::kind)
                .containsExactly(Kind.NOT_FREED);
        assertThat(look(lock("import", Optional.empty(), Optional.empty(), new Expiry.At(NOW.minusSeconds(50)))))
                .isEmpty();
    }

    @Test
    void ofVeryManyTheLongestHeldAreJudgedByWhatIsUsualAndTheRestOfAKindIsCounted() {
        List<Detected> found = look(IntStream.range(0, 100_000)
                .mapToObj(i -> lock("lock:" + i, Optional.of(LONG_AGO), Optional.empty(), never()))
                .toArray(DialectLock[]::new));
        assertThat(asked).hasSize(1_000);
        assertThat(found).hasSize(51);
        assertThat(found.getLast().lock()).isNull();
        assertThat(found.getLast().evidence()).isEqualTo("950 more locks of shop.locks/mongo.");
    }

    private List<Detected> look(DialectLock... locks) {
        List<ObservedLock> observed = List.of(locks).stream()
                .map(lock -> new ObservedLock(new Lock.Library(lock, 0), new LockkeeperDialect()))
                .toList();
        ObservedSource.Facts facts =
                Passes.facts(ObservedSource.Facts.UNKNOWN.life(), ObservedSource.Facts.UNKNOWN.slowHold(), this::usual);
        return LockPass.over(Passes.sight(
                new ObservedSource("shop.locks/mongo", observed, NOW, Outage.NONE, facts, List.of()), lock -> NOW));
    }

    private Usual usual(String lock) {
        asked.add(lock);
        return USUAL;
    }

    private static Expiry never() {
        return new Expiry.Never("the library frees nothing");
    }

    private static DialectLock lock(String name, Optional<Instant> since, Optional<Instant> renewed, Expiry expiry) {
        return new DialectLock(
                name,
                true,
                false,
                List.of("app-1"),
                since,
                renewed,
                expiry,
                OptionalLong.empty(),
                new Acquisition(new BsonString(name), List.of(new BsonString("app-1"))),
                Optional.empty(),
                "");
    }
}
