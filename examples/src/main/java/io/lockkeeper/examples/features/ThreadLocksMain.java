package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.reentrant.ThreadLocks;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/** Gives a lock to code that knows only the JDK's locks. */
final class ThreadLocksMain {

    private static final String LOCK = "example:thread-locks";

    private ThreadLocksMain() {}

    public static void main(String[] arguments) {
        try (MongoClient client = Example.client();
                LockAgent here = Example.agent(client, "here");
                LockAgent there = Example.agent(client, "there")) {
            ReadWriteLock lock = ThreadLocks.of(here).readWriteLock(LOCK);
            work(lock.writeLock(), () -> {
                work(lock.writeLock(), () -> say("A thread locks again what it has locked"));
                check(there.tryAcquire(LockRequest.reading(LOCK)).isEmpty(), "it unlocks as often as it has locked");
            });
            work(lock.readLock(), () -> {
                boolean read = there.tryAcquire(LockRequest.reading(LOCK))
                        .map(Lease::release)
                        .orElse(false);
                check(read, "many read at once");
                check(refused(lock.writeLock()), "who reads is refused to write, for two of them would wait forever");
            });
            check(here.heldBy(LOCK).isEmpty(), "unlocked, it is free");
        }
    }

    private static void work(Lock lock, Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    private static boolean refused(Lock lock) {
        try {
            return !lock.tryLock();
        } catch (IllegalStateException e) {
            say(e);
            return true;
        }
    }
}
