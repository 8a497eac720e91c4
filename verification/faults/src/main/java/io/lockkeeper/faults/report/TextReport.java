package io.lockkeeper.faults.report;

import java.util.Locale;
import java.util.stream.Collectors;

/** What was found, as lines. */
public final class TextReport {

    private TextReport() {}

    public static String of(Findings findings) {
        String pauses = findings.pauses().entrySet().stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "  %-24s %5.1f s",
                        each.getKey(),
                        each.getValue().toMillis() / 1000.0))
                .collect(Collectors.joining("\n"));
        String violations = findings.violations().stream()
                .map(each -> "  %s: %s".formatted(each.rule(), each.text()))
                .collect(Collectors.joining("\n"));
        return """
            Longest pause of a client, by fault
            %s

            %s
            %s\
            """.formatted(pauses, findings.summary(), violations).strip();
    }
}
