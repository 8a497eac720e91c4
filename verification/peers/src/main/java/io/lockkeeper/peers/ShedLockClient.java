package io.lockkeeper.peers;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.mongo.MongoLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.jspecify.annotations.Nullable;

/**
 * ShedLock, its provider made from the database, which sets majority concerns, and renewed by its keep-alive at half of 30 s, the
 * shortest that it takes. It never waits, so a caller tries again four times a second.
 */
final class ShedLockClient implements LockClient {

    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final Duration AGAIN = Duration.ofMillis(250);

    private final MongoConnection connection;
    private final ScheduledExecutorService renewal = Executors.newScheduledThreadPool(2);
    private final LockProvider locks;

    ShedLockClient(String address) {
        connection = MongoConnection.to(address);
        locks = new KeepAliveLockProvider(new MongoLockProvider(connection.handle()), renewal);
    }

    @Override
    public Held acquire(String name) throws InterruptedException {
        Held held = attempt(name);
        while (held == null) {
            Thread.sleep(AGAIN);
            held = attempt(name);
        }
        return held;
    }

    @Override
    public @Nullable Held attempt(String name) {
        return locks.lock(new LockConfiguration(Instant.now(), name, AT_MOST, Duration.ZERO))
                .map(ShedLockClient::held)
                .orElse(null);
    }

    private static Held held(SimpleLock lock) {
        return () -> {
            lock.unlock();
            return true;
        };
    }

    @Override
    public void close() {
        renewal.shutdownNow();
        connection.close();
    }
}
