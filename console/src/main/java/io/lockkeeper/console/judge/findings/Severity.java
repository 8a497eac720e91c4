package io.lockkeeper.console.judge.findings;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How urgent a finding is. The most urgent comes first. */
public enum Severity {
    /** Work stands still, or exclusion is at risk. */
    URGENT("urgent"),
    /** Something is not as it should be, and will hurt. */
    WARNING("warning"),
    /** Worth knowing. */
    NOTE("note");

    private final String words;

    Severity(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** How many of each there are in words, for example "3 urgent · 1 warning". */
    public static String counted(List<Finding> findings) {
        return findings.stream()
                .collect(Collectors.groupingBy(it -> it.kind().severity(), TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(each -> each.getKey().counted(each.getValue()))
                .collect(Collectors.joining(" · "));
    }

    private String counted(long count) {
        return count + " " + words + (this == URGENT || count == 1 ? "" : "s");
    }

    /** The name under which style sheets know it. */
    public String css() {
        return name().toLowerCase(Locale.ROOT);
    }
}
