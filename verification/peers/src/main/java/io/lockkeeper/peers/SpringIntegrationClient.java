package io.lockkeeper.peers;

import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's registry on one Redis, with Lettuce, woken by publication instead of polling; no renewal unless set up. */
final class SpringIntegrationClient implements LockClient {

    private static final Duration EXPIRY = Duration.ofSeconds(30);

    private final LettuceConnectionFactory connections;
    private final RedisLockRegistry registry;

    SpringIntegrationClient(String address) {
        String[] hostAndPort = address.split(":", 2);
        connections = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(hostAndPort[0], Integer.parseInt(hostAndPort[1])));
        connections.afterPropertiesSet();
        connections.start();
        registry = new RedisLockRegistry(connections, "spring", EXPIRY.toMillis());
        registry.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
    }

    @Override
    public Held acquire(String name) {
        Lock lock = registry.obtain(name);
        lock.lock();
        return held(lock);
    }

    @Override
    public @Nullable Held attempt(String name) {
        Lock lock = registry.obtain(name);
        return lock.tryLock() ? held(lock) : null;
    }

    private static Held held(Lock lock) {
        return () -> {
            lock.unlock();
            return true;
        };
    }

    @Override
    public void close() {
        registry.destroy();
        connections.destroy();
    }
}
