package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlwaysExpiringTest {

    private static final Instant START = Instant.parse("2026-11-22T03:12:00Z");
    private static final Owner NIGHTLY = Locks.owner("report", "report-1", 1, "main", "");
    private static final Usual EXPIRING = new Usual(40, 0, null, null, 39);
    private static final Usual RELEASED = new Usual(40, 0, null, null, 2);

    private final AlwaysExpiring expiring = new AlwaysExpiring();
    private final List<String> asked = new ArrayList<>();
    private Instant now = START;
    private Usual usual = EXPIRING;

    @Test
    void aProcessThatDiesEachTimeIsFoundByTheLeaseItLeavesAndStandsFromOneNightToTheNext() {
        assertThat(look(expiredAt(START.minusSeconds(3)))).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.ALWAYS_EXPIRES);
            assertThat(found.evidence()).isEqualTo("Of the last 40 leases, 39 expired.");
        });
        now = START.plus(Duration.ofHours(30));
        assertThat(look()).hasSize(1);
        assertThat(look(grantedAt(now.minusSeconds(1)))).hasSize(1);
    }

    @Test
    void aLockThatIsReleasedAgainOrUsedNoMoreIsNoFinding() {
        look(expiredAt(START.minusSeconds(3)));
        usual = RELEASED;
        assertThat(look()).isEmpty();
        usual = EXPIRING;
        look(expiredAt(START.minusSeconds(3)));
        now = START.plus(Duration.ofHours(50));
        assertThat(look()).isEmpty();
    }

    @Test
    void tooFewLeasesTellNothing() {
        usual = new Usual(4, 0, null, null, 4);
        assertThat(look(expiredAt(START.minusSeconds(3)))).isEmpty();
    }

    @Test
    void theHistoryOfALockThatWasJustAcquiredIsNotRead() {
        look(grantedAt(START.minusSeconds(2)));
        assertThat(asked).isEmpty();
    }

    private List<Detected> look(Lock... locks) {
        ObservedSource.Facts facts =
                Passes.facts(ObservedSource.Facts.UNKNOWN.life(), ObservedSource.Facts.UNKNOWN.slowHold(), this::usual);
        return expiring.look(Passes.sight(Passes.source(List.of(locks), now, Outage.NONE, facts), lock -> now));
    }

    private Usual usual(String lock) {
        asked.add(lock);
        return usual;
    }

    private static Lock expiredAt(Instant end) {
        return lock(end.minusSeconds(5), end);
    }

    private static Lock grantedAt(Instant at) {
        return lock(at, at.plusSeconds(5));
    }

    private static Lock lock(Instant granted, Instant end) {
        Holder holder = new Holder("a", 1, 7, Duration.ofSeconds(5), granted, granted, end, "s", NIGHTLY, null);
        return Lock.of(new LockDocument("report", 1, 7, List.of(holder), List.of(), null, null, end));
    }
}
