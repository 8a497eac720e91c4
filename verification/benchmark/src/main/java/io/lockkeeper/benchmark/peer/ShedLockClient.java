package io.lockkeeper.benchmark.peer;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.mongo.MongoLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.jspecify.annotations.Nullable;

/** ShedLock, renewed by its keep-alive at half of 30 s. It never waits. */
final class ShedLockClient implements LockClient {

    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final MongoConnection connection;
    private final ScheduledExecutorService renewal = Executors.newScheduledThreadPool(2);
    private final LockProvider locks;

    ShedLockClient(String address) {
        connection = MongoConnection.to(address);
        locks = new KeepAliveLockProvider(new MongoLockProvider(connection.handle()), renewal);
    }

    @Override
    public Held acquire(String name) {
        Held held = attempt(name);
        if (held == null) {
            throw new IllegalStateException("ShedLock does not wait, and " + name + " is taken");
        }
        return held;
    }

    @Override
    public @Nullable Held attempt(String name) {
        return locks.lock(new LockConfiguration(Instant.now(), name, AT_MOST, Duration.ZERO))
                .map(lock -> (Held) lock::unlock)
                .orElse(null);
    }

    @Override
    public void close() {
        renewal.shutdownNow();
        connection.close();
    }
}
