package io.lockkeeper.host.watch;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Settle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of processes that were killed while a command of theirs runs on under them, as they would have done: by the same change, at
 * a third of the ttl. An evicted lease is not renewed by it.
 */
final class OrphanedLeases implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OrphanedLeases.class);

    private final MongoCollection<BsonDocument> locks;
    private final ScheduledExecutorService renewing = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("lockkeeper-host-orphans").factory());

    OrphanedLeases(MongoCollection<BsonDocument> locks) {
        this.locks = locks;
    }

    /** @param wanted whether they are still to be renewed */
    void renew(String agent, Duration ttl, BooleanSupplier wanted) {
        log.info("A process was killed, and its command runs on: its leases are renewed agent={}", agent);
        after(Duration.ZERO, () -> find(agent, ttl, wanted));
    }

    private void after(Duration delay, Runnable action) {
        if (!renewing.isShutdown()) {
            var unused = renewing.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** Once, as it is a scan: the dead acquire nothing more. */
    private void find(String agent, Duration ttl, BooleanSupplier wanted) {
        if (wanted.getAsBoolean()) {
            try {
                List<Beat> held = held(agent);
                renewAll(held, ttl, () -> !held.isEmpty() && wanted.getAsBoolean());
            } catch (RuntimeException | Error e) {
                log.warn("What a killed process holds could not be read, and is read again: {}", e.getMessage());
                after(ttl.dividedBy(6), () -> find(agent, ttl, wanted));
            }
        }
    }

    private void renewAll(List<Beat> held, Duration ttl, BooleanSupplier wanted) {
        if (wanted.getAsBoolean()) {
            Duration next = ttl.dividedBy(3);
            try {
                List<String> names =
                        held.stream().map(beat -> beat.lock().value()).toList();
                var unused = locks.updateMany(
                        in("_id", names),
                        Settle.touchAll(held, UUID.randomUUID().toString()));
            } catch (RuntimeException | Error e) {
                log.warn("The leases of a killed process, whose command runs on, are not renewed: {}", e.getMessage());
                next = ttl.dividedBy(6);
            }
            after(next, () -> renewAll(held, ttl, wanted));
        }
    }

    private List<Beat> held(String agent) {
        List<Beat> held = new ArrayList<>();
        for (BsonDocument found : locks.find(eq("holders.owner.agent", agent)).projection(Change.answerProjection())) {
            try {
                LockDocument lock = Change.answer(found).lock();
                lock.holders().stream()
                        .filter(holder -> holder.owner().agent().equals(agent))
                        .forEach(holder -> held.add(new Beat(new LockName(lock.name()), holder.acquirer(), 0)));
            } catch (DamagedLockException | IllegalArgumentException e) {
                log.debug("A lock that is damaged, or has a name that no agent asks for, is left to operators", e);
            }
        }
        return held;
    }

    @Override
    public void close() {
        renewing.shutdownNow();
    }
}
