package io.lockkeeper.console.ask.incident;

import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What happened between two instants, over all sources that its reader may see.
 *
 * @param costs who waited for whom, by lock
 * @param lanes the locks that were waited for most, the dearest first, with who held them
 * @param marks evictions and deploys
 * @param gaps the outages, and the times of which nothing is recorded
 * @param happenings what happened, in order
 */
public record Incident(
        Instant from,
        Instant until,
        Costs costs,
        List<Lane> lanes,
        List<TimeMark> marks,
        List<Gap> gaps,
        List<Happening> happenings) {

    /**
     * A lock, and who held it.
     *
     * @param waitedMillis how long requests waited for it, together
     */
    public record Lane(LockId lock, long waitedMillis, List<LeaseRecord> leases) {}

    /** What it was, in a sentence or two. */
    public String sentence() {
        return harm() + counted();
    }

    private String harm() {
        if (!costs.areKnown()) {
            return "Who waited is not recorded.";
        }
        if (costs.all().isEmpty()) {
            return "No request waited.";
        }
        Cost dearest = costs.all().getFirst();
        String holder = dearest.key().holder();
        return "%s took %s in all; %s waited %s of it for %s, %s."
                .formatted(
                        costs.waits() == 1 ? "1 wait" : String.format(Locale.ROOT, "%,d waits", costs.waits()),
                        length(costs.millis()),
                        Formats.visible(dearest.key().waiter()),
                        length(dearest.millis()),
                        Formats.name(dearest.key().on()),
                        holder.isEmpty()
                                ? "of which no lease is recorded"
                                : "which %s held".formatted(Formats.visible(holder)));
    }

    private String counted() {
        Map<Happening.Kind, Long> counts = happenings.stream()
                .collect(Collectors.groupingBy(
                        Happening::kind, () -> new EnumMap<>(Happening.Kind.class), Collectors.counting()));
        String words = counts.entrySet().stream()
                .filter(each -> each.getKey() != Happening.Kind.HELD)
                .map(each -> each.getKey().count(each.getValue()))
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "" : " " + words + ".";
    }

    static String length(long millis) {
        return Formats.lasted(Duration.ofMillis(millis));
    }
}
