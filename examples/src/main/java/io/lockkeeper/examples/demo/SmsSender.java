package io.lockkeeper.examples.demo;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends text messages. The provider takes one connection, so of several instances one sends at a time, in turns. */
final class SmsSender {

    private static final Logger log = LoggerFactory.getLogger(SmsSender.class);
    private static final Duration A_MESSAGE = Duration.ofMillis(250);

    private SmsSender() {}

    public static void main(String[] arguments) {
        Service.connect("sms", arguments[0]).repeat(1, SmsSender::sendBatch);
    }

    private static void sendBatch(LockAgent agent) throws InterruptedException {
        long messages = Chance.between(4, 16);
        long asked = System.nanoTime();
        try (Lease lease = agent.acquire(LockRequest.of("send_sms").withNote("a batch of " + messages + " messages"))) {
            long waited = (System.nanoTime() - asked) / 1_000_000;
            log.info("My turn after {} ms: sending {} messages, token {}", waited, messages, lease.token());
            send(messages, lease);
        }
        Thread.sleep(Chance.between(Duration.ofMillis(300), Duration.ofSeconds(2)));
    }

    private static void send(long messages, Lease lease) throws InterruptedException {
        for (long sent = 0; sent < messages; sent++) {
            if (!lease.isHeld()) {
                log.warn(
                        "Stopped after {} of {} messages, the lock is lost: {}",
                        sent,
                        messages,
                        lease.loss().orElseThrow());
                return;
            }
            Thread.sleep(A_MESSAGE);
        }
        log.info("{} messages sent", messages);
    }
}
