package io.lockkeeper.examples.demo;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.HeldBy;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a report once a night on whichever instance comes first; the others see that it runs and leave it. A night is short here. */
final class NightlyReport {

    private static final Logger log = LoggerFactory.getLogger(NightlyReport.class);
    private static final LockRequest REPORT =
            LockRequest.of("report:nightly").withNote("turnover by region, for the board");
    private static final Duration NIGHT = Duration.ofSeconds(45);
    private static final Duration A_CHAPTER = Duration.ofSeconds(3);
    private static final int CHAPTERS = 5;

    private NightlyReport() {}

    public static void main(String[] arguments) {
        Service.connect("report", arguments[0]).repeat(1, NightlyReport::spendNight);
    }

    private static void spendNight(LockAgent agent) throws InterruptedException {
        switch (agent.attempt(REPORT)) {
            case Attempt.Granted(Lease lease) -> {
                try (lease) {
                    write(lease);
                }
            }
            case Attempt.Refused refused -> refused.heldBy().forEach(NightlyReport::leaveItTo);
        }
        Thread.sleep(untilNextNight());
    }

    private static void write(Lease lease) throws InterruptedException {
        log.info("The report is mine tonight, token {}", lease.token());
        for (int chapter = 1; chapter <= CHAPTERS; chapter++) {
            Thread.sleep(A_CHAPTER);
            if (!lease.isHeld()) {
                log.warn(
                        "Chapter {} is thrown away, the lock is lost: {}",
                        chapter,
                        lease.loss().orElseThrow());
                return;
            }
            log.info("Chapter {} of {} is written", chapter, CHAPTERS);
        }
    }

    private static void leaveItTo(HeldBy holder) {
        log.info(
                "The report is in hand: {} (host {}, process {}) has had it since {}; its lease is good for {} s more unless renewed",
                holder.owner().instance(),
                holder.owner().host(),
                holder.owner().pid(),
                holder.since(),
                holder.remaining().toSeconds());
    }

    /** All instances wake at the same time, as they would by a crontab. */
    private static Duration untilNextNight() {
        long night = NIGHT.toMillis();
        return Duration.ofMillis(night - Instant.now().toEpochMilli() % night);
    }
}
