package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** A kept lease in words: its uses are known as of its last renewal. */
public final class KeptWords {

    private KeptWords() {}

    /** The use, for example {@code use 1,234}. */
    public static String uses(Holder lease) {
        LatestUse use = lease.use();
        return use == null
                ? "kept"
                : use.idle()
                        ? String.format(Locale.ROOT, "%,d uses", use.count())
                        : String.format(Locale.ROOT, "use %,d", use.count());
    }

    /** The sentence, for example {@code idle for 3 min; 1,234 uses as of 3 s ago}. */
    static String sentence(Holder lease, Instant now) {
        LatestUse use = lease.use();
        if (use == null) {
            return "whether it is in use is unknown until its next renewal";
        }
        String count = use.count() == 1 ? "1 use" : String.format(Locale.ROOT, "%,d uses", use.count());
        return "%s for %s; %s as of %s ago"
                .formatted(
                        use.idle() ? "idle" : "in use", since(use.since(), now), count, since(lease.updatedAt(), now));
    }

    private static String since(Instant moment, Instant now) {
        return Formats.duration(Duration.between(moment, now));
    }
}
