package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.TakenOut;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DigestingTest {

    private static final Instant T = Instant.parse("2026-11-23T03:12:00Z");
    private static final Duration RETENTION = Duration.ofDays(30);
    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");
    private static final DigestKey MINUTE = new DigestKey("hot", T);

    private final Map<DigestKey, Digest> written = new HashMap<>();
    private final ChangeRates rates = new ChangeRates(10);
    private Digesting digesting = afresh();

    private Digesting afresh() {
        return new Digesting(rates, new Tallies(written::get), () -> RETENTION);
    }

    @Test
    void ofALockThatChangesSeldomEachLeaseIsTold() {
        Digested part = digest(granted(1, T, T), ended(1, T, T.plusMillis(5), Ending.RELEASED));
        assertThat(part.whole()).hasSize(2);
        assertThat(part.digests()).isEmpty();
    }

    @Test
    void ofALockThatChangesOftenLeasesThatAreReleasedSoonAreCounted() {
        changesOften();
        for (int token = 1; token <= 100; token++) {
            Instant at = T.plusMillis(token * 10L);
            digest(granted(token, at.minusMillis(token), at), waited(token, at, 3));
            assertThat(digest(ended(token, at, at.plusMillis(token), Ending.RELEASED))
                            .whole())
                    .isEmpty();
        }
        Digest digest = Objects.requireNonNull(written.get(MINUTE));
        assertThat(digest.leases()).isEqualTo(100);
        assertThat(digest.waiters()).isEqualTo(3);
        assertThat(List.of(
                        digest.held().p50(), digest.held().p95(), digest.held().max()))
                .containsExactly(50L, 95L, 100L);
        assertThat(List.of(
                        digest.waited().p50(),
                        digest.waited().p95(),
                        digest.waited().max()))
                .containsExactly(50L, 95L, 100L);
        assertThat(digest.purgeAt()).isEqualTo(T.plusSeconds(60).plus(RETENTION));
    }

    @Test
    void aSlowLeaseAndOneThatEndedAbnormallyAreTold() {
        changesOften();
        digest(granted(1, T, T), granted(2, T.minusSeconds(2), T), granted(3, T, T), waited(3, T, 2));
        Digested part = digest(
                ended(1, T, T.plusSeconds(2), Ending.RELEASED),
                ended(2, T, T.plusMillis(1), Ending.RELEASED),
                ended(3, T, T.plusMillis(1), Ending.EVICTED));
        assertThat(part.digests()).isEmpty();
        assertThat(part.whole())
                .hasSize(7)
                .filteredOn(HistoryEvent.Ended.class::isInstance)
                .hasSize(3);
    }

    @Test
    void whereEachWaitsForSecondsAWaitOfSecondsIsNotSlow() {
        changesOften();
        int told = 0;
        for (int token = 1; token <= 300; token++) {
            digest(granted(token, T.minusSeconds(2), T));
            told += digest(ended(token, T, T.plusMillis(1), Ending.RELEASED))
                    .whole()
                    .size();
        }
        assertThat(told).as("until it is known what is ordinary").isLessThanOrEqualTo(3 * 100);
        assertThat(Objects.requireNonNull(written.get(MINUTE)).leases()).isGreaterThanOrEqualTo(200);
    }

    @Test
    void aLeaseThatIsHeldForASecondIsToldAsHeldAndLaterAsEnded() {
        changesOften();
        assertThat(digest(granted(1, T, T)).whole()).isEmpty();
        assertThat(digesting.digest(List.of(), T.plusMillis(1_001)).whole()).containsExactly(granted(1, T, T));
        HistoryEvent end = ended(1, T, T.plusMillis(1_500), Ending.RELEASED);
        assertThat(digest(end).whole()).containsExactly(end);
    }

    @Test
    void whoContinuesCountsOnAndTellsALeaseWhoseGrantItDidNotSee() {
        changesOften();
        digest(granted(1, T, T), ended(1, T, T.plusMillis(5), Ending.RELEASED), granted(2, T, T));
        digesting = afresh();
        Digested part = digest(
                ended(2, T, T.plusMillis(5), Ending.RELEASED),
                granted(3, T, T),
                ended(3, T, T.plusMillis(5), Ending.RELEASED));
        assertThat(part.whole()).containsExactly(ended(2, T, T.plusMillis(5), Ending.RELEASED));
        assertThat(Objects.requireNonNull(written.get(MINUTE)).leases()).isEqualTo(2);
    }

    @Test
    void whatTheBoardToldOfBeforeItsGrantCameIsNotCounted() {
        changesOften();
        digesting.recorded(new LeaseKey("hot", 1));
        Digested part = digest(granted(1, T, T), ended(1, T, T.plusMillis(5), Ending.RELEASED));
        assertThat(part.whole()).hasSize(2);
        assertThat(part.digests()).isEmpty();
    }

    @Test
    void whatIsKeptBackIsToldWhenTheRecordingEnds() {
        changesOften();
        digest(granted(1, T, T), waited(1, T, 2));
        assertThat(digesting.rest().whole()).containsExactly(granted(1, T, T), waited(1, T, 2));
        assertThat(digesting.rest().isEmpty()).isTrue();
    }

    @Test
    void requestsThatGiveUpSoonAreCountedAndOnesThatFellSilentAreTold() {
        changesOften();
        Digested part =
                digest(left(false, T.plusMillis(20)), left(false, T.plusMillis(30)), left(true, T.plusMillis(40)));
        assertThat(part.whole()).containsExactly(left(true, T.plusMillis(40)));
        assertThat(Objects.requireNonNull(written.get(MINUTE)).gaveUp()).isEqualTo(2);
    }

    @Test
    void whatAnOperatorEndedIsNeverOnlyCounted() {
        changesOften();
        HistoryEvent.Left gaveUp = (HistoryEvent.Left) left(false, T.plusMillis(20));
        HistoryEvent takenOut = new HistoryEvent.Left(
                gaveUp.lock(), gaveUp.waiter(), gaveUp.at(), false, new TakenOut("w", "ops", "stuck", gaveUp.at()));
        assertThat(digest(takenOut).whole()).containsExactly(takenOut);
    }

    private void changesOften() {
        for (int i = 0; i < 20; i++) {
            rates.changed("hot", T);
        }
    }

    private Digested digest(HistoryEvent... events) {
        Digested part = digesting.digest(new ArrayList<>(List.of(events)), T);
        part.digests().forEach(digest -> written.put(digest.key(), digest));
        return part;
    }

    private static HistoryEvent granted(long token, Instant asked, Instant at) {
        return new HistoryEvent.Granted("hot", holder(token, at), asked);
    }

    private static HistoryEvent waited(long token, Instant at, int waiters) {
        return new HistoryEvent.Waited("hot", holder(token, at), waiters, List.of("shop · shop-1"));
    }

    private static HistoryEvent ended(long token, Instant granted, Instant at, Ending how) {
        return new HistoryEvent.Ended("hot", holder(token, granted), at, how, null);
    }

    private static HistoryEvent left(boolean silent, Instant at) {
        return new HistoryEvent.Left(
                "hot",
                new Waiter("w", 1, Duration.ofSeconds(30), T, T, T.plusSeconds(30), "s", OWNER, 0),
                at,
                silent,
                null);
    }

    private static Holder holder(long token, Instant at) {
        return new Holder("a-" + token, 1, token, Duration.ofSeconds(30), at, at, at.plusSeconds(30), "s", OWNER, null);
    }
}
