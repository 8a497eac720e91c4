package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.judge.findings.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.mapping.Field;

/**
 * Which findings are sent to which targets, and when.
 *
 * @param name what people call it
 * @param kinds the kinds of findings; empty for all
 * @param prefix how the lock's name begins; unless it is empty, findings that concern no single lock are left out
 * @param targets the names of the targets; stored by one name where there was one
 * @param quiet when nothing is sent, or null for never
 * @param sendsResolved whether a message is also sent when a finding is resolved
 * @param changedAt when it was last changed
 */
@Document("alert_rules")
public record AlertRule(
        @Id String name,
        Set<Kind> kinds,
        Severity least,
        String prefix,
        @Field("target") List<String> targets,
        @Nullable QuietHours quiet,
        boolean sendsResolved,
        Instant changedAt,
        String changedBy) {

    /** Each target once; what is no text cannot be read. */
    public AlertRule {
        targets = targets.stream().map(String.class::cast).distinct().toList();
    }

    /** The same rule under that name. */
    AlertRule named(String as, Instant at, String by) {
        return new AlertRule(as, kinds, least, prefix, targets, quiet, sendsResolved, at, by);
    }

    LastChange lastChange() {
        return new LastChange(changedAt, changedBy);
    }

    boolean matches(Finding finding) {
        return (kinds.isEmpty() || kinds.contains(finding.kind()))
                && finding.kind().severity().compareTo(least) <= 0
                && (prefix.isEmpty()
                        || (finding.lock() != null && finding.lock().startsWith(prefix)));
    }

    boolean isQuiet(Instant now) {
        return quiet != null && quiet.isQuiet(now);
    }
}
