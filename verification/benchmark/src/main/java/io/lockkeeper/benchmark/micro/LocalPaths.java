package io.lockkeeper.benchmark.micro;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.reentrant.Ownership;
import io.lockkeeper.agent.reentrant.OwnershipEntry;
import io.lockkeeper.agent.reentrant.ThreadLocks;
import io.lockkeeper.test.ReplicaSet;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** What a thread does with a lock that is held already, without a call to the server. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LocalPaths {

    private static final LockRequest REQUEST = LockRequest.of("owned");

    private final ReplicaSet servers = ReplicaSet.start(1);
    private final LockAgent agent = LockAgent.connect(servers.client(), "micro", AgentOptions.forService("micro"));
    private final Ownership ownership = Ownership.of(agent, "order 4711");
    private final Lock lock = ThreadLocks.of(agent).lock("locked");
    private final Lease lease = agent.tryAcquire("held").orElseThrow();

    private @Nullable OwnershipEntry outer;

    @Setup(Level.Iteration)
    public void hold() throws InterruptedException {
        outer = ownership.acquire(REQUEST);
        lock.lock();
    }

    @TearDown(Level.Iteration)
    public void release() {
        lock.unlock();
        Objects.requireNonNull(outer).close();
    }

    @TearDown
    public void end() {
        agent.close();
        servers.close();
    }

    @Benchmark
    public boolean isHeld() {
        return lease.isHeld();
    }

    @Benchmark
    public long token() {
        return lease.token();
    }

    @Benchmark
    public void enterAgain() throws InterruptedException {
        ownership.acquire(REQUEST).close();
    }

    @Benchmark
    public void lockAgain() {
        lock.lock();
        try {
            Blackhole.consumeCPU(0);
        } finally {
            lock.unlock();
        }
    }
}
