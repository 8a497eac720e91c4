package io.lockkeeper.console.locks;

import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.console.history.WaitRecord;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many waited for a lock at once, at most, in each of some equal parts of a time.
 *
 * @param from the beginning of the first part
 * @param until the end of the last one
 * @param most of each part
 */
record Contention(Instant from, Instant until, List<Integer> most) {

    private record Wait(Instant since, Instant until) {

        boolean covers(Instant moment) {
            return !since.isAfter(moment) && until.isAfter(moment);
        }
    }

    /**
     * @param leases those that tell of it, by their waits before the grant
     * @param gone waits without a grant
     * @param queue who is waiting
     */
    static Contention of(
            List<LeaseRecord> leases,
            List<WaitRecord> gone,
            List<Waiter> queue,
            Instant from,
            Instant until,
            int parts) {
        List<Wait> waits = new ArrayList<>();
        for (LeaseRecord lease : leases) {
            if (lease.askedAt() != null) {
                waits.add(new Wait(lease.askedAt(), lease.grantedAt()));
            }
        }
        gone.forEach(wait -> waits.add(new Wait(wait.since(), wait.endedAt())));
        queue.forEach(waiter -> waits.add(new Wait(waiter.since(), Instant.MAX)));
        long part = Math.max(1, Duration.between(from, until).toMillis() / parts);
        return new Contention(
                from,
                until,
                IntStream.range(0, parts)
                        .mapToObj(i -> most(waits, from.plusMillis(i * part), from.plusMillis((i + 1) * part)))
                        .toList());
    }

    /** It is most when the part begins, or when another one begins to wait within it. */
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

    int highest() {
        return most.stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    Instant beginning(int part) {
        return from.plus(Duration.between(from, until).dividedBy(most.size()).multipliedBy(part));
    }
}
