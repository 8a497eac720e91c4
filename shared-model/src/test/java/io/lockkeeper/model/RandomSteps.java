package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** What happens to a lock next: drawn at random, and often at the very millisecond of an expiry. */
final class RandomSteps {

    private static final List<String> ACQUIRERS = List.of("$a", "b.1", "c", "d", "e", "f", "g", "h");
    private static final List<Integer> CAPACITIES = List.of(Request.EXCLUSIVE, 5, 1 << 30);
    private static final List<Integer> TTL_SECONDS = List.of(3, 20, 60);
    private static final int MOST_SEEN = 20;
    private static final Duration STEP_BACK = Duration.ofSeconds(2);

    private final RandomGenerator random;
    private final List<Holder> seen = new ArrayList<>();
    private Instant latest = SettledLock.START;

    RandomSteps(RandomGenerator random) {
        this.random = random;
    }

    LockStep step(LockDocument lock) {
        look(lock);
        int die = random.nextInt(200);
        if (die < 90) {
            return die < 60 ? new LockStep.Enqueue(request(lock)) : tryEnqueue(lock);
        }
        return die < 178 ? stepOfAnEntry(die) : rareStep(die);
    }

    /** When the step reaches the server: by its clock, which may step back a little. */
    Instant clock(LockStep step, LockDocument lock, Instant now) {
        Instant next = step instanceof LockStep.Purge
                ? later(lock.expiresAt(), latest).plus(Duration.ofDays(1))
                : moved(lock, now);
        latest = later(latest, next);
        return later(next, latest.minus(STEP_BACK));
    }

    private LockStep stepOfAnEntry(int die) {
        if (die < 118) {
            return new LockStep.Touch(anyOf(ACQUIRERS));
        } else if (die < 125) {
            return new LockStep.Lighten(anyOf(ACQUIRERS), 1 + random.nextInt(3));
        } else if (die < 130) {
            return new LockStep.Linger(anyOf(ACQUIRERS), Duration.ofSeconds(random.nextInt(90)));
        } else if (die < 145) {
            return new LockStep.TouchAll(someAcquirers());
        } else if (die < 170) {
            return new LockStep.Remove(anyOf(ACQUIRERS));
        }
        return new LockStep.RemoveAll(someAcquirers());
    }

    private LockStep rareStep(int die) {
        if (die == 199 || seen.isEmpty()) {
            return new LockStep.Purge();
        }
        Holder lease = random.nextBoolean() ? seen.getLast() : anyOf(seen);
        return die < 192
                ? new LockStep.Evict(lease, Duration.ofSeconds(random.nextInt(30)))
                : new LockStep.EvictNow(lease);
    }

    /** An acquirer either queues or tries, never both: who waits does not try meanwhile. */
    private LockStep tryEnqueue(LockDocument lock) {
        Request request = request(lock);
        return lock.waiter(request.acquirer()).isPresent()
                ? new LockStep.Enqueue(request)
                : new LockStep.TryEnqueue(request);
    }

    private Request request(LockDocument lock) {
        boolean another = lock.isIdle() || random.nextInt(20) == 0;
        int capacity = another ? anyOf(CAPACITIES) : lock.capacity();
        String acquirer = anyOf(ACQUIRERS);
        Owner owner = new Owner(acquirer, "$service", "i", "h", random.nextInt(9), "t", "{ $set: 1 } $$NOW");
        return new Request(acquirer, weight(capacity), capacity, Duration.ofSeconds(anyOf(TTL_SECONDS)), owner);
    }

    private int weight(int capacity) {
        boolean writer = capacity > 5 && random.nextInt(4) == 0;
        return writer ? capacity : 1 + random.nextInt(capacity > 5 ? 1 : capacity);
    }

    private Instant moved(LockDocument lock, Instant now) {
        int die = random.nextInt(100);
        if (die < 15) {
            return now.minusMillis(random.nextInt(2_000));
        } else if (die < 30 && !lock.isIdle()) {
            return anyOf(expiries(lock)).plusMillis(random.nextInt(-1, 2));
        } else if (die < 33) {
            return now.plusMillis(random.nextInt(40_000));
        } else if (die < 50) {
            return now;
        }
        return now.plusMillis(random.nextInt(1_000));
    }

    /** An operator sees the leases that there are, and may act on what has changed since. */
    private void look(LockDocument lock) {
        lock.holders().stream().filter(lease -> !seen.contains(lease)).forEach(seen::add);
        while (seen.size() > MOST_SEEN) {
            seen.removeFirst();
        }
    }

    private List<String> someAcquirers() {
        return Stream.generate(() -> anyOf(ACQUIRERS)).limit(3).distinct().toList();
    }

    private <T> T anyOf(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    private static List<Instant> expiries(LockDocument lock) {
        return Stream.concat(
                        lock.holders().stream().map(Holder::expiresAt),
                        lock.queue().stream().map(Waiter::expiresAt))
                .toList();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
