package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.CostKey;
import io.lockkeeper.console.remember.costs.CostReading;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.costs.CostsBefore;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.TimeSlices;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page's sentences about costs. */
final class CostWords {

    private static final String OF_OURS = "Of collections of other libraries, no waits are recorded.";

    private CostWords() {}

    static String title(CostGroup group) {
        return switch (group) {
            case SERVICE -> "By service";
            case LOCK -> "By lock";
            case PREFIX -> "By name prefix";
        };
    }

    /** The summary, such as "31 waits took 12 min 4 s". */
    static String summary(Costs costs) {
        return costs.areKnown() ? waits(costs.waits()) + " took " + length(costs.millis()) : "waits unknown";
    }

    static String sentence(Cost cost) {
        String on = cost.key().on().isEmpty()
                ? ""
                : " on " + Formats.name(cost.key().on());
        String who = Formats.visible(cost.key().waiter());
        return cost.key().holder().isEmpty()
                ? "%s waited %s in %s%s while no lease is recorded: between two leases, in a pause or a quarantine, or where the history has a gap."
                        .formatted(who, length(cost.millis()), waits(cost.waits()), on)
                : "%s waited %s in %s%s while %s held."
                        .formatted(
                                who,
                                length(cost.millis()),
                                waits(cost.waits()),
                                on,
                                Formats.visible(cost.key().holder()));
    }

    /** Says above the rows what is missing in them; empty if nothing is. */
    static String caveat(Costs costs) {
        if (!costs.areKnown()) {
            return OF_OURS;
        }
        Instant begun = costs.begun();
        if (begun == null && costs.question().scope().seesNames()) {
            return "Nothing is recorded yet.";
        }
        Times times = Times.present();
        List<String> said = new ArrayList<>();
        if (begun != null && costs.question().from().isBefore(begun)) {
            said.add("The history reaches back to %s; waits before it are not counted.".formatted(times.named(begun)));
        }
        if (!costs.gaps().isEmpty()) {
            Gap gap = costs.gaps().getFirst();
            said.add("Nothing was recorded from %s to %s. %s"
                    .formatted(times.named(gap.from()), times.named(gap.until()), gap.why()));
        }
        if (costs.more()) {
            said.add(String.format(
                    Locale.ROOT,
                    "There were more waits or leases than are added up: these are at most the %,d longest waits. Choose a shorter"
                            + " time or name a lock.",
                    CostReading.WAITS));
        }
        if (!costs.question().operator().isEmpty()) {
            said.add("The operator's name narrows leases only.");
        }
        if (!costs.unrecorded().isEmpty()) {
            said.add(OF_OURS);
        }
        return String.join(" ", said);
    }

    /** That no wait was found: what was not recorded was not without waits. */
    static String nothing(Costs costs) {
        return costs.slices().unrecorded().isZero()
                ? "No request waited in this time."
                : "No wait is on record in this time, of which not all was recorded.";
    }

    /** How the bars beside the costs are to be read. */
    static String bars(TimeSlices slices) {
        Times times = Times.present();
        String missing = slices.unrecorded().isZero() ? "" : " Hatched: not recorded.";
        return "Each bar is what was waited in %s, from %s to %s.%s"
                .formatted(
                        Formats.lasted(slices.each()),
                        times.named(slices.from()),
                        times.named(slices.until()),
                        missing);
    }

    /** The bars of a cost in words. */
    static String bars(Cost cost, TimeSlices slices) {
        int dearest = cost.spread().dearest();
        return "Most of it from %s to %s: %s"
                .formatted(
                        Times.present().seconds(slices.begin(dearest)),
                        Times.present().clock(slices.end(dearest)),
                        length(cost.spread().millis(dearest)));
    }

    static String compared(CostsBefore before) {
        Times times = Times.present();
        String from = times.named(before.question().from());
        String until = times.named(before.question().moment());
        return switch (before.known()) {
            case NONE -> "Nothing was recorded a week before, from %s to %s.".formatted(from, until);
            case PART -> "The week before is from %s to %s, of which not all is known.".formatted(from, until);
            case WHOLE -> "The week before is from %s to %s.".formatted(from, until);
        };
    }

    /** What the same cost a week before. What was not recorded is compared with nothing. */
    static String before(CostKey key, CostsBefore before) {
        long millis = before.millis(key);
        return switch (before.known()) {
            case NONE -> "unknown";
            case PART -> millis == 0 ? "unknown" : "at least " + length(millis);
            case WHOLE -> millis == 0 ? "none" : length(millis);
        };
    }

    static String holder(Cost cost) {
        return cost.key().holder().isEmpty() ? "no lease recorded" : cost.key().holder();
    }

    static String length(long millis) {
        return Formats.lasted(Duration.ofMillis(millis));
    }

    static String waits(long waits) {
        return Formats.counted(waits, "wait");
    }
}
