package io.lockkeeper.console.watch.agents;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many processes run a version of the agent. Those that went silent are not counted: nothing runs there.
 *
 * @param version as their documents have it
 * @param first when the first of them was started
 * @param last when the last was
 */
public record VersionShare(String version, int processes, Instant first, Instant last) {

    /** The versions of these agents, the newest first. */
    static List<VersionShare> of(List<JudgedAgent> agents) {
        Map<LibraryVersion, VersionShare> shares = new TreeMap<>(Comparator.reverseOrder());
        agents.stream().filter(agent -> !agent.isSilent()).forEach(agent -> {
            if (agent.document() != null) {
                Instant started = agent.document().started();
                shares.merge(
                        new LibraryVersion(agent.version()),
                        new VersionShare(agent.version(), 1, started, started),
                        VersionShare::and);
            }
        });
        return new ArrayList<>(shares.values());
    }

    /** For example "0.2.0 × 9 · 0.1.0 × 4"; of a single version only its name. */
    static String words(List<VersionShare> versions) {
        if (versions.size() == 1) {
            return versions.getFirst().version();
        }
        return versions.stream()
                .map(each -> String.format(Locale.ROOT, "%s × %,d", each.version(), each.processes()))
                .reduce((one, other) -> one + " · " + other)
                .orElse("");
    }

    private VersionShare and(VersionShare other) {
        return new VersionShare(
                version,
                processes + other.processes,
                first.isBefore(other.first) ? first : other.first,
                last.isAfter(other.last) ? last : other.last);
    }

    /** A version of the agent as its document has it, in the order of releases; one that is no number comes before all others. */
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
}
