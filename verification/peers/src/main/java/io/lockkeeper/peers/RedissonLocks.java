package io.lockkeeper.peers;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson on one Redis, renewed by its watchdog each 10 s of 30; its lock with a fencing token, or the fair one. */
final class RedissonLocks implements LockClient {

    private final RedissonClient redisson;
    private final boolean fair;

    RedissonLocks(String address, boolean fair) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://" + address);
        this.redisson = Redisson.create(config);
        this.fair = fair;
    }

    @Override
    public Held acquire(String name) {
        if (fair) {
            RLock lock = redisson.getFairLock(name);
            lock.lock();
            return held(lock, OptionalLong.empty());
        }
        RFencedLock lock = redisson.getFencedLock(name);
        return held(lock, OptionalLong.of(lock.lockAndGetToken()));
    }

    @Override
    public @Nullable Held attempt(String name) {
        RLock lock = fair ? redisson.getFairLock(name) : redisson.getFencedLock(name);
        return lock.tryLock() ? held(lock, OptionalLong.empty()) : null;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }

    private static Held held(RLock lock, OptionalLong token) {
        long owner = Thread.currentThread().threadId();
        return new Held() {
            @Override
            public boolean release() {
                try {
                    lock.unlock();
                    return true;
                } catch (IllegalMonitorStateException lost) {
                    return false;
                }
            }

            @Override
            public boolean isHeld() {
                return lock.isHeldByThread(owner);
            }

            @Override
            public OptionalLong token() {
                return token;
            }
        };
    }
}
