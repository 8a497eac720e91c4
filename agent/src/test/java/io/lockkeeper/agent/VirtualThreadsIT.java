package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Virtual threads wait for locks by the thousand, and none keeps its carrier while it waits. What pins depends on the JDK: since
 * 24 a monitor does not, so that on those this test finds native frames alone, and {@code LibraryRules} refuse monitors altogether.
 */
@Timeout(600)
class VirtualThreadsIT {

    private static final int MANY = 10_000;
    private static final BsonDocument QUEUED = BsonDocument.parse("{ 'queue.0': { $exists: true } }");
    private static final String PINNED = "jdk.VirtualThreadPinned";

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent holder = agents.agent(patient("billing"));
    private final LockAgent waiter = agents.agent(patient("mail"));

    @Test
    void tenThousandVirtualThreadsWaitForTenThousandLocksInOneProcess() throws Exception {
        for (CompletableFuture<Lease> held : requests(holder)) {
            assertThat(held.get(200, TimeUnit.SECONDS).isHeld()).isTrue();
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> waiting = IntStream.range(0, MANY)
                    .mapToObj(i ->
                            threads.submit(() -> waiter.acquire("lock-" + i).release()))
                    .toList();
            await().atMost(Duration.ofSeconds(200)).until(() -> agents.locks().countDocuments(QUEUED) == MANY);
            assertThat(waiting).noneMatch(Future::isDone);

            holder.close();

            for (Future<Boolean> each : waiting) {
                assertThat(each.get(200, TimeUnit.SECONDS)).isTrue();
            }
        }
        assertThat(waiter.monitor().status().waiters()).isZero();
    }

    @Test
    void noVirtualThreadIsPinnedByOurCode(@TempDir Path folder) throws Exception {
        useLocks(); // classes are loaded under monitors, once
        Path file = folder.resolve("pinned.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(PINNED).withoutThreshold().withStackTrace();
            recording.start();
            pinOne();
            useLocks();
            recording.dump(file);
        }
        List<RecordedEvent> pinned = RecordingFile.readAllEvents(file);
        assertThat(pinned)
                .as("the recording sees what pins")
                .anyMatch(event -> types(event).anyMatch(type -> type.contains("VirtualThreadsIT$Native")));
        assertThat(pinned).noneMatch(VirtualThreadsIT::passesOurCode);
    }

    /** From 300 virtual threads: acquired, contended, renewed, tried in vain, and released. */
    private void useLocks() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                LockRequest request = LockRequest.of("lock-" + i / 3);
                LockAgent agent = i % 2 == 0 ? holder : waiter;
                done.add(threads.submit(() -> {
                    try (Lease lease = agent.acquire(request)) {
                        lease.renew();
                        assertThat(agent.tryAcquire(request)).isEmpty();
                    }
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get(120, TimeUnit.SECONDS);
            }
        }
    }

    /** A class initializer is a native frame: who waits in one keeps its carrier on every JDK. */
    private static void pinOne() throws InterruptedException {
        Thread.ofVirtual().start(() -> assertThat(Native.WAITED).isFalse()).join();
    }

    private static final class Native {
        static final boolean WAITED = waited();

        private static boolean waited() {
            return new CompletableFuture<Boolean>()
                    .completeOnTimeout(false, 50, TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    /** The test's own frames do not count: they lie below each call of ours. */
    private static boolean passesOurCode(RecordedEvent event) {
        return types(event).anyMatch(type -> type.startsWith("io.lockkeeper.") && !type.contains("VirtualThreadsIT"));
    }

    private static Stream<String> types(RecordedEvent event) {
        return event.getStackTrace() == null
                ? Stream.of()
                : event.getStackTrace().getFrames().stream()
                        .map(frame -> frame.getMethod().getType().getName());
    }

    /** The test asks how many can wait, not how quick a busy machine is. */
    private static AgentOptions patient(String service) {
        return TestAgents.options(service).withTtl(Duration.ofMinutes(10)).withAnswerTimeout(Duration.ofMinutes(3));
    }

    private static List<CompletableFuture<Lease>> requests(LockAgent agent) {
        return IntStream.range(0, MANY)
                .mapToObj(i -> agent.acquireAsync(LockRequest.of("lock-" + i)))
                .toList();
    }
}
