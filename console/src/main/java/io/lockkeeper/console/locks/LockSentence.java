package io.lockkeeper.console.locks;

import io.lockkeeper.console.agents.AgentLife;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.findings.StackPlace;
import io.lockkeeper.console.history.Usual;
import io.lockkeeper.console.locks.LockFacts.HolderFacts;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A lock in one sentence: who holds it, whether that lives, what is usual, what its thread does, and who waits. */
final class LockSentence {

    private LockSentence() {}

    /** Empty where there is nothing to say; unknown facts are left out, or called unknown. */
    static String of(LockFacts facts, Usual usual, Function<String, Optional<Instant>> standing, Instant now) {
        if (!facts.isThere() || facts.damage() != null) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        if (facts.holders().isEmpty()) {
            parts.add(facts.queue().isEmpty() ? "Nobody holds it or waits for it" : "Nobody holds it");
        } else {
            held(facts, usual, standing, now, parts);
        }
        waiting(facts, now).ifPresent(parts::add);
        return String.join("; ", parts) + ".";
    }

    private static void held(
            LockFacts facts,
            Usual usual,
            Function<String, Optional<Instant>> standing,
            Instant now,
            List<String> parts) {
        HolderFacts first = facts.holders().getFirst();
        Holder holder = first.holder();
        String who = Words.visible(holder.owner().instance());
        int more = facts.holders().size() - 1;
        parts.add("%s %s by %s%s, which %s"
                .formatted(
                        first.live() ? "Held for" : "Was held for",
                        first.live() ? since(holder.acquiredAt(), now) : Words.duration(ran(holder)),
                        who,
                        more == 0 ? "" : " and %d more".formatted(more),
                        life(first, now)));
        usual.usualHold().ifPresent(it -> parts.add("it is usually held for " + Words.lasted(it.median())));
        standing.apply(holder.acquirer())
                .ifPresent(at -> parts.add(
                        "its thread has stood in %s for %s".formatted(StackPlace.of(holder), since(at, now))));
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
            case AgentLife.Silent silent -> "has been silent for " + since(silent.lastWord(), now);
            case AgentLife.Unknown unknown -> "may or may not be alive";
        };
    }

    private static Optional<String> waiting(LockFacts facts, Instant now) {
        List<Waiter> queue =
                facts.queue().stream().map(LockFacts.WaiterFacts::waiter).toList();
        if (queue.isEmpty()) {
            return facts.holders().isEmpty() ? Optional.empty() : Optional.of("nobody waits");
        }
        String first = since(queue.getFirst().since(), now);
        return Optional.of(
                queue.size() == 1
                        ? "1 waits, since " + first
                        : "%d wait, the first since %s".formatted(queue.size(), first));
    }

    private static Duration ran(Holder holder) {
        return Duration.between(holder.acquiredAt(), holder.expiresAt());
    }

    private static String since(Instant moment, Instant now) {
        return Words.duration(Duration.between(moment, now));
    }
}
