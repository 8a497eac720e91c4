package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.CostReading;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.history.Gap;
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

    static String holder(Cost cost) {
        return cost.key().holder().isEmpty() ? "no lease recorded" : cost.key().holder();
    }

    static String length(long millis) {
        return Formats.lasted(Duration.ofMillis(millis));
    }

    static String waits(long waits) {
        return waits == 1 ? "1 wait" : String.format(Locale.ROOT, "%,d waits", waits);
    }
}
