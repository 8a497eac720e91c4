package io.lockkeeper.agent.older;

import io.lockkeeper.agent.older.Peer.Held;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A counter that nothing guards but a lock: it notices whoever counts beside another, or with a token that does not grow. */
final class Counter {

    private static final long READS_FOR_NANOS = 100_000;

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicLong counted = new AtomicLong();
    private final AtomicLong overlaps = new AtomicLong();
    private final AtomicLong disorders = new AtomicLong();
    private volatile long value;
    private volatile long lastToken;

    void count(Held held) {
        if (inside.getAndIncrement() > 0) {
            overlaps.incrementAndGet();
        }
        if (held.token() <= lastToken) {
            disorders.incrementAndGet();
        }
        lastToken = held.token();
        long read = value;
        LockSupport.parkNanos(READS_FOR_NANOS); // room for another
        value = read + 1;
        counted.incrementAndGet();
        inside.decrementAndGet();
    }

    /** Steps that another one overwrote. */
    long lost() {
        return counted.get() - value;
    }

    long overlaps() {
        return overlaps.get();
    }

    long disorders() {
        return disorders.get();
    }
}
