package io.lockkeeper.console.judge.findings;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.ThreadStack;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Remembers where the threads of slow holders were seen, to distinguish those that stand still from those that move on. */
final class Standing {

    private final Map<String, Seen> seen = new HashMap<>();
    private final Set<String> live = new HashSet<>();
    private volatile Map<String, Instant> standing = Map.of();

    private record Seen(Instant first, Instant last, List<String> frames) {}

    /** Since when the thread has stood at its place, if two samples show it there. */
    Optional<Instant> since(Holder holder) {
        ThreadStack stack = holder.stackOfHold().orElse(null);
        if (stack == null || stack.hasEnded() || stack.frames().isEmpty()) {
            return Optional.empty();
        }
        live.add(holder.acquirer());
        Seen now = seen.compute(holder.acquirer(), (acquirer, known) -> next(known, stack));
        return now.last.isAfter(now.first) ? Optional.of(now.first) : Optional.empty();
    }

    /** Ends a pass: leases that it did not visit are gone. */
    void endPass() {
        seen.keySet().retainAll(live);
        live.clear();
        Map<String, Instant> stand = new HashMap<>();
        seen.forEach((acquirer, each) -> {
            if (each.last.isAfter(each.first)) {
                stand.put(acquirer, each.first);
            }
        });
        standing = stand;
    }

    /** Since when this lease's thread has stood still, as of the last pass. May be called on any thread. */
    Optional<Instant> lastKnown(String acquirer) {
        return Optional.ofNullable(standing.get(acquirer));
    }

    private static Seen next(@Nullable Seen known, ThreadStack stack) {
        return known != null && known.frames.equals(stack.frames())
                ? new Seen(known.first, stack.at(), known.frames)
                : new Seen(stack.at(), stack.at(), stack.frames());
    }
}
