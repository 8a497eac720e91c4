package io.lockkeeper.console.face.historypage;

import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The question about a moment: what was held then, or what was granted in the period before it. */
enum Window {
    MOMENT("Held then", null),
    HOUR("Hour before", Duration.ofHours(1)),
    DAY("Day before", Duration.ofDays(1)),
    WEEK("Week before", Duration.ofDays(7)),
    /** From another moment on. */
    SINCE("From … to", Duration.ofHours(1));

    /** The longest time from one moment to another. */
    static final Duration LONGEST = Duration.ofDays(31);

    private final String title;
    private final @Nullable Duration length;

    Window(String title, @Nullable Duration length) {
        this.title = title;
        this.length = length;
    }

    String title() {
        return title;
    }

    /** Null for the moment itself; where another moment begins it, so long unless that is chosen. */
    @Nullable
    Duration length() {
        return length;
    }

    /** The value in an address: empty for the default. */
    String address() {
        return this == MOMENT ? "" : name().toLowerCase(Locale.ROOT);
    }

    /** Anything unknown means the moment itself. */
    static Window of(String address) {
        return Stream.of(values())
                .filter(each -> each.address().equals(address))
                .findFirst()
                .orElse(MOMENT);
    }
}
