package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.leadership.Leadership;
import io.lockkeeper.agent.leadership.LeadershipListener;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.Repeats;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Agents that are closed while callers ask them for locks: nothing stays in a document, and no work begins under a lost lease. */
@Timeout(600)
class BusyClosingIT {

    private static final BsonDocument IN_USE =
            BsonDocument.parse("{ $or: [ { 'holders.0': { $exists: true } }, { 'queue.0': { $exists: true } } ] }");

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final AtomicInteger leftBehind = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger granted = new AtomicInteger();

    @Test
    void callersThatTryLocksOfTheirOwnLeaveNothingBehind() throws Exception {
        closeBusyAgents(30, 8, LockAgent::close, this::tryOwnLock);
    }

    @Test
    void callersThatTryLocksOfTheirOwnKeepTheirLeasesDuringTheGrace() throws Exception {
        closeBusyAgents(
                20, 8, agent -> assertThat(agent.close(Duration.ofSeconds(20))).isTrue(), this::tryOwnLock);
    }

    @Test
    void callersThatWaitForEachOtherLeaveNothingBehind() throws Exception {
        closeBusyAgents(20, 24, LockAgent::close, this::waitForOneOfThree);
    }

    @Test
    void callersOfEveryKindLeaveNothingBehind() throws Exception {
        closeBusyAgents(15, 12, LockAgent::close, this::doAnything);
    }

    @Test
    void callersOfEveryKindKeepTheirLeasesDuringTheGrace() throws Exception {
        closeBusyAgents(
                10, 12, agent -> assertThat(agent.close(Duration.ofSeconds(20))).isTrue(), this::doAnything);
    }

    /** Does something with the agent, until it throws. */
    private interface Caller {
        void call(ClosedAgent agent, int caller) throws Exception;
    }

    private void closeBusyAgents(int atEachChange, int callers, Consumer<LockAgent> close, Caller caller)
            throws Exception {
        int times = Repeats.of(atEachChange);
        for (int i = 0; i < times; i++) {
            ClosedAgent closed = new ClosedAgent();
            CountDownLatch ended = new CountDownLatch(callers);
            IntStream.range(0, callers)
                    .forEach(each -> Thread.ofVirtual().start(() -> {
                        closed.callUntilRefused(caller, each);
                        ended.countDown();
                    }));
            closed.awaitGrant();
            pause(ThreadLocalRandom.current().nextLong(30_000_000));
            closed.closeBy(close);
            leftBehind.addAndGet((int) agents.locks().countDocuments(IN_USE));
            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            leftBehind.addAndGet((int) agents.locks().countDocuments(IN_USE));
            agents.deleteAll();
        }
        assertThat(granted.get()).as("grants").isGreaterThan(times / 2);
        assertThat(Map.of("locks left behind", leftBehind.get(), "leases lost on arrival", lost.get()))
                .isEqualTo(Map.of("locks left behind", 0, "leases lost on arrival", 0));
    }

    /** The moment of the close is to be any. */
    private static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() - until < 0) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    private void tryOwnLock(ClosedAgent closed, int caller) {
        closed.agent.tryAcquire("own-" + caller).ifPresent(closed::use);
    }

    private void waitForOneOfThree(ClosedAgent closed, int caller) throws Exception {
        closed.use(closed.agent.acquire("one-of-" + caller % 3));
    }

    private void doAnything(ClosedAgent closed, int caller) throws Exception {
        LockAgent agent = closed.agent;
        LockRequest own = LockRequest.of("own-" + caller);
        LockRequest common = LockRequest.of("common-" + caller % 2);
        switch (caller % 6) {
            case 0 -> closed.use(agent.acquireAsync(common).join());
            case 1 -> {
                try (LeaseSet leases = agent.acquireAll(List.of(common, own), Duration.ofSeconds(30))) {
                    leases.leases().forEach(closed::look);
                }
            }
            case 2 ->
                agent.withLock(common, lease -> {
                    closed.look(lease);
                    return lease;
                });
            case 3 -> agent.tryAcquireLongestIdle(List.of(common, own)).ifPresent(closed::use);
            case 4 ->
                agent.tryAcquireAll(List.of(own, common)).ifPresent(leases -> {
                    leases.leases().forEach(closed::look);
                    leases.release();
                });
            default -> lead(closed, common);
        }
    }

    /** Until the agent is closed, which ends the campaign. */
    private static void lead(ClosedAgent closed, LockRequest request) throws Exception {
        CountDownLatch elected = new CountDownLatch(1);
        try (Leadership leadership = Leadership.campaign(closed.agent, request, new LeadershipListener() {
            @Override
            public void elected(Lease lease) {
                closed.look(lease);
                elected.countDown();
            }

            @Override
            public void deposed(LeaseLoss loss) {
                elected.countDown();
            }
        })) {
            while (!elected.await(5, TimeUnit.MILLISECONDS)) {
                var unused = closed.agent.heldBy(request.name().value());
            }
            assertThat(leadership).isNotNull();
        }
    }

    /** An agent that is closed once. */
    private final class ClosedAgent implements LockObserver {
        private final Map<String, Long> grantedAt = new ConcurrentHashMap<>();
        private final CountDownLatch first = new CountDownLatch(1);
        private final AtomicLong closedFrom = new AtomicLong(Long.MAX_VALUE);
        private final LockAgent agent = agents.agent(
                MongoServer.shared().client(), TestAgents.options("billing").withObserver(this));

        void awaitGrant() {
            try {
                first.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void closeBy(Consumer<LockAgent> close) {
            closedFrom.set(System.nanoTime());
            close.accept(agent);
        }

        void callUntilRefused(Caller caller, int each) {
            try {
                while (true) {
                    caller.call(this, each);
                }
            } catch (IllegalStateException | LockUnavailableException | LeaseLostException e) {
                assertThat(closedFrom.get()).as("closed before " + e).isLessThan(Long.MAX_VALUE);
            } catch (CompletionException e) {
                assertThat(e.getCause()).isInstanceOf(LockUnavailableException.class);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        void use(Lease lease) {
            look(lease);
            lease.close();
        }

        /** What was handed out before the close may have been lost since; what was granted after its begin must not be handed out. */
        void look(Lease lease) {
            granted.incrementAndGet();
            if (!lease.isHeld()
                    && grantedAt.getOrDefault(lease.name() + lease.token(), Long.MAX_VALUE) - closedFrom.get() >= 0) {
                lost.incrementAndGet();
            }
        }

        @Override
        public Acquiring acquiring(LockRequest request) {
            return new Acquiring() {
                @Override
                public Holding granted(Lease lease, Optional<Owner> previous) {
                    grantedAt.put(lease.name() + lease.token(), System.nanoTime());
                    first.countDown();
                    return Holding.IGNORED;
                }
            };
        }
    }
}
