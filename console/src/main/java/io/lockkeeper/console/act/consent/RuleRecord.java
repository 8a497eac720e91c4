package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.ground.formats.Formats;
import java.util.List;
import java.util.Locale;

/** What a change of the rules changed, for the record: an administrator who lifts a rule can act without consent from then on. */
final class RuleRecord {

    private RuleRecord() {}

    /** The rule for the pattern before and after, and how many rules there were and are. */
    static String change(String pattern, List<Rule> before, List<Rule> after) {
        return String.format(
                Locale.ROOT,
                "before: %s, %d in all; after: %s, %d in all",
                rule(pattern, before),
                before.size(),
                rule(pattern, after),
                after.size());
    }

    private static String rule(String pattern, List<Rule> rules) {
        return rules.stream()
                .filter(rule -> rule.pattern().equals(pattern))
                .map(rule -> "a rule of %s of %s%s"
                        .formatted(
                                rule.addedBy(),
                                Formats.exact(rule.addedAt()),
                                rule.why().isEmpty() ? "" : " (" + rule.why() + ")"))
                .findFirst()
                .orElse("no rule");
    }
}
