package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.act.eviction.QueuedWaiter;
import io.lockkeeper.console.ask.locks.LockFacts.HolderFacts;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.StackPlace;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Expiry;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ThreadStack;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lock in one sentence: who holds it, whether that process is alive, what is usual, what its thread is doing, and who waits.
 */
public final class LockSentence {

    private LockSentence() {}

    /**
     * Empty where there is nothing to say; what is unknown is called unknown, or left out.
     *
     * @param usual what is usual for it, or null until that was read
     * @param standing since when the thread of the lease with this acquirer stands at one place, if that is known
     */
    public static String of(
            LockFacts facts, @Nullable Usual usual, Function<String, Optional<Instant>> standing, Instant now) {
        if (!facts.isThere() || facts.damage() != null || facts.state() == LockState.NOT_KEPT) {
            return "";
        }
        if (!facts.library().isEmpty()) {
            return library(facts, usual, now);
        }
        List<String> parts = new ArrayList<>();
        if (facts.holders().isEmpty()) {
            parts.add(queue(facts).isEmpty() ? "No one holds it or waits for it" : "No one holds it");
        } else {
            parts.add(held(facts, now));
            usual(usual).ifPresent(parts::add);
            thread(facts.holders().getFirst().holder(), standing, now).ifPresent(parts::add);
        }
        Optional.ofNullable(facts.paused())
                .map(pause -> "paused for another " + since(now, pause.until()))
                .ifPresent(parts::add);
        waiting(facts, now).ifPresent(parts::add);
        return String.join("; ", parts) + ".";
    }

    /** The sentence about another library's lock: what its document does not show is left out. */
    private static String library(LockFacts facts, @Nullable Usual usual, Instant now) {
        DialectLock lock = facts.library().getFirst();
        if (!lock.isTaken(now)) {
            return "It is free.";
        }
        String who = lock.holders().isEmpty() ? "an unknown holder" : holders(lock);
        boolean over = lock.state(now) == DialectLock.State.EXPIRED;
        String what = lock.acquired()
                .map(since -> over
                        ? "Was acquired %s ago by %s".formatted(since(since, now), who)
                        : "Held for %s by %s".formatted(since(since, now), who))
                .orElse((over ? "Was held by " : "Held by ") + who);
        int more = facts.library().size() - 1;
        String others = more == 0 ? "" : String.format(Locale.ROOT, ", beside %,d more documents of its name", more);
        return Stream.of(Optional.of(what + others), usual(usual), ends(lock, now))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining("; "))
                + ".";
    }

    /** The holders of another library's lock, in words. */
    public static String holders(DialectLock lock) {
        return lock.holders().isEmpty()
                ? "unknown"
                : lock.holders().stream().map(Formats::visible).collect(Collectors.joining(", "));
    }

    private static Optional<String> ends(DialectLock lock, Instant now) {
        return switch (lock.expiry()) {
            case Expiry.Never never -> Optional.of("it does not expire");
            case Expiry.Unknown unknown -> Optional.of("when it expires is unknown");
            default -> Optional.of("it " + ExpiryWords.of(lock, now));
        };
    }

    private static String held(LockFacts facts, Instant now) {
        HolderFacts first = facts.holders().getFirst();
        Holder holder = first.holder();
        int more = facts.holders().size() - 1;
        if (first.live() && holder.hasUses()) {
            return "Kept for %s by %s, which %s; %s"
                    .formatted(
                            since(holder.acquiredAt(), now),
                            name(holder.owner()),
                            life(first, now),
                            KeptWords.sentence(holder, now));
        }
        return "%s %s by %s, which %s%s"
                .formatted(
                        first.live() ? "Held for" : "Was held for",
                        first.live() ? since(holder.acquiredAt(), now) : Formats.duration(ran(holder)),
                        name(holder.owner()),
                        life(first, now),
                        more == 0 ? "" : String.format(Locale.ROOT, ", and by %,d more", more));
    }

    /** The process's name for people: instance and host may both be empty. */
    private static String name(Owner owner) {
        return Stream.of(owner.instance(), owner.host(), owner.service())
                .filter(it -> !it.isBlank())
                .findFirst()
                .map(Formats::visible)
                .orElse("somebody unnamed");
    }

    private static Optional<String> usual(@Nullable Usual usual) {
        return Optional.ofNullable(usual)
                .map(it -> it.usualHold()
                        .map(hold -> "it is usually held for " + Formats.lasted(hold.median()))
                        .orElse(
                                it.kept() > 0
                                        ? "how long a use usually lasts is unknown"
                                        : "how long is usual is not known yet"));
    }

    private static Optional<String> thread(Holder holder, Function<String, Optional<Instant>> standing, Instant now) {
        ThreadStack stack = holder.stackOfHold().orElse(null);
        if (stack == null) {
            return Optional.empty();
        }
        if (stack.hasEnded()) {
            return Optional.of("the thread that acquired it has ended");
        }
        String place = StackPlace.of(holder);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(standing.apply(holder.acquirer())
                .map(at -> "its thread has stood in %s for %s".formatted(place, since(at, now)))
                .orElseGet(() -> "its thread was in %s %s ago".formatted(place, since(stack.at(), now))));
    }

    private static String life(HolderFacts facts, Instant now) {
        Holder holder = facts.holder();
        if (!facts.live()) {
            return "let it run out %s ago".formatted(since(holder.expiresAt(), now));
        }
        if (facts.eviction() instanceof EvictionState.Quarantine quarantine) {
            return "was evicted and has %s to stop"
                    .formatted(since(now, quarantine.mark().until()));
        }
        if (holder.evicted() != null) {
            return "was evicted %s ago and has not answered"
                    .formatted(since(holder.evicted().at(), now));
        }
        return switch (facts.life()) {
            case AgentLife.Alive alive -> facts.late() ? "is alive and late to renew" : "is alive and renews";
            case AgentLife.Silent silent -> "has been silent for " + since(silent.since(), now);
            case AgentLife.Unknown unknown -> "may be alive or dead";
        };
    }

    /** The queue without waiters whose agents no longer prove them alive. */
    private static List<Waiter> queue(LockFacts facts) {
        return facts.queue().stream()
                .filter(QueuedWaiter::alive)
                .map(QueuedWaiter::waiter)
                .toList();
    }

    private static Optional<String> waiting(LockFacts facts, Instant now) {
        List<Waiter> queue = queue(facts);
        if (queue.isEmpty()) {
            return facts.holders().isEmpty() ? Optional.empty() : Optional.of("no one waits");
        }
        String first = since(queue.getFirst().since(), now);
        return Optional.of(
                queue.size() == 1
                        ? "1 has been waiting for " + first
                        : String.format(Locale.ROOT, "%d wait, the first for %s", queue.size(), first));
    }

    private static Duration ran(Holder holder) {
        return Duration.between(holder.acquiredAt(), holder.expiresAt());
    }

    private static String since(Instant moment, Instant now) {
        return Formats.duration(Duration.between(moment, now));
    }
}
