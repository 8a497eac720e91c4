package io.lockkeeper.console.judge.findings;

import java.util.Locale;

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

    /** The count in words, for example "1 warning", "3 urgent". */
    String counted(long count) {
        return count + " " + words + (this == URGENT || count == 1 ? "" : "s");
    }

    /** The name under which style sheets know it. */
    public String css() {
        return name().toLowerCase(Locale.ROOT);
    }
}
