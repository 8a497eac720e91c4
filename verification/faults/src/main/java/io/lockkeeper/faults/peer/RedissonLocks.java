package io.lockkeeper.faults.peer;

import java.util.OptionalLong;
import java.util.function.Consumer;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson, renewed by its watchdog each 10 s of 30; its lock with a fencing token, or its fair one. */
final class RedissonLocks implements PeerLocks {

    private final RedissonClient redisson;
    private final boolean fair;

    RedissonLocks(String address, boolean fair) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://" + address);
        this.redisson = Redisson.create(config);
        this.fair = fair;
    }

    @Override
    public HeldLock acquire(String lock, Consumer<String> told) {
        if (fair) {
            RLock granted = redisson.getFairLock(lock);
            granted.lock();
            return held(granted, OptionalLong.empty());
        }
        RFencedLock granted = redisson.getFencedLock(lock);
        return held(granted, OptionalLong.of(granted.lockAndGetToken()));
    }

    @Override
    public void close() {
        redisson.shutdown();
    }

    private static HeldLock held(RLock lock, OptionalLong token) {
        return new HeldLock() {
            @Override
            public OptionalLong token() {
                return token;
            }

            @Override
            public boolean isHeld() {
                return lock.isHeldByCurrentThread();
            }

            @Override
            public boolean release() {
                try {
                    lock.unlock();
                    return true;
                } catch (IllegalMonitorStateException lost) {
                    return false;
                }
            }
        };
    }
}
