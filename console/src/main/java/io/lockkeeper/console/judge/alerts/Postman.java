package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Takes messages from the outbox and sends them: several at once, but one per target, so that a hanging target delays only itself. */
@Component
class Postman {

    private static final Logger LOG = LoggerFactory.getLogger(Postman.class);
    private static final int AT_ONCE = 16;
    private static final long END_SECONDS = 3;

    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final Outbox outbox;
    private final Post post;
    private final ServerClock clock;
    private volatile ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Postman(Outbox outbox, Post post, ServerClock clock) {
        this.outbox = outbox;
        this.post = post;
        this.clock = clock;
    }

    /** Starts to send what is due, without waiting for any of it. */
    void sendDue() {
        while (busy.size() < AT_ONCE) {
            Optional<Delivery> due = outbox.claim(Set.copyOf(busy), clock.now());
            if (due.isEmpty()) {
                return;
            }
            Delivery delivery = due.get();
            busy.add(delivery.target());
            threads.execute(() -> {
                try {
                    send(delivery);
                } finally {
                    busy.remove(delivery.target());
                }
            });
        }
    }

    void start() {
        if (threads.isShutdown()) {
            threads = Executors.newVirtualThreadPerTaskExecutor();
        }
    }

    /** Deliveries under way may finish; those that do not are sent again by the next console. */
    void stop() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(Delivery delivery) {
        try {
            post.send(delivery);
            outbox.sent(delivery, clock.now());
            LOG.info(
                    "Alert sent: id={} rule=\"{}\" target=\"{}\"",
                    Formats.visible(delivery.id()),
                    Formats.visible(delivery.rule()),
                    Formats.visible(delivery.target()));
        } catch (UndeliveredException e) {
            failed(delivery, e);
        } catch (DataAccessException | TransactionException e) {
            LOG.warn("Whether an alert was sent could not be noted, so it may be sent twice: id={}", delivery.id());
        } catch (RuntimeException e) {
            LOG.error("An alert could not be sent: id={}", delivery.id(), e);
            failed(delivery, new UndeliveredException("The console failed, as its log says."));
        }
    }

    private void failed(Delivery delivery, UndeliveredException problem) {
        try {
            boolean dead = outbox.failed(delivery, problem, clock.now());
            LOG.warn(
                    "Alert not sent, {}: id={} rule=\"{}\" target=\"{}\" attempt={} because=\"{}\"",
                    dead ? "and given up" : "and tried again",
                    Formats.visible(delivery.id()),
                    Formats.visible(delivery.rule()),
                    Formats.visible(delivery.target()),
                    delivery.attempts(),
                    problem.getMessage());
        } catch (DataAccessException e) {
            LOG.warn("A failed alert could not be noted, and is sent again: id={}", delivery.id());
        }
    }
}
