package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.judge.findings.Finding;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A finding, as messages report it.
 *
 * @param kind for programs: over-usual
 * @param severity urgent, warning or note
 * @param title the kind in words
 * @param source the source of its lock; null for the console's first collection
 * @param lock the lock's name, or null where it concerns all
 * @param evidence what shows it
 * @param meaning what it means, and what to do
 * @param since when it was first found
 * @param onIt who works on it; null for no one
 */
public record Reported(
        String kind,
        String severity,
        String title,
        @Nullable String source,
        @Nullable String lock,
        String evidence,
        String meaning,
        Instant since,
        @Nullable String onIt) {

    static Reported of(Finding finding) {
        return new Reported(
                finding.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                finding.kind().severity().words(),
                finding.kind().title(),
                finding.storedSource(),
                finding.lock(),
                finding.evidence(),
                finding.kind().meaning(),
                finding.firstSeen(),
                finding.onIt() == null ? null : finding.onIt().by());
    }

    Reported takenBy(@Nullable String operator) {
        return new Reported(kind, severity, title, source, lock, evidence, meaning, since, operator);
    }

    /** The headline for people: "Deadlock: order:4711". */
    String headline() {
        return lock == null ? title : title + ": " + Formats.name(lock);
    }
}
