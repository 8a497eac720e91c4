package io.lockkeeper.console.watch.agents;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of the agent as its document tells it, in the order of releases; one that is no number comes before all others. */
record LibraryVersion(String text) implements Comparable<LibraryVersion> {

    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})(?:\\.(\\d{1,6}))?(.*)");
    /** 0.1.0-SNAPSHOT comes before 0.1.0. */
    private static final Comparator<LibraryVersion> ORDER = Comparator.comparingLong(LibraryVersion::number)
            .thenComparing(version -> !version.text.contains("-"))
            .thenComparing(LibraryVersion::text);

    private static final long PART = 1_000_000;

    private long number() {
        Matcher parts = NUMBERS.matcher(text);
        if (!parts.matches()) {
            return -1;
        }
        long patch = parts.group(3) == null ? 0 : Long.parseLong(parts.group(3));
        return (Long.parseLong(parts.group(1)) * PART + Long.parseLong(parts.group(2))) * PART + patch;
    }

    @Override
    public int compareTo(LibraryVersion other) {
        return ORDER.compare(this, other);
    }
}
