package io.lockkeeper.benchmark.micro;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.time.Machine;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Acquire and release of an uncontended lock, on a store that answers immediately: what the agent itself costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UncontendedPair {

    private final LockRequest request = LockRequest.of("report");
    private final LockAgent agent = LockAgent.on(new ReadyStore(), AgentOptions.forService("micro"), Machine.JVM);

    @TearDown
    public void end() {
        agent.close();
    }

    @Benchmark
    public long oneThread() throws InterruptedException {
        Lease lease = agent.acquire(request);
        long token = lease.token();
        lease.release();
        return token;
    }
}
