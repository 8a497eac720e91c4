package io.lockkeeper.agent.time;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** The machine as the JVM shows it. */
final class JvmMachine implements Machine {

    /** A longer wait has no timer and ends only when another thread ends it, because a virtual thread's timer wakes another thread. */
    private static final long FOR_EVER = Duration.ofDays(1).toNanos();

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void park(Object blocker, long nanos) {
        if (nanos < FOR_EVER) {
            LockSupport.parkNanos(blocker, nanos);
        } else {
            LockSupport.park(blocker);
        }
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    @Override
    public boolean await(CompletableFuture<?> done, long nanos) throws InterruptedException {
        try {
            done.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        }
    }

    /** A daemon outlives the thread that happens to need it first, and inherits only its class loader. */
    @Override
    public Thread daemon(String name, Runnable action) {
        Thread daemon = Thread.ofPlatform()
                .daemon()
                .inheritInheritableThreadLocals(false)
                .name(name)
                .unstarted(action);
        daemon.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        return daemon;
    }

    @Override
    public Thread virtual(String name, Runnable action) {
        return Thread.ofVirtual().name(name).unstarted(action);
    }

    @Override
    public long random(long least, long bound) {
        return ThreadLocalRandom.current().nextLong(least, bound);
    }

    @Override
    public String uniqueName() {
        return new BigInteger(80, new SecureRandom()).setBit(80).toString(36);
    }
}
