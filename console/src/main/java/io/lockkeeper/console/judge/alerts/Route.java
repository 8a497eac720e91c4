package io.lockkeeper.console.judge.alerts;

import java.util.List;

/**
 * A rule and one of its targets: each target hears of each finding by itself.
 *
 * @param key of what the target has heard
 */
record Route(AlertRule rule, String target, String key) {

    /** No name of a rule, target or lock contains a control character. */
    static final String SEPARATOR = "\u001e";

    /** One for each target. What the first one heard is the rule's own. */
    static List<Route> of(AlertRule rule) {
        return rule.targets().stream()
                .map(target -> new Route(
                        rule,
                        target,
                        target.equals(rule.targets().getFirst()) ? rule.name() : rule.name() + SEPARATOR + target))
                .toList();
    }
}
