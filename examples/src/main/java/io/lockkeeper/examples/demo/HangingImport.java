package io.lockkeeper.examples.demo;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stuck lock: imports products, and hangs in the middle with its renewal alive, so that its lease never ends by itself.
 * When an operator evicts it, it stops cleanly at once, and hangs again some time later.
 */
final class HangingImport {

    private static final Logger log = LoggerFactory.getLogger(HangingImport.class);
    private static final LockRequest PRODUCTS = LockRequest.of("import:products")
            .withNote("18,240 products from the supplier's feed, in 12 parts")
            .withDetail("supplier", "north-sea")
            .withDetail("feed", "2026-11-21.3");
    private static final Duration A_PART = Duration.ofSeconds(1);
    private static final Duration UNTIL_NEXT = Duration.ofSeconds(30);
    private static final int LAST_PART_THAT_COMES = 4;

    private HangingImport() {}

    public static void main(String[] arguments) {
        Service.connect("import", arguments[0]).repeat(1, HangingImport::importProducts);
    }

    private static void importProducts(LockAgent agent) throws InterruptedException {
        try (Lease lease = agent.acquire(PRODUCTS)) {
            CountDownLatch lost = new CountDownLatch(1);
            lease.onLoss((each, loss) -> {
                tell(loss);
                lost.countDown();
            });
            log.info("Import started, token {}", lease.token());
            importUntilItHangs(lease);
            lost.await();
        }
        log.info("Import stopped cleanly and its lock let go. The next one starts in {} s", UNTIL_NEXT.toSeconds());
        Thread.sleep(UNTIL_NEXT);
    }

    private static void importUntilItHangs(Lease lease) throws InterruptedException {
        for (int part = 1; part <= LAST_PART_THAT_COMES && lease.isHeld(); part++) {
            Thread.sleep(A_PART);
            log.info("Part {} of 12 imported", part);
        }
        if (lease.isHeld()) {
            log.info("Waiting for part {}, which never comes. The lock is held and renewed", LAST_PART_THAT_COMES + 1);
        }
    }

    private static void tell(LeaseLoss loss) {
        switch (loss) {
            case LeaseLoss.Evicted(var eviction) ->
                log.warn("EVICTED by {}, who says: {}. Stopping the import", eviction.by(), eviction.reason());
            default -> log.warn("The lock is lost, {}. Stopping the import", loss);
        }
    }
}
