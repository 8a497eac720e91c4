package io.lockkeeper.faults.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.faults.comparison.Cell.Outcome;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.peers.Peer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each answer on a history in which the promise held, and on one in which it did not. Times are in milliseconds. */
class AnswersTest {

    private static final long MILLIS = 1_000_000;

    private final List<Event> events = new ArrayList<>();

    @Test
    void whoSaysYesAfterItWasHaltedWhileAnotherHoldsStillBelieves() {
        granted("a", 1, 0);
        broken(10, 100);
        granted("b", 2, 50);
        looksUntil("b", 200);
        notHeld("a", 101);
        assertThat(Answers.stopsBelieving(seen(Peer.LOCKKEEPER)).outcome()).isEqualTo(Outcome.HELD);
        assertThat(Answers.isTold(seen(Peer.LOCKKEEPER)).text()).isEqualTo("held: after 1 ms");

        looksUntil("a", 150);
        assertThat(Answers.stopsBelieving(seen(Peer.LOCKKEEPER)).text())
                .isEqualTo("**not held**: believed for 50 ms beside others");
    }

    @Test
    void whoIsNeverToldAndCannotAskIsSaidToBeSo() {
        granted("a", 0, 0);
        broken(10, 100);
        assertThat(Answers.isTold(seen(Peer.SHEDLOCK)).text()).isEqualTo("**not held**: never; there is no way to ask");
    }

    @Test
    void aLateWriteIsRefusedByItsTokenOrLosesCounts() {
        granted("a", 1, 0);
        written("b", 2, 1, true, 50);
        written("b", 2, 2, true, 60);
        written("a", 1, 1, false, 100);
        assertThat(Answers.lateWriteIsRefused(seen(Peer.REDISSON)).text()).isEqualTo("held: by its token");

        events.removeLast();
        written("a", 0, 1, true, 100);
        assertThat(Answers.lateWriteIsRefused(seen(Peer.CURATOR)).text())
                .isEqualTo("**not held**: no token; 2 of 3 counts lost");
    }

    @Test
    void aLateReleaseThatLetsAThirdInBesideTheNextHolderFreedItsLock() {
        granted("a", 1, 0);
        granted("b", 2, 50);
        asked("c", 60);
        looksUntil("b", 200);
        releasing("b", 200);
        assertThat(Answers.lateReleaseFreesNobody(seen(Peer.CURATOR)).outcome()).isEqualTo(Outcome.HELD);

        granted("c", 3, 100);
        assertThat(Answers.lateReleaseFreesNobody(seen(Peer.SHEDLOCK)).outcome())
                .isEqualTo(Outcome.NOT_HELD);
    }

    @Test
    void whoIsDueAfterADeathIsLateOrNot() {
        granted("a", 1, 0);
        broken(10, 20);
        asked("b", 5);
        events.add(new Event.Due(10 * MILLIS, "b-1", 40 * MILLIS));
        assertThat(Answers.nextGetsOn(seen(Peer.CURATOR)).text()).isEqualTo("**not held**: not granted");

        granted("b", 2, 35);
        assertThat(Answers.nextGetsOn(seen(Peer.CURATOR)).text()).isEqualTo("held: after 25 ms");
    }

    @Test
    void aLockThatIsGrantedToAnotherDidNotOutliveItsServer() {
        granted("a", 1, 0);
        broken(10, 20);
        asked("b", 15);
        notHeld("a", 16);
        looksUntil("a", 30);
        releasing("a", 100);
        assertThat(Answers.outlivesTheServer(seen(Peer.CURATOR)).text())
                .isEqualTo("held: its holder had to stop for 14 ms");

        granted("b", 2, 40);
        assertThat(Answers.outlivesTheServer(seen(Peer.CURATOR)).text())
                .isEqualTo("**not held**: granted to another, and its holder was told");
    }

    @Test
    void whoIsCutOffIsToldBeforeTheNextIsGrantedOrTooLate() {
        granted("a", 1, 0);
        broken(10, 100);
        granted("b", 2, 50);
        events.add(new Event.Unknown(30 * MILLIS, "a", "a-1", "no answer"));
        assertThat(Answers.isToldInTime(seen(Peer.REDISSON)).text()).isEqualTo("**not held**: never; asking failed");

        notHeld("a", 60);
        assertThat(Answers.isToldInTime(seen(Peer.REDISSON)).text())
                .isEqualTo("**not held**: 10 ms after; asking failed");

        notHeld("a", 40);
        assertThat(Answers.isToldInTime(seen(Peer.REDISSON)).text()).isEqualTo("held: 10 ms before");
    }

    @Test
    void whoIsGrantedBeforeAnEarlierOneOvertakesIt() {
        asked("a", 1);
        asked("b", 2);
        asked("c", 3);
        grantedAgain("a", 10);
        grantedAgain("b", 20);
        grantedAgain("c", 30);
        assertThat(Answers.isInOrder(seen(Peer.CURATOR)).outcome()).isEqualTo(Outcome.HELD);

        events.removeLast();
        grantedAgain("c", 15);
        assertThat(Answers.isInOrder(seen(Peer.CURATOR)).text()).isEqualTo("**not held**: 1 of 6 overtaken");
        assertThat(Answers.isInOrder(seen(Peer.REDISSON)).text()).isEqualTo("n/a: promises none; 1 of 6 overtaken");
    }

    @Test
    void theLongestWayFromAReleaseToTheNextGrantCounts() {
        releasing("a", 10);
        grantedAgain("b", 15);
        releasing("b", 20);
        grantedAgain("c", 50);
        assertThat(Answers.handsOverSoon(seen(Peer.CURATOR)).text()).isEqualTo("held: 30 ms at most");

        releasing("c", 100);
        grantedAgain("a", 1_100);
        assertThat(Answers.handsOverSoon(seen(Peer.CURATOR)).outcome()).isEqualTo(Outcome.NOT_HELD);
    }

    private Evidence seen(Peer peer) {
        return new Evidence(
                peer,
                events.stream()
                        .sorted((one, other) -> Long.compare(one.at(), other.at()))
                        .toList());
    }

    private void broken(long from, long until) {
        events.add(new Event.FaultOn(from * MILLIS, Scene.BROKEN, "lock"));
        events.add(new Event.FaultOff(until * MILLIS, Scene.BROKEN));
    }

    private void asked(String client, long at) {
        events.add(new Event.Asked(at * MILLIS, client, client + "-1", "lock", 1, 1, true));
    }

    private void granted(String client, long token, long at) {
        asked(client, at);
        events.add(new Event.Granted(at * MILLIS, client, client + "-1", "lock", token, 0));
    }

    private void grantedAgain(String client, long at) {
        events.add(new Event.Granted(at * MILLIS, client, client + "-1", "lock", 1, 0));
    }

    private void looksUntil(String client, long at) {
        events.add(new Event.Held(at * MILLIS, client, client + "-1", 0));
    }

    private void notHeld(String client, long at) {
        events.add(new Event.NotHeld(at * MILLIS, client, client + "-1"));
    }

    private void written(String client, long token, long value, boolean accepted, long at) {
        events.add(new Event.Written(at * MILLIS, client, client + "-1", "lock", token, value, accepted));
    }

    private void releasing(String client, long at) {
        events.add(new Event.Releasing(at * MILLIS, client, client + "-1"));
    }
}
