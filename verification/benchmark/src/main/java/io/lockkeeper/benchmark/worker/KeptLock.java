package io.lockkeeper.benchmark.worker;

import com.sun.management.ThreadMXBean;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.peers.MongoConnection;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** A lock that the threads of this process want, whose lease its agent may keep and hand on. */
final class KeptLock implements AutoCloseable {

    private static final Duration KEEP = Duration.ofSeconds(30);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final HeardEvents heard = new HeardEvents();
    private final MongoConnection connection;
    private final LockAgent agent;

    KeptLock(String address) {
        connection = MongoConnection.to(address, heard);
        agent = LockAgent.connect(connection.client(), connection.database(), AgentOptions.forService("benchmark"));
    }

    /**
     * {@code NAME plain}, {@code NAME keep} or {@code NAME MILLISECONDS}, with a cohort of so many.
     */
    private static LockRequest request(String name, String how) {
        LockRequest plain = LockRequest.of(name);
        return switch (how) {
            case "plain" -> plain;
            case "keep" -> plain.withKeep(KEEP);
            default -> plain.withKeep(KEEP).withCohort(Duration.ofMillis(Long.parseLong(how)));
        };
    }

    /** How many turns the threads had, and the longest wait for one in nanoseconds. Each works under the lock for so long. */
    String turns(Load load, String name, String how, Duration work) throws Exception {
        LockRequest request = request(name, how);
        LongAccumulator longest = new LongAccumulator(Math::max, 0);
        Block block = load.of(thread -> {
            long asked = System.nanoTime();
            Lease lease = agent.acquire(request);
            longest.accumulate(System.nanoTime() - asked);
            Thread.sleep(work);
            lease.release();
        });
        return block.operations() + " " + longest.get();
    }

    /** Pairs of threads, each with a lock of its own that stays; and how many bytes each pair allocates. */
    String uses(Load load) throws Exception {
        List<LockRequest> requests = new ArrayList<>();
        for (int thread = 0; thread < load.threads(); thread++) {
            String name = "uses-" + thread;
            keep(name);
            requests.add(request(name, "keep"));
        }
        LongAdder bytes = new LongAdder();
        LongAdder uses = new LongAdder();
        Block batches = load.of(thread -> {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            use(requests.get(thread));
            bytes.add(THREADS.getCurrentThreadAllocatedBytes() - before);
            uses.add(KeptWork.TOGETHER);
        });
        return batches.times(KeptWork.TOGETHER).toLine() + " " + bytes.sum() / uses.sum();
    }

    private void use(LockRequest request) throws InterruptedException {
        for (int i = 0; i < KeptWork.TOGETHER; i++) {
            agent.acquire(request).release();
        }
    }

    /** Uses the lock until its lease stays. */
    String keep(String name) throws InterruptedException {
        LockRequest request = request(name, "keep");
        do {
            agent.acquire(request).close();
        } while (agent.heldBy(name).isEmpty());
        return "";
    }

    /** When it asked for the lock, and when it was granted. */
    String take(String name) throws InterruptedException {
        long asked = System.nanoTime();
        Lease lease = agent.acquire(name);
        long granted = System.nanoTime();
        lease.release();
        return asked + " " + granted;
    }

    /** When the agent's stream brought the latest event. */
    String heard() {
        return Long.toString(heard.at());
    }

    @Override
    public void close() {
        agent.close();
        connection.close();
    }
}
