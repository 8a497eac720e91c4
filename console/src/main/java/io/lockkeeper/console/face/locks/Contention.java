package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.remember.history.Digest;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Period;
import io.lockkeeper.console.remember.history.Usual.Quantiles;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How contended a lock was over a period, in equal steps.
 *
 * @param step the length of a step
 * @param moments one per step
 */
record Contention(Duration step, List<Moment> moments) {

    /**
     * @param from when the step begins
     * @param grants how often the lock was granted
     * @param waiting the largest number of requests that waited at once
     * @param held how long leases that ended then were held, or null for none
     * @param waited how long leases that were granted then had waited, or null for none
     */
    record Moment(
            Instant from,
            long grants,
            int waiting,
            @Nullable Quantiles held,
            @Nullable Quantiles waited) {

        boolean tells() {
            return grants > 0 || waiting > 0 || held != null;
        }
    }

    private record Wait(Instant since, Instant until) {

        boolean covers(Instant moment) {
            return !since.isAfter(moment) && until.isAfter(moment);
        }
    }

    /**
     * @param leases those that show it
     * @param counted what was counted beside them
     * @param gone waits without a grant
     * @param most how many parts there are at most
     */
    static Contention of(
            List<LeaseRecord> leases,
            List<Digest> counted,
            List<WaitRecord> gone,
            List<Waiter> queue,
            Instant from,
            Instant until,
            int most) {
        List<Wait> waits = waits(leases, gone, queue, until);
        Duration step = Period.step(from, until, most, !counted.isEmpty());
        List<Moment> moments = Period.of(leases, counted, from, until, step).stream()
                .map(it -> new Moment(
                        it.from(),
                        it.grants(),
                        Math.max(it.waiters(), most(waits, it.from(), it.from().plus(step))),
                        it.held(),
                        it.waited()))
                .toList();
        return new Contention(step, moments);
    }

    private static List<Wait> waits(List<LeaseRecord> leases, List<WaitRecord> gone, List<Waiter> queue, Instant now) {
        List<Wait> waits = new ArrayList<>();
        for (LeaseRecord lease : leases) {
            if (lease.askedAt() != null) {
                waits.add(new Wait(lease.askedAt(), lease.began()));
            }
        }
        gone.forEach(wait -> waits.add(new Wait(wait.since(), wait.endedAt())));
        queue.forEach(waiter -> waits.add(
                new Wait(waiter.since(), waiter.expiresAt().isAfter(now) ? Instant.MAX : waiter.expiresAt())));
        return waits;
    }

    /** The maximum is reached when the step begins, or when another request begins to wait within it. */
    private static int most(List<Wait> waits, Instant begin, Instant end) {
        int most = at(waits, begin);
        for (Wait wait : waits) {
            if (wait.since().isAfter(begin) && wait.since().isBefore(end)) {
                most = Math.max(most, at(waits, wait.since()));
            }
        }
        return most;
    }

    private static int at(List<Wait> waits, Instant moment) {
        return (int) waits.stream().filter(wait -> wait.covers(moment)).count();
    }

    /** The step in which most requests waited. */
    Moment worst() {
        return moments.stream().max(Comparator.comparingInt(Moment::waiting)).orElseThrow();
    }

    long grants() {
        return moments.stream().mapToLong(Moment::grants).sum();
    }
}
