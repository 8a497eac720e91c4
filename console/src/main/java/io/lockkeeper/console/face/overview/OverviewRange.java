package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.ask.overview.HourCount;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

/** The time that the overview shows, and the slices that it is cut into. */
enum OverviewRange {
    HOUR("Last hour", "1 h ago", Duration.ofMinutes(1), HourCount.MINUTES),
    DAY("Last day", "24 h ago", Duration.ofMinutes(HourCount.QUARTER), 96),
    WEEK("Last week", "7 d ago", Duration.ofHours(1), 168);

    private final String title;
    private final String beginning;
    private final Duration slice;
    private final int slices;

    OverviewRange(String title, String beginning, Duration slice, int slices) {
        this.title = title;
        this.beginning = beginning;
        this.slice = slice;
        this.slices = slices;
    }

    String title() {
        return title;
    }

    /** When it begins, in words. */
    String beginning() {
        return beginning;
    }

    Duration slice() {
        return slice;
    }

    /** How many slices it has. */
    int slices() {
        return slices;
    }

    /** The words in a sentence, behind "the". */
    String words() {
        return title.toLowerCase(Locale.ROOT);
    }

    /** The value in an address: empty for the default. */
    String address() {
        return this == HOUR ? "" : name().toLowerCase(Locale.ROOT);
    }

    /** The range of that address; the last hour for any other text. */
    static OverviewRange of(String address) {
        return Stream.of(values())
                .filter(each -> each.address().equals(address))
                .findFirst()
                .orElse(HOUR);
    }
}
