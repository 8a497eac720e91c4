package io.lockkeeper.faults.comparison;

import static io.lockkeeper.faults.comparison.Scene.TTL;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.lockkeeper.faults.comparison.Moment.Needs;
import io.lockkeeper.faults.comparison.Moment.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The moments that are played with every lock. {@code a} is the one around whom they turn. */
final class Moments {

    static final int WAITERS = 6;

    private static final Duration LONG_ENOUGH = TTL.multipliedBy(3);
    private static final Duration NEXT_BY = TTL.plus(TTL.dividedBy(2));
    private static final Duration OUTAGE = ofSeconds(5);

    private Moments() {}

    static List<Moment> all() {
        return List.of(halted(), lateRelease(), killed(), cutOff(), waiters(), serverKilled());
    }

    private static Moment halted() {
        return new Moment(
                "halted",
                "two others count under a lock, whose holder is halted between its read and its write and resumes after 3 ttls",
                Needs.NOTHING,
                scene -> {
                    scene.clients("a", "b", "c");
                    String late = scene.hold("a");
                    scene.read("a", late);
                    scene.breaks();
                    scene.client("a").pause();
                    scene.count("b");
                    scene.count("c");
                    scene.watch(LONG_ENOUGH);
                    scene.client("a").write(late);
                    scene.isMended();
                    scene.client("a").resume();
                    scene.written(late);
                    scene.watch(ofSeconds(3));
                    scene.released("a", late);
                    scene.watch(ofSeconds(2));
                    scene.client("b").stop();
                    scene.client("c").stop();
                    scene.watch(ofSeconds(2));
                },
                List.of(
                        new Question(
                                "Halted for 3 ttls, a resumed holder does not believe beside another",
                                Answers::stopsBelieving),
                        new Question("… and is notified of its loss", Answers::isTold),
                        new Question("… and its late write is refused", Answers::lateWriteIsRefused)));
    }

    private static Moment lateRelease() {
        return new Moment(
                "late-release",
                "a halted holder resumes when another holds, and releases",
                Needs.NOTHING,
                scene -> {
                    scene.clients("a", "b", "c");
                    String late = scene.hold("a");
                    scene.breaks();
                    scene.client("a").pause();
                    String next = scene.ask("b");
                    scene.granted(next, LONG_ENOUGH);
                    String last = scene.ask("c");
                    scene.watch(ofSeconds(5));
                    scene.isMended();
                    scene.client("a").resume();
                    scene.released("a", late);
                    scene.watch(ofSeconds(5));
                    scene.released("b", next);
                    scene.due(last, ofSeconds(10));
                },
                List.of(new Question("Its late release frees nobody else's lock", Answers::lateReleaseFreesNobody)));
    }

    private static Moment killed() {
        return new Moment(
                "killed",
                "a holder is killed while another waits",
                Needs.NOTHING,
                scene -> {
                    scene.clients("a", "b");
                    scene.hold("a");
                    String next = scene.ask("b");
                    scene.watch(ofSeconds(1));
                    scene.breaks();
                    scene.client("a").kill();
                    scene.due(next, NEXT_BY);
                },
                List.of(new Question(
                        "After a holder's kill -9 the next gets on within 1.5 ttls", Answers::nextGetsOn)));
    }

    private static Moment cutOff() {
        return new Moment(
                "cut-off",
                "a holder's links to all servers drop everything for longer than its ttl",
                Needs.LINKS,
                scene -> {
                    scene.clientApart("a");
                    scene.clients("b");
                    scene.hold("a");
                    scene.watch(ofSeconds(1));
                    String next = scene.ask("b");
                    scene.cut();
                    scene.granted(next, LONG_ENOUGH);
                    scene.watch(ofSeconds(5));
                    scene.mend();
                    scene.watch(ofSeconds(10));
                    scene.released("b", next);
                },
                List.of(new Question(
                        "Cut from the servers, a holder is notified before another is granted",
                        Answers::isToldInTime)));
    }

    private static Moment waiters() {
        return new Moment(
                "waiters",
                "six callers of three processes queue one after the other, and the lock is let go",
                Needs.WAITERS,
                scene -> {
                    scene.clients("a", "b", "c");
                    String held = scene.hold("a");
                    List<String> waiting = new ArrayList<>();
                    for (int i = 0; i < WAITERS; i++) {
                        waiting.add(scene.ask(List.of("b", "c", "a").get(i % 3)));
                        scene.watch(ofSeconds(1));
                    }
                    scene.released("a", held);
                    while (!waiting.isEmpty()) {
                        String granted = scene.grantedOf(waiting, TTL);
                        waiting.remove(granted);
                        scene.watch(ofMillis(100));
                        scene.released(granted.substring(0, 1), granted);
                    }
                },
                List.of(
                        new Question("Waiters are served in the order in which they asked", Answers::isInOrder),
                        new Question("A waiter gets on within 1 s of a release", Answers::handsOverSoon)));
    }

    private static Moment serverKilled() {
        return new Moment(
                "server-killed",
                "the server that leads is killed the moment a lock was granted, and comes back 5 s later",
                Needs.THE_SERVERS,
                scene -> {
                    scene.clients("a", "b");
                    String held = scene.hold("a");
                    scene.breaks();
                    scene.store().killLeader();
                    String next = scene.ask("b");
                    scene.watch(OUTAGE);
                    scene.store().restart();
                    scene.isMended();
                    scene.watch(TTL.plusSeconds(5));
                    scene.released("a", held);
                    scene.due(next, ofSeconds(10));
                },
                List.of(
                        new Question(
                                "kill -9 of the leading server right after a grant: nobody else is granted it",
                                Answers::outlivesTheServer),
                        new Question(
                                "… and after its release the next gets on within 10 s", Answers::nextFollowsRelease)));
    }
}
