package io.lockkeeper.examples.demo;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mistake to look at: {@link Packing} locks an order and then a shelf, {@link Returns} a shelf and then an order. Now and
 * then each holds what the other waits for, a deadlock, until one of them loses its patience. To take both with
 * {@code acquireAll}, which orders them, would mend it.
 */
final class Warehouse {

    static final String ORDER = "order:7001";
    static final String SHELF = "shelf:12";
    private static final Logger log = LoggerFactory.getLogger(Warehouse.class);

    private Warehouse() {}

    static void work(LockAgent agent, String job, String first, String second) throws InterruptedException {
        try (Lease lease = agent.acquire(LockRequest.of(first).withNote(job))) {
            Thread.sleep(Chance.between(Duration.ofSeconds(2), Duration.ofSeconds(5)));
            finish(agent, job, second, lease);
        }
        Thread.sleep(Chance.between(Duration.ofSeconds(5), Duration.ofSeconds(20)));
    }

    private static void finish(LockAgent agent, String job, String second, Lease first) throws InterruptedException {
        Duration patience = Chance.between(Duration.ofSeconds(15), Duration.ofSeconds(30));
        try (Lease lease = agent.acquire(LockRequest.of(second).withNote(job).withLongestWait(patience))) {
            if (first.isHeld()) {
                Thread.sleep(Chance.between(Duration.ofSeconds(1), Duration.ofSeconds(2)));
                log.info("{} is done, tokens {} and {}", job, first.token(), lease.token());
            } else {
                log.warn(
                        "{} stops, the lock of {} is lost: {}",
                        job,
                        first.name(),
                        first.loss().orElseThrow());
            }
        } catch (LockNotAcquiredException e) {
            log.warn("{} gives up and puts everything back: {}", job, e.getMessage());
        }
    }
}
