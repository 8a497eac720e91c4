package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.formats.Formats;
import java.util.Locale;

/** The length of a past lease, in words. */
public final class LeaseWords {

    private LeaseWords() {}

    /** How long it was held; for a kept lease, where that is unknown, how long it was kept. */
    public static String held(LeaseRecord lease) {
        if (lease.endedAt() == null) {
            return lease.isKept() ? "still kept" : "still held";
        }
        String lasted = lease.lasted().map(Formats::lasted).orElse("unknown");
        return lease.isKept() ? "kept " + lasted : lasted;
    }

    /** How often a kept lease was used; empty for any other. */
    public static String uses(LeaseRecord lease) {
        if (!lease.isKept()) {
            return "";
        }
        Integer uses = lease.uses();
        return uses == null ? "uses unknown" : uses == 1 ? "1 use" : String.format(Locale.ROOT, "%,d uses", uses);
    }
}
