package io.lockkeeper.benchmark.peer;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.config.Config;

/** Redisson on one Redis, renewed by its watchdog each 10 s of 30; the plain lock with a fencing token, or the fair one. */
final class RedissonClient implements LockClient {

    private final org.redisson.api.RedissonClient redisson;
    private final BiFunction<org.redisson.api.RedissonClient, String, RLock> locks;

    private RedissonClient(String address, BiFunction<org.redisson.api.RedissonClient, String, RLock> locks) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://" + address);
        this.redisson = Redisson.create(config);
        this.locks = locks;
    }

    static LockClient plain(String address) {
        return new RedissonClient(address, org.redisson.api.RedissonClient::getFencedLock);
    }

    static LockClient fair(String address) {
        return new RedissonClient(address, org.redisson.api.RedissonClient::getFairLock);
    }

    @Override
    public Held acquire(String name) {
        RLock lock = locks.apply(redisson, name);
        lock.lock();
        return lock::unlock;
    }

    @Override
    public @Nullable Held attempt(String name) {
        RLock lock = locks.apply(redisson, name);
        return lock.tryLock() ? lock::unlock : null;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
