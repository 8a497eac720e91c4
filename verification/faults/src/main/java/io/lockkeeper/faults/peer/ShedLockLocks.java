package io.lockkeeper.faults.peer;

import com.mongodb.client.MongoClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.mongo.MongoLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;

/**
 * ShedLock, its provider made from the database, which sets majority concerns, and renewed by its keep-alive at half of 30 s, the
 * shortest that it takes. It never waits, so a caller tries again four times a second.
 */
final class ShedLockLocks implements PeerLocks {

    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final Duration AGAIN = Duration.ofMillis(250);

    private final MongoClient client;
    private final ScheduledExecutorService renewal = Executors.newScheduledThreadPool(2);
    private final LockProvider locks;

    ShedLockLocks(String address) {
        client = MongoConnection.to(address);
        locks = new KeepAliveLockProvider(new MongoLockProvider(client.getDatabase(MongoConnection.DATABASE)), renewal);
    }

    @Override
    public HeldLock acquire(String lock, Consumer<String> told) throws InterruptedException {
        while (true) {
            Optional<SimpleLock> granted =
                    locks.lock(new LockConfiguration(Instant.now(), lock, AT_MOST, Duration.ZERO));
            if (granted.isPresent()) {
                return held(granted.get());
            }
            Thread.sleep(AGAIN);
        }
    }

    @Override
    public void close() {
        renewal.shutdownNow();
        client.close();
    }

    private static HeldLock held(SimpleLock lock) {
        return new HeldLock() {
            @Override
            public OptionalLong token() {
                return OptionalLong.empty();
            }

            @Override
            public boolean isHeld() {
                return true;
            }

            @Override
            public boolean release() {
                lock.unlock();
                return true;
            }
        };
    }
}
