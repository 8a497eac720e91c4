package io.lockkeeper.agent.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The JVM's own machine, of which a test changes what it needs. */
public abstract class StubMachine implements Machine {

    @Override
    public long nanos() {
        return JVM.nanos();
    }

    @Override
    public void park(Object blocker, long nanos) {
        JVM.park(blocker, nanos);
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        JVM.sleep(time);
    }

    @Override
    public boolean await(CompletableFuture<?> done, long nanos) throws InterruptedException {
        return JVM.await(done, nanos);
    }

    @Override
    public Thread daemon(String name, Runnable action) {
        return JVM.daemon(name, action);
    }

    @Override
    public Thread virtual(String name, Runnable action) {
        return JVM.virtual(name, action);
    }

    @Override
    public long random(long least, long bound) {
        return JVM.random(least, bound);
    }

    @Override
    public String uniqueName() {
        return JVM.uniqueName();
    }
}
