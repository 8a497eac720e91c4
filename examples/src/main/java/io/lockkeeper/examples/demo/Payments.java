package io.lockkeeper.examples.demo;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Books payments on several threads, those of one customer one after the other, in the order in which they came. */
final class Payments {

    private static final Logger log = LoggerFactory.getLogger(Payments.class);
    private static final List<Integer> BUSY_CUSTOMERS = List.of(17, 42, 108, 230, 377, 512);
    private static final String ACCOUNT = "payments-service:customer-account:customer-";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int THREADS = 4;

    private Payments() {}

    public static void main(String[] arguments) {
        Service.connect("payments", arguments[0]).repeat(THREADS, Payments::book);
    }

    private static void book(LockAgent agent) throws InterruptedException {
        int customer = Chance.oneOf(BUSY_CUSTOMERS);
        String payment = String.format(
                Locale.ROOT, "payment %d, %.2f EUR", Chance.between(1_000, 9_999), Chance.between(500, 99_999) / 100.0);
        LockRequest request =
                LockRequest.of(ACCOUNT + customer).withNote(payment).withLongestWait(PATIENCE);
        try (Lease lease = agent.acquire(request)) {
            book(payment, customer, lease);
        } catch (LockNotAcquiredException e) {
            log.warn("{} goes back to the inbox: {}", payment, e.getMessage());
        }
        Thread.sleep(Chance.between(Duration.ofMillis(100), Duration.ofMillis(1_500)));
    }

    private static void book(String payment, int customer, Lease lease) throws InterruptedException {
        Thread.sleep(Chance.between(Duration.ofSeconds(1), Duration.ofSeconds(4)));
        if (lease.isHeld()) {
            log.info("{} of customer {} is booked, token {}", payment, customer, lease.token());
        } else {
            log.warn(
                    "{} of customer {} is not booked, the lock is lost: {}",
                    payment,
                    customer,
                    lease.loss().orElseThrow());
        }
    }
}
