package io.lockkeeper.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockMapper;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each rule on histories written by hand: one that breaks it, and the like that does not. */
class CheckerTest {

    private static final Bounds BOUNDS = new Bounds(Duration.ofNanos(100), Duration.ofNanos(50));
    private static final String LOCK = "lock";

    private final List<Event> events = new ArrayList<>();

    @Test
    void claimsThatOverlapBreakTheLock() {
        holds("one", 1, 1, 10, 0, 100);
        holds("other", 1, 1, 20, 90, 200);
        assertBroken(ClaimsFit.NAME);
    }

    @Test
    void claimsOneAfterTheOtherDoNot() {
        holds("one", 1, 1, 10, 0, 100);
        holds("other", 1, 1, 20, 100, 200);
        assertKept();
    }

    @Test
    void weightsThatFitDoNotOverlap() {
        holds("one", 1, 3, 10, 0, 100);
        holds("other", 2, 3, 11, 50, 120);
        assertKept();
    }

    @Test
    void oneWeightTooMuchDoes() {
        holds("one", 2, 3, 10, 0, 100);
        holds("other", 2, 3, 11, 50, 120);
        assertBroken(ClaimsFit.NAME);
    }

    @Test
    void aHolderThatAnOperatorEvictedNowClaimsNothingMore() {
        holds("one", 1, 1, 10, 0, 100);
        events.add(new Event.Evicting(50, "e", LOCK, "acquirer", 10, "NOW"));
        holds("other", 1, 1, 20, 60, 200);
        assertKept();
    }

    @Test
    void aTokenGivenOutTwiceIsNoToken() {
        holds("one", 1, 1, 10, 0, 10);
        holds("other", 1, 1, 10, 20, 30);
        assertBroken(TokensGrow.NAME);
    }

    @Test
    void aTokenThatFellIsNoToken() {
        holds("one", 1, 1, 10, 0, 10);
        holds("other", 1, 1, 9, 20, 30);
        assertBroken(TokensGrow.NAME);
    }

    @Test
    void theResourceMustNotSeeATokenGoBack() {
        holds("one", 1, 1, 10, 0, 100);
        holds("other", 1, 1, 20, 200, 300);
        uses("other", 20, 210, 1);
        uses("one", 10, 90, 2);
        assertBroken(ResourceIsGuarded.NAME);
    }

    @Test
    void theWriteOfAHolderThatLostItsLeaseIsWhatTokensAreFor() {
        holds("one", 1, 1, 10, 0, 100);
        holds("other", 1, 1, 20, 200, 300);
        uses("other", 20, 210, 1);
        uses("one", 10, 220, 2);
        assertKept();
    }

    @Test
    void aLeaseThatIsTakenOverWasLostEarly() {
        holds("one", 1, 1, 10, 0, 100);
        events.add(new Event.Lost(110, "client", "one", "TakenOver", "taken over"));
        assertBroken(NothingIsLostEarly.NAME);
    }

    @Test
    void aLeaseThatIsNotHeldBeforeItsDeadlineWasLostEarlyUnlessItsHostAgentEnded() {
        holds("one", 1, 1, 10, 0, 100);
        events.add(new Event.NotHeld(110, "client", "one"));
        assertBroken(NothingIsLostEarly.NAME);
        events.add(new Event.Lost(115, "client", "one", "HostAgentEnded", "ended"));
        assertKept();
    }

    @Test
    void aLeaseThatExpiresBeforeItsDeadlineWasLostEarly() {
        holds("one", 1, 1, 10, 0, 100);
        events.add(new Event.Lost(600, "client", "one", "Expired", "expired"));
        assertBroken(NothingIsLostEarly.NAME);
    }

    @Test
    void aLeaseThatExpiresAtItsDeadlineOrIsEvictedWasNot() {
        holds("one", 1, 1, 10, 0, 100);
        events.add(new Event.Lost(1_100, "client", "one", "Expired", "expired"));
        holds("other", 1, 1, 20, 2_000, 2_100);
        events.add(new Event.Evicting(2_050, "e", LOCK, "acquirer", 20, "MARK"));
        events.add(new Event.Lost(2_110, "client", "other", "Evicted", "evicted"));
        assertKept();
    }

    @Test
    void aGrantThatTheStreamNeverShowedIsMissing() {
        stored(1, LOCK, List.of(), List.of());
        holds("one", 1, 1, 10, 5, 10);
        events.add(new Event.Told(500));
        assertBroken(StreamTellsAll.NAME);
    }

    @Test
    void aGrantThatIsAcknowledgedAfterTheStreamWasAskedMayBeToldLater() {
        stored(1, LOCK, List.of(), List.of());
        events.add(new Event.Told(500));
        holds("one", 1, 1, 10, 505, 510);
        assertKept();
    }

    @Test
    void aGrantThatTheStreamShowedTwiceIsOneTooMany() {
        stored(1, LOCK, List.of(), List.of());
        stored(3, LOCK, List.of(holder("one", 10, 100, null)), List.of());
        stored(4, LOCK, List.of(), List.of());
        stored(5, LOCK, List.of(holder("one", 10, 100, null)), List.of());
        assertThat(rules()).contains(StreamTellsAll.NAME);
    }

    @Test
    void anAcquirerWhoseLeaseRanOutMayBeGrantedAnotherByOneChange() {
        stored(1, LOCK, List.of(), List.of());
        events.add(new Event.Asked(2, "client", "one", LOCK, 1, 1, true));
        stored(3, LOCK, List.of(holder("one", 10, 100, null)), List.of());
        stored(4, LOCK, List.of(holder("one", 20, 200, null)), List.of());
        events.add(new Event.Granted(5, "client", "one", LOCK, 20, 1_000));
        events.add(new Event.Told(500));
        assertKept();
    }

    @Test
    void aReleaseThatWasAcknowledgedMustBeSeenBeforeWhatWasAskedLater() {
        holds("one", 1, 2, 10, 0, 10);
        events.add(new Event.Released(12, "client", "one", true));
        holds("other", 1, 2, 20, 20, 30);
        stored(3, LOCK, List.of(holder("one", 10, 100, null)), List.of());
        stored(21, LOCK, List.of(holder("one", 10, 100, null), holder("other", 20, 100, null)), List.of());
        stored(22, LOCK, List.of(holder("other", 20, 100, null)), List.of());
        assertThat(rules()).contains(StreamTellsAll.NAME);
    }

    @Test
    void nobodyOvertakesAWaiter() {
        stored(1, LOCK, List.of(), List.of(waiter("first"), waiter("second")));
        stored(2, LOCK, List.of(holder("second", 10, 100, null)), List.of(waiter("first")));
        assertBroken(FirstComeFirstServed.NAME);
    }

    @Test
    void aWaiterThatDroppedOutIsNotOvertaken() {
        stored(1, LOCK, List.of(), List.of(waiter("first"), waiter("second")));
        stored(2, LOCK, List.of(holder("second", 10, 100, null)), List.of());
        assertKept();
    }

    @Test
    void aWaiterThatExpiredAndQueuesAgainHasLostItsPlace() {
        stored(1, LOCK, List.of(), List.of(waiter("first"), waiter("second")));
        stored(2, LOCK, List.of(holder("second", 10, 100, null)), List.of(waiter("first", 90)));
        assertKept();
    }

    @Test
    void noStoredTimeGoesBack() {
        stored(1, LOCK, List.of(holder("one", 10, 200, null)), List.of());
        stored(2, LOCK, List.of(holder("one", 10, 100, null)), List.of());
        assertBroken(DocumentsAreSound.NAME);
    }

    @Test
    void whatIsStoredMustFit() {
        stored(
                1,
                LOCK,
                List.of(holder("one", 10, 100, null), holder("two", 11, 100, null), holder("three", 12, 100, null)),
                List.of());
        assertBroken(DocumentsAreSound.NAME);
    }

    @Test
    void whatIsStoredMustBeALock() {
        events.add(new Event.Stored(1, LOCK, "update", "{ _id: 'lock', capacity: 'many' }"));
        assertBroken(DocumentsAreSound.NAME);
    }

    @Test
    void whoWaitsThroughAQuietTimeDoesNotGetOn() {
        events.add(new Event.FaultOn(1, "fault", "target"));
        events.add(new Event.Asked(2, "client", "one", LOCK, 1, 1, true));
        events.add(new Event.FaultOff(10, "fault"));
        events.add(new Event.FaultOn(120, "fault", "target"));
        assertBroken(EveryoneGetsOn.NAME);
    }

    @Test
    void whoIsAnsweredInTimeOrWaitsWhileThingsAreBrokenDoes() {
        events.add(new Event.FaultOn(1, "fault", "target"));
        events.add(new Event.Asked(2, "client", "one", LOCK, 1, 1, true));
        events.add(new Event.FaultOff(500, "fault"));
        events.add(new Event.Refused(550, "client", "one", "no"));
        events.add(new Event.FaultOn(700, "fault", "target"));
        assertKept();
    }

    @Test
    void aCallThatWasDueIsServedByThen() {
        events.add(new Event.Asked(1, "client", "one", LOCK, 1, 1, true));
        events.add(new Event.Due(2, "one", 50));
        assertBroken(EveryoneGetsOn.NAME);
    }

    @Test
    void anEvictionWithoutARecordOfItsIntentIsWrong() {
        events.add(new Event.Evicting(1, "e", LOCK, "acquirer-one", 10, "MARK"));
        events.add(new Event.Evicted(2, "e", "MARKED"));
        assertBroken(EvictionsHitTheirLease.NAME);
    }

    @Test
    void anEvictionThatHitAnotherLeaseIsWrong() {
        Eviction eviction = new Eviction("operator", "why", Instant.ofEpochMilli(5), Instant.ofEpochMilli(5));
        events.add(new Event.Evicting(1, "e", LOCK, "acquirer-one", 10, "MARK"));
        stored(2, LOCK, List.of(holder("two", 11, 100, eviction)), List.of());
        assertBroken(EvictionsHitTheirLease.NAME);
    }

    @Test
    void aRequestThatLandsLongAfterItsCallIsLate() {
        events.add(new Event.Unknown(1, "client", "one", "gave up"));
        stored(60, LOCK, List.of(holder("one", 10, 100, null)), List.of());
        assertBroken(NothingLandsLate.NAME);
    }

    private void holds(String call, int weight, int capacity, long token, long from, long until) {
        events.add(new Event.Asked(from, "client", call, LOCK, weight, capacity, true));
        events.add(new Event.Granted(from + 1, "client", call, LOCK, token, 1_000));
        events.add(new Event.Held(until, "client", call, 1_000));
    }

    private void uses(String call, long token, long at, long order) {
        events.add(new Event.Used(at, "client", call, LOCK, token, order));
    }

    private void stored(long at, String name, List<Holder> holders, List<Waiter> queue) {
        long token = holders.stream().mapToLong(Holder::token).max().orElse(0);
        LockDocument document =
                new LockDocument(name, 2, token, holders, queue, null, null, Instant.ofEpochMilli(1_000));
        events.add(
                new Event.Stored(at, name, "update", LockMapper.toBson(document).toJson()));
    }

    private static Holder holder(String call, long token, long updatedAt, @Nullable Eviction evicted) {
        Instant at = Instant.ofEpochMilli(updatedAt);
        return new Holder(
                "acquirer-" + call,
                1,
                token,
                Duration.ofSeconds(1),
                at,
                at,
                at.plusSeconds(1),
                "stamp",
                owner(call),
                evicted);
    }

    private static Waiter waiter(String call) {
        return waiter(call, 10);
    }

    private static Waiter waiter(String call, long since) {
        Instant at = Instant.ofEpochMilli(since);
        return new Waiter(
                "acquirer-" + call, 1, Duration.ofSeconds(1), at, at, at.plusSeconds(1), "stamp", owner(call), 0);
    }

    private static Owner owner(String call) {
        return new Owner("agent", "service", "instance", "host", 1, "thread", call);
    }

    private void assertBroken(String rule) {
        assertThat(rules()).containsOnly(rule);
    }

    private void assertKept() {
        assertThat(Checker.check(events, BOUNDS)).isEmpty();
    }

    private List<String> rules() {
        return Checker.check(events, BOUNDS).stream().map(Violation::rule).toList();
    }
}
