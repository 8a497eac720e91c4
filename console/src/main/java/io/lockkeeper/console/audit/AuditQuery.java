package io.lockkeeper.console.audit;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which entries to show.
 *
 * @param lock a part of the lock's name; empty for all
 * @param by a part of the user's name; empty for all
 */
record AuditQuery(String lock, String by) {

    static final AuditQuery ALL = new AuditQuery("", "");

    Optional<Pattern> lockPattern() {
        return containing(lock);
    }

    Optional<Pattern> byPattern() {
        return containing(by);
    }

    /** What was typed is text, never a pattern. */
    private static Optional<Pattern> containing(String text) {
        return Optional.of(text.strip())
                .filter(part -> !part.isEmpty())
                .map(part -> Pattern.compile(Pattern.quote(part), Pattern.CASE_INSENSITIVE));
    }
}
