package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Old clients, moving agents and waiting callers add to a number that nothing guards but their locks. */
@Timeout(300)
@Tag("nightly")
class OldLocksStressTest {

    private static final int STEPS = 12;

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    @AutoClose("drop")
    private final MongoDatabase old = MongoServer.shared().freshDatabase();

    @ParameterizedTest
    @EnumSource
    void oldAndNewClientsLoseNoStepOfEachOther(OldLibrary library) throws Exception {
        library.prepare(old, "job");
        Unguarded number = new Unguarded(() -> {});
        runAll(List.of(
                old(library, number),
                old(library, number),
                trying(bridging(library), number),
                waiting(bridging(library), number),
                waiting(bridging(library), number)));
        assertThat(number.overlaps()).isZero();
        assertThat(number.value()).isEqualTo(5 * STEPS);
    }

    /** The negative control: the same without the bridge. The first old client waits in the middle of its step until a new one is there. */
    @ParameterizedTest
    @EnumSource
    void withoutTheBridgeStepsOverlap(OldLibrary library) throws Exception {
        library.prepare(old, "job");
        CountDownLatch both = new CountDownLatch(2);
        Unguarded number = new Unguarded(() -> {
            both.countDown();
            await().atMost(Duration.ofSeconds(30)).until(() -> both.getCount() == 0);
        });
        LockAgent unbridged = agents.agent("billing");
        runAll(List.of(old(library, number), waiting(unbridged, number)));
        assertThat(number.overlaps()).isPositive();
    }

    private Callable<Void> old(OldLibrary library, Unguarded number) {
        OldClient client = library.client(old);
        return times(() -> {
            await().pollInterval(Duration.ofMillis(30))
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> client.tryLock("job"));
            number.add();
            client.unlock("job");
        });
    }

    private static Callable<Void> trying(LockAgent agent, Unguarded number) {
        return times(() -> await().pollInterval(Duration.ofMillis(30))
                .atMost(Duration.ofMinutes(2))
                .until(() -> agent.tryAcquire("job")
                        .filter(lease -> added(lease, number))
                        .isPresent()));
    }

    private static Callable<Void> waiting(LockAgent agent, Unguarded number) {
        return times(() -> added(agent.acquire("job"), number));
    }

    private static boolean added(Lease lease, Unguarded number) {
        try (lease) {
            number.add();
        }
        return true;
    }

    private interface Step {
        void run() throws Exception;
    }

    private static Callable<Void> times(Step step) {
        return () -> {
            for (int i = 0; i < STEPS; i++) {
                step.run();
            }
            return null;
        };
    }

    private static void runAll(List<Callable<Void>> all) throws Exception {
        List<Future<Void>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            all.forEach(each -> running.add(threads.submit(each)));
            for (Future<Void> each : running) {
                each.get(200, TimeUnit.SECONDS);
            }
        }
    }

    private LockAgent bridging(OldLibrary library) {
        return agents.agent(TestAgents.options("billing")
                .withOuterLocks(library.locks(MongoServer.shared().client(), old)));
    }

    /** A number that loses steps when two add to it at once, and counts how often two did. */
    private static final class Unguarded {

        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();
        private final Runnable during;
        private volatile int value;

        Unguarded(Runnable during) {
            this.during = during;
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // that is its purpose
        void add() {
            if (inside.incrementAndGet() > 1) {
                overlaps.incrementAndGet();
            }
            int seen = value;
            during.run();
            LockSupport.parkNanos(1_000_000);
            value = seen + 1;
            inside.decrementAndGet();
        }

        int value() {
            return value;
        }

        int overlaps() {
            return overlaps.get();
        }
    }
}
