package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.judge.findings.Severity;
import java.util.stream.Collectors;

/** The effect of a rule, in words. */
final class RuleWords {

    private RuleWords() {}

    /** The rule in words, for example "urgent and warnings, locks that begin with order:, to on-call, quiet 22:00 to 07:00, UTC". */
    static String of(AlertRule rule) {
        return "%s, to %s%s%s"
                .formatted(
                        findings(rule),
                        String.join(" and ", rule.targets()),
                        rule.quiet() == null ? "" : ", quiet " + rule.quiet().words(),
                        rule.sendsResolved() ? "" : ", without resolved messages");
    }

    static String findings(AlertRule rule) {
        String kinds = rule.kinds().isEmpty()
                ? severities(rule.least())
                : rule.kinds().stream().sorted().map(Kind::title).collect(Collectors.joining("; "));
        return kinds + (rule.prefix().isEmpty() ? "" : ", locks that begin with " + Formats.name(rule.prefix()));
    }

    static String severities(Severity least) {
        return switch (least) {
            case URGENT -> "Urgent ones only";
            case WARNING -> "Urgent ones and warnings";
            case NOTE -> "All findings";
        };
    }
}
