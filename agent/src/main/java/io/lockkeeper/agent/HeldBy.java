package io.lockkeeper.agent;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Who holds a lock that was not granted.
 *
 * @param owner who it is; of a kept lease, who used it last, as of its last renewal
 * @param since when the lease was granted, by the server's clock; of a kept lease in use, when its use began
 * @param remaining what was left of the lease when the server answered, unless it is renewed
 */
public record HeldBy(Owner owner, Instant since, Duration remaining) {

    static List<HeldBy> in(Snapshot snapshot) {
        return snapshot.lock().holders().stream()
                .map(holder -> of(snapshot, holder))
                .toList();
    }

    private static HeldBy of(Snapshot snapshot, Holder holder) {
        Instant since = holder.heldSince().orElse(holder.acquiredAt());
        return new HeldBy(holder.user(), since, snapshot.remaining(holder));
    }

    static String describe(List<HeldBy> holders) {
        return holders.isEmpty()
                ? "no holder"
                : holders.stream().map(HeldBy::toString).collect(Collectors.joining(", ", "held by ", ""));
    }

    @Override
    public String toString() {
        String who = String.format(
                Locale.ROOT,
                "%s (%s, host %s, pid %d, thread %s)",
                owner.service(),
                owner.instance(),
                owner.host(),
                owner.pid(),
                owner.thread());
        String what = owner.note().isEmpty() ? "" : " for \"%s\"".formatted(owner.note());
        String details = owner.details().isEmpty() ? "" : " [%s]".formatted(owner.details());
        return String.format(
                Locale.ROOT, "%s%s%s since %s, %d ms left", who, what, details, since, remaining.toMillis());
    }
}
