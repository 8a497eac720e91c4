package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** What happens to a lock next: drawn at random, and often at the very millisecond of an expiry. */
final class RandomSteps {

    private static final LockName LOCK = new LockName("$orders.4711");
    private static final List<String> ACQUIRERS = List.of("$a", "b.1", "c", "d", "e", "f", "g", "h");
    private static final List<Integer> CAPACITIES = List.of(Request.EXCLUSIVE, 5, 1 << 30);
    private static final List<Integer> TOKENS = List.of(1, 3, Keep.MAX_TOKENS);
    private static final List<Integer> TTL_SECONDS = List.of(3, 20, 60);
    private static final int MOST_SEEN = 20;
    private static final Duration STEP_BACK = Duration.ofSeconds(2);

    private static final LockDocument NOTHING =
            new LockDocument("$orders.4711", 0, 0, List.of(), List.of(), null, null, SettledLock.START);

    private final RandomGenerator random;
    private final List<Holder> seen = new ArrayList<>();
    private final List<Pause> pauses = new ArrayList<>();
    private Instant latest = SettledLock.START;
    private LockDocument earlier = NOTHING;

    RandomSteps(RandomGenerator random) {
        this.random = random;
    }

    LockStep step(LockDocument lock) {
        look(lock);
        Optional<LockStep> quiet =
                random.nextInt(4) == 0 ? quietStep(random.nextInt(3) == 0 ? earlier : lock) : Optional.empty();
        earlier = lock;
        if (quiet.isPresent()) {
            return quiet.get();
        }
        if (random.nextInt(lock.equals(NOTHING) ? 2 : 40) == 0) {
            Optional<LockStep> first = firstStep(lock);
            if (first.isPresent()) {
                return first.get();
            }
        }
        int die = random.nextInt(200);
        if (die < 150) {
            List<Ask.Combinable> asks = die < 110 ? List.of(ask(lock, anyOf(ACQUIRERS), capacity(lock))) : asks(lock);
            if (asks.stream().anyMatch(Ask.Remove.class::isInstance) && random.nextBoolean()) {
                return new LockStep.AsksIfLive(asks, random.nextBoolean());
            }
            return die < 130 ? new LockStep.Asks(asks) : new LockStep.AsksOfMany(asks);
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

    /** On the fast path, where the lock seems to allow it, as it is or was: by its sole holder, or by somebody new. */
    private Optional<LockStep> quietStep(LockDocument seen) {
        String acquirer =
                seen.holders().stream().findFirst().map(Holder::acquirer).orElseGet(() -> anyOf(ACQUIRERS));
        Ask.Combinable ask =
                seen.isIdle() ? tryOrEnqueue(request(acquirer, capacity(seen))) : new Ask.Remove(LOCK, acquirer);
        return UncontendedChange.of(seen, ask)
                .map(change -> new LockStep.OnFastPath(change, ask, random.nextBoolean()));
    }

    /** By somebody who takes the lock for one without a document. */
    private Optional<LockStep> firstStep(LockDocument lock) {
        Ask.Combinable ask = tryOrEnqueue(request(anyOf(ACQUIRERS), capacity(lock)));
        return FirstGrant.of(ask).map(grant -> new LockStep.AsFirst(grant, ask));
    }

    private Ask.Combinable tryOrEnqueue(Request request) {
        return random.nextBoolean() ? new Ask.Enqueue(LOCK, request) : new Ask.TryEnqueue(LOCK, request, recall());
    }

    private LockStep stepOfAnEntry(int die) {
        if (die < 154) {
            List<String> frames = random.nextBoolean() ? List.of("$$NOW", "app//$a.b(C.java:1)") : List.of();
            return new LockStep.Attach(anyOf(ACQUIRERS), Thread.State.WAITING, frames);
        } else if (die < 159) {
            return new LockStep.Lighten(anyOf(ACQUIRERS), 1 + random.nextInt(3));
        } else if (die < 163) {
            return new LockStep.Linger(anyOf(ACQUIRERS), Duration.ofSeconds(random.nextInt(90)));
        } else if (die < 165) {
            return new LockStep.EndKeep(anyOf(ACQUIRERS));
        } else if (die < 171) {
            return new LockStep.TouchAll(someAcquirers().stream()
                    .map(each -> new Beat(LOCK, each, random.nextInt(3), use()))
                    .toList());
        }
        return new LockStep.RemoveAll(someAcquirers());
    }

    private @Nullable LatestUse use() {
        return random.nextBoolean()
                ? null
                : new LatestUse(random.nextBoolean(), latest, "$t", "{ $set: 1 } $$NOW", 1 + random.nextInt(9), 0);
    }

    /** Whether somebody writes to the document by hand now. */
    boolean damages() {
        return random.nextInt(4) == 0;
    }

    BsonDocument damaged(BsonDocument sound) {
        return anyOf(Damage.possibleTo(sound)).done(sound);
    }

    private LockStep rareStep(int die) {
        if (die == 199 || seen.isEmpty()) {
            return new LockStep.Purge();
        }
        if (die >= 195) {
            return pauseOrResume();
        }
        if (die >= 193) {
            return new LockStep.TakeOut(anyOf(ACQUIRERS));
        }
        Holder lease = random.nextBoolean() ? seen.getLast() : anyOf(seen);
        return die < 192
                ? new LockStep.Evict(lease, Duration.ofSeconds(random.nextInt(30)))
                : new LockStep.EvictNow(lease);
    }

    /** Of a pause that is over, or whose place another has taken, nothing is left to resume. */
    private LockStep pauseOrResume() {
        return pauses.isEmpty() || random.nextBoolean()
                ? new LockStep.PauseUntil(latest.plusMillis(random.nextInt(-1_000, 60_000)), random.nextBoolean())
                : new LockStep.Resume(random.nextBoolean() ? pauses.getLast() : anyOf(pauses));
    }

    /** Some things asked together: requests are for one capacity, and of an acquirer one thing is asked. */
    private List<Ask.Combinable> asks(LockDocument lock) {
        int capacity = capacity(lock);
        return someAcquirers().stream()
                .map(acquirer -> ask(lock, acquirer, capacity))
                .toList();
    }

    private Ask.Combinable ask(LockDocument lock, String acquirer, int capacity) {
        int die = random.nextInt(150);
        if (die < 60) {
            return new Ask.Enqueue(LOCK, request(acquirer, capacity), random.nextInt(3));
        } else if (die < 90) {
            return tryEnqueue(lock, acquirer, capacity);
        } else if (die < 120) {
            return new Ask.Touch(LOCK, acquirer);
        }
        return new Ask.Remove(LOCK, acquirer, othersThan(acquirer), released(lock, acquirer));
    }

    /** The acquirer's lease, or one that it had before. */
    private OptionalLong released(LockDocument lock, String acquirer) {
        Stream<Holder> leases = random.nextInt(4) == 0 ? seen.stream() : lock.holders().stream();
        return random.nextBoolean()
                ? OptionalLong.empty()
                : leases.filter(lease -> lease.acquirer().equals(acquirer))
                        .mapToLong(Holder::token)
                        .findFirst();
    }

    private List<String> othersThan(String acquirer) {
        return random.nextBoolean()
                ? List.of()
                : someAcquirers().stream()
                        .filter(other -> !other.equals(acquirer))
                        .toList();
    }

    /** An acquirer either queues or tries, never both: who waits does not try meanwhile. */
    private Ask.Combinable tryEnqueue(LockDocument lock, String acquirer, int capacity) {
        Request request = request(acquirer, capacity);
        boolean waits =
                lock.waiter(acquirer).filter(waiter -> waiter.recalls() == null).isPresent();
        return waits ? new Ask.Enqueue(LOCK, request) : new Ask.TryEnqueue(LOCK, request, recall());
    }

    private Duration recall() {
        return random.nextInt(3) == 0 ? Duration.ZERO : Duration.ofMillis(random.nextInt(1, 2_000));
    }

    private int capacity(LockDocument lock) {
        boolean another = lock.isIdle() || random.nextInt(20) == 0;
        return another ? anyOf(CAPACITIES) : lock.capacity();
    }

    private Request request(String acquirer, int capacity) {
        Owner owner = new Owner(acquirer, "$service", "i", "h", random.nextInt(9), "t", "{ $set: 1 } $$NOW");
        Owner detailed = owner.asking("t", owner.note(), Details.NONE.with("$a.b", "$$ROOT"));
        Owner asking = random.nextBoolean() ? owner : detailed;
        Keep keep = random.nextInt(3) == 0 ? null : keep(random.nextBoolean());
        return new Request(acquirer, weight(capacity), capacity, Duration.ofSeconds(anyOf(TTL_SECONDS)), asking, keep);
    }

    /** A cohort's lease may stay idle with its agent, or not. */
    private Keep keep(boolean cohort) {
        Duration time = Duration.ofSeconds(cohort ? random.nextInt(2) : 1);
        return new Keep(time, anyOf(TOKENS), cohort);
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
        Optional.ofNullable(lock.paused())
                .filter(pause -> !pauses.contains(pause))
                .ifPresent(pauses::add);
        shorten(seen);
        shorten(pauses);
    }

    private static void shorten(List<?> list) {
        while (list.size() > MOST_SEEN) {
            list.removeFirst();
        }
    }

    private List<String> someAcquirers() {
        return Stream.generate(() -> anyOf(ACQUIRERS)).limit(3).distinct().toList();
    }

    private <T> T anyOf(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    private static List<Instant> expiries(LockDocument lock) {
        return Stream.of(
                        lock.holders().stream().map(Holder::expiresAt),
                        lock.queue().stream().map(Waiter::expiresAt),
                        Stream.ofNullable(lock.paused()).map(Pause::until))
                .flatMap(Function.identity())
                .toList();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
