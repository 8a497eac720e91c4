package io.lockkeeper.console.ground.formats;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The address of the page about an incident. Its times are absolute, so that it shows the same to all who open it. */
public final class IncidentAddress {

    /** The path of the page. */
    public static final String PATH = "incident";

    public static final String FROM = "from";
    public static final String UNTIL = "until";

    /** What led to an event, and what it led to. */
    private static final Duration AROUND = Duration.ofMinutes(15);

    /** The longest time that is one incident. */
    public static final Duration LONGEST = Duration.ofDays(1);

    private IncidentAddress() {}

    public static String of(Instant from, Instant until) {
        return "%s?%s=%s&%s=%s"
                .formatted(
                        PATH, FROM, from.truncatedTo(ChronoUnit.SECONDS), UNTIL, until.truncatedTo(ChronoUnit.SECONDS));
    }

    /** Of what began and ended then, with a quarter of an hour before and after; of what lasts longer than a page shows, its beginning. */
    public static String around(Instant began, @Nullable Instant ended) {
        Instant from = began.minus(AROUND);
        Instant until = (ended == null ? began : ended).plus(AROUND);
        return of(from, until.isAfter(from.plus(LONGEST)) ? from.plus(LONGEST) : until);
    }
}
