package io.lockkeeper.console.ask.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.act.eviction.QueuedWaiter;
import io.lockkeeper.console.ask.locks.LockFacts.HolderFacts;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ThreadStack;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each line is one lock as it may be found, and all that may be said of it. */
class LockSentenceTest {

    private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Usual USUAL = usual(40);
    private static final Instant UNREAD = Instant.EPOCH;

    static Stream<Arguments> cases() {
        return Stream.of(
                told(
                        "the whole story",
                        lock(of(25).stack("shop.HangingImport.importProducts(HangingImport.java:42)", 24), 3),
                        "Held for 25 min 00 s by import-1, which is alive and renews; it is usually held for 40 s; its"
                                + " thread has stood in HangingImport.importProducts:42 for 24 min 00 s; 3 wait, the first"
                                + " for 22 min 00 s."),
                told(
                        "a stack that was seen once",
                        lock(of(1).stack("shop.Figures.await(Figures.java:8)", 0), 0),
                        "Held for 1 min 00 s by import-1, which is alive and renews; it is usually held for 40 s; its"
                                + " thread was in Figures.await:8 10 s ago; no one waits."),
                told(
                        "a thread that has ended",
                        lock(of(1).ended(), 1),
                        "Held for 1 min 00 s by import-1, which is alive and renews; it is usually held for 40 s; the"
                                + " thread that acquired it has ended; 1 has been waiting for 22 min 00 s."),
                told(
                        "too few leases",
                        lock(of(1), 0).knowing(usual(Usual.ENOUGH - 1)),
                        "Held for 1 min 00 s by import-1, which is alive and renews; how long is usual is not known yet; no one waits."),
                told(
                        "a history that is not read",
                        lock(of(1), 0).knowing(null),
                        "Held for 1 min 00 s by import-1, which is alive and renews; no one waits."),
                told(
                        "an agent of which nothing is known",
                        lock(of(1).life(new AgentLife.Unknown()), 0).knowing(null),
                        "Held for 1 min 00 s by import-1, which may be alive or dead; no one waits."),
                told(
                        "a kept lease that nobody uses",
                        lock(of(25).uses(new LatestUse(true, NOW.minusSeconds(180), "t", "", 1_234, 0)), 0)
                                .knowing(null),
                        "Kept for 25 min 00 s by import-1, which is alive and renews; idle for 3 min 00 s; 1,234 uses as of 0 s ago; no one waits."),
                told(
                        "a kept lease in use",
                        lock(of(25).uses(new LatestUse(false, NOW.minusSeconds(4), "t", "", 1, 0)), 0)
                                .knowing(null),
                        "Kept for 25 min 00 s by import-1, which is alive and renews; in use for 4 s; 1 use as of 0 s ago; no one waits."),
                told(
                        "a silent agent",
                        lock(of(9).life(new AgentLife.Silent(NOW.minusSeconds(120))), 0)
                                .knowing(null),
                        "Held for 9 min 00 s by import-1, which has been silent for 2 min 00 s; no one waits."),
                told(
                        "a late renewal",
                        lock(of(9).late(), 0).knowing(null),
                        "Held for 9 min 00 s by import-1, which is alive and late to renew; no one waits."),
                told(
                        "no instance",
                        lock(of(1).owner("import", "", "node-7.internal"), 0).knowing(null),
                        "Held for 1 min 00 s by node-7.internal, which is alive and renews; no one waits."),
                told(
                        "neither instance nor host",
                        lock(of(1).owner("import", "", ""), 0).knowing(null),
                        "Held for 1 min 00 s by import, which is alive and renews; no one waits."),
                told(
                        "a semaphore",
                        new Case(List.of(of(9), of(8), of(7)), 0, null),
                        "Held for 9 min 00 s by import-1, which is alive and renews, and by 2 more; no one waits."),
                told(
                        "an eviction in its quarantine",
                        lock(of(9).evicted(-5, 10), 0).knowing(null),
                        "Held for 9 min 00 s by import-1, which was evicted and has 10 s to stop; no one waits."),
                told(
                        "an eviction without an answer",
                        lock(of(9).evicted(-60, -45), 0).knowing(null),
                        "Held for 9 min 00 s by import-1, which was evicted 1 min 00 s ago and has not answered; no one waits."),
                told(
                        "a lease that ran out",
                        lock(of(9).expired(20), 2).knowing(null),
                        "Was held for 8 min 40 s by import-1, which let it run out 20 s ago; 2 wait, the first for 22 min"
                                + " 00 s."),
                told("a free lock", new Case(List.of(), 0, USUAL), "No one holds it or waits for it."),
                told(
                        "waiters alone",
                        new Case(List.of(), 1, USUAL),
                        "No one holds it; 1 has been waiting for 22 min 00 s."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aLockIsToldInOneSentence(String what, Case given, String sentence) {
        Instant standing = given.holders().isEmpty() ? UNREAD : given.holders().getFirst().standing;
        assertThat(LockSentence.of(
                        given.facts(),
                        given.usual(),
                        acquirer -> Optional.of(standing).filter(it -> !it.equals(UNREAD)),
                        NOW))
                .isEqualTo(sentence);
    }

    private static Arguments told(String what, Case given, String sentence) {
        return Arguments.of(what, given, sentence);
    }

    private static Usual usual(int leases) {
        Usual.Quantiles hold =
                new Usual.Quantiles(leases, Duration.ofSeconds(40), Duration.ofSeconds(50), Duration.ofSeconds(90));
        return new Usual(leases, 0, hold, null, 0);
    }

    private static Case lock(Held holder, int waiters) {
        return new Case(List.of(holder), waiters, USUAL);
    }

    private static Held of(int minutes) {
        return new Held(minutes);
    }

    record Case(List<Held> holders, int waiters, @Nullable Usual usual) {

        Case knowing(@Nullable Usual other) {
            return new Case(holders, waiters, other);
        }

        LockFacts facts() {
            Owner owner = new Owner("a", "shop", "shop-1", "h", 2, "t", "");
            List<QueuedWaiter> queue = new ArrayList<>();
            IntStream.range(0, waiters)
                    .forEach(i -> queue.add(new QueuedWaiter(
                            new Waiter(
                                    "w-" + i,
                                    1,
                                    TTL,
                                    NOW.minusSeconds(22 * 60L - i),
                                    NOW,
                                    NOW.plus(TTL),
                                    "s",
                                    owner,
                                    0),
                            true)));
            return new LockFacts(
                    LockId.first("import:products"),
                    LockState.HELD,
                    1,
                    "exclusive",
                    null,
                    holders.stream().map(Held::facts).toList(),
                    queue,
                    null,
                    List.of(),
                    null,
                    List.of(),
                    Optional.of(new LockkeeperDialect()));
        }
    }

    /** A holder, told field by field. */
    static final class Held {

        private final Instant since;
        private Owner owner = new Owner("a", "import", "import-1", "h", 1, "t", "");
        private AgentLife life = new AgentLife.Alive(NOW);
        private Instant expires = NOW.plus(TTL);
        private Instant standing = UNREAD;
        private boolean late;
        private @Nullable ThreadStack stack;
        private @Nullable Eviction mark;
        private @Nullable LatestUse use;

        Held(int minutes) {
            since = NOW.minusSeconds(minutes * 60L);
        }

        Held stack(String frame, int minutes) {
            stack = new ThreadStack(
                    NOW.minusSeconds(10), "WAITING", List.of("java.base/java.lang.Object.wait()", frame));
            standing = minutes == 0 ? UNREAD : NOW.minusSeconds(minutes * 60L);
            return this;
        }

        Held ended() {
            stack = new ThreadStack(NOW.minusSeconds(10), "TERMINATED", List.of());
            return this;
        }

        Held life(AgentLife judged) {
            life = judged;
            return this;
        }

        Held late() {
            late = true;
            return this;
        }

        Held owner(String service, String instance, String host) {
            owner = new Owner("a", service, instance, host, 1, "t", "");
            return this;
        }

        Held evicted(int at, int until) {
            mark = new Eviction("ops", "hung", NOW.plusSeconds(at), NOW.plusSeconds(until));
            return this;
        }

        Held uses(LatestUse latest) {
            use = latest;
            return this;
        }

        Held expired(int ago) {
            expires = NOW.minusSeconds(ago);
            return this;
        }

        HolderFacts facts() {
            Holder holder = new Holder("acquirer", 1, 1, TTL, since, NOW, expires, "s", owner, stack, mark, null, use);
            return new HolderFacts(
                    holder,
                    expires.isAfter(NOW),
                    late,
                    life,
                    EvictionState.of(holder, NOW).orElse(null));
        }
    }
}
