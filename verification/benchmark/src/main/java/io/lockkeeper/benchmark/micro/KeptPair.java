package io.lockkeeper.benchmark.micro;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** Acquire and release of a lease that the agent keeps: one thread, and sixteen of which each has a lock of its own. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KeptPair {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final ReplicaSet servers = ReplicaSet.start(1);
    private final LockAgent agent = LockAgent.connect(servers.client(), "micro", AgentOptions.forService("micro"));

    /** A thread's own. */
    @State(Scope.Thread)
    public static class Name {
        private final LockRequest request =
                LockRequest.of("kept-" + NAMES.incrementAndGet()).withKeep(Duration.ofMinutes(1));
    }

    @TearDown
    public void end() {
        agent.close();
        servers.close();
    }

    @Benchmark
    public long oneThread(Name name) throws InterruptedException {
        return pair(name);
    }

    @Benchmark
    @Threads(16)
    public long sixteenThreads(Name name) throws InterruptedException {
        return pair(name);
    }

    private long pair(Name name) throws InterruptedException {
        Lease lease = agent.acquire(name.request);
        long token = lease.token();
        lease.release();
        return token;
    }
}
