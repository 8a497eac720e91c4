package io.lockkeeper.agent;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.reentrant.Ownership;
import io.lockkeeper.agent.reentrant.OwnershipEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One ownership in the hands of many threads. */
@Timeout(60)
class OwnershipThreadsIT {

    private static final LockRequest REPORT = LockRequest.of("report");

    private final CountedClient counted = new CountedClient();

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent agent = agents.agent(counted.client(), TestAgents.options("billing"));
    private final LockAgent other = agents.agent("mail");
    private final Ownership ownership = Ownership.of(agent, "order 17");

    @AfterEach
    void closeClient() {
        agent.close();
        counted.close();
    }

    @Test
    void itCrossesExecutorsAndVirtualThreadsAndAnyThreadMayLeave() throws Exception {
        OwnershipEntry first = ownership.acquire(REPORT);
        try (ExecutorService platform = Executors.newFixedThreadPool(2);
                ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            OwnershipEntry onPlatform =
                    platform.submit(() -> ownership.acquire(REPORT)).get();
            OwnershipEntry onVirtual =
                    virtual.submit(() -> ownership.acquire(REPORT)).get();
            assertThat(List.of(onPlatform.token(), onVirtual.token())).containsOnly(first.token());

            assertThat(virtual.submit(first::exit).get()).isTrue();
            assertThat(platform.submit(onVirtual::exit).get()).isTrue();
            assertThat(onPlatform.isHeld()).isTrue();
            assertThat(virtual.submit(onPlatform::exit).get()).isTrue();
        }
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    @Test
    void firstEntriesAtTheSameTimeAcquireOnce() throws Exception {
        CountDownLatch allInside = new CountDownLatch(100);
        Callable<Long> work = () -> {
            try (OwnershipEntry entry = ownership.acquire(REPORT)) {
                allInside.countDown();
                assertThat(allInside.await(30, SECONDS)).isTrue();
                return entry.token();
            }
        };
        List<Long> tokens = new ArrayList<>();
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> all = virtual.invokeAll(Collections.nCopies(100, work));
            for (Future<Long> each : all) {
                tokens.add(each.get());
            }
        }
        assertThat(tokens).hasSize(100).containsOnly(tokens.getFirst());
        assertThat(counted.changes()).isEqualTo(2);
    }

    @Test
    void threadsComeAndGoAndNoTwoOwnershipsAreInsideAtATime() throws Exception {
        AtomicLong inside = new AtomicLong();
        Set<Long> terms = ConcurrentHashMap.newKeySet();
        List<Callable<Long>> work = new ArrayList<>();
        for (Ownership each : List.of(ownership, Ownership.of(agent, ""), Ownership.of(other, ""))) {
            work.addAll(Collections.nCopies(3, () -> comeAndGo(each, inside, terms)));
        }
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Long> each : virtual.invokeAll(work)) {
                assertThat(each.get()).isZero();
            }
        }
        assertThat(terms).hasSizeGreaterThan(20);
        assertThat(ownership.inside()).isEmpty();
        assertThat(agents.stored("report").isIdle()).isTrue();
    }

    /** How often somebody of another lease was seen inside. */
    private static long comeAndGo(Ownership by, AtomicLong inside, Set<Long> terms) throws InterruptedException {
        long strangers = 0;
        for (int i = 0; i < 40; i++) {
            try (OwnershipEntry entry = by.acquire(REPORT)) {
                strangers += inside.getAndSet(entry.token()) > entry.token() ? 1 : 0;
                terms.add(entry.token());
                LockSupport.parkNanos(200_000);
                strangers += inside.get() == entry.token() && entry.isHeld() ? 0 : 1;
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2_000_000));
        }
        return strangers;
    }
}
