package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/**
 * Queues that are nearly full, and waits that take long, where a lock's document shows its waiters.
 *
 * @param deadlocked the acquirers whose wait another finding explains
 */
record Queues(PassInput sight, PassFindings found, Set<String> deadlocked) {

    /** Shorter waits are not reported, however unusual. */
    private static final Duration SHORT_WAIT = Duration.ofMinutes(1);

    private static final int TIMES_USUAL_WAIT = 5;
    private static final int NEARLY_FULL = LockDocument.MAX_ENTRIES * 8 / 10;

    void judge(ObservedLock lock, Lock.Own document) {
        if (document.waiters() == 0) {
            return;
        }
        int entries = document.waiters() + document.holders().size();
        if (entries >= NEARLY_FULL) {
            found.add(
                    Kind.QUEUE_NEAR_BOUND,
                    lock,
                    String.format(Locale.ROOT, "%d of %d places are taken.", entries, LockDocument.MAX_ENTRIES));
        }
        Instant from = sight.waitsFrom().apply(document);
        Waiter first = document.queue().getFirst();
        document.pause(sight.now())
                .ifPresentOrElse(pause -> paused(lock, first, pause), () -> waits(lock, first, from));
    }

    /** A wait that an operator wants: worth knowing if the pause may have been forgotten. */
    private void paused(ObservedLock lock, Waiter first, Pause pause) {
        if (isLong(first.since())) {
            found.add(
                    Kind.PAUSED_WANTED,
                    lock,
                    "%s paused it %s ago, for another %s (%s)%s, the first for %s."
                            .formatted(
                                    Formats.visible(pause.by()),
                                    sight.since(pause.at()),
                                    Formats.duration(Duration.between(sight.now(), pause.until())),
                                    Formats.visible(pause.reason()),
                                    lock.waiting(),
                                    sight.since(first.since())));
        }
    }

    /** One finding for the whole time, even if the first waiter changes. */
    private void waits(ObservedLock lock, Waiter first, Instant from) {
        Duration wait = Duration.between(from, sight.now());
        if (deadlocked.contains(first.acquirer())) {
            return;
        }
        if (isLong(from)) {
            found.add(Kind.OLD_WAITER, lock, waited(lock, first, from));
        } else if (wait.compareTo(SHORT_WAIT) > 0) {
            sight.facts()
                    .usual()
                    .apply(lock.name())
                    .usualWait()
                    .filter(it -> wait.compareTo(it.p95().multipliedBy(TIMES_USUAL_WAIT)) > 0)
                    .ifPresent(it -> found.add(
                            Kind.STARVING_WAITER,
                            lock,
                            "%s 95 of 100 waits are shorter than %s."
                                    .formatted(waited(lock, first, from), Formats.lasted(it.p95()))));
        }
    }

    private boolean isLong(Instant from) {
        return Duration.between(from, sight.now()).compareTo(sight.patience()) > 0;
    }

    private String waited(ObservedLock lock, Waiter first, Instant from) {
        String sincePause =
                from.equals(first.since()) ? "" : ", %s of it since a pause ended".formatted(sight.since(from));
        return "%s has waited for %s%s%s."
                .formatted(
                        Formats.visible(first.owner().service()),
                        sight.since(first.since()),
                        sincePause,
                        lock.waiting());
    }
}
