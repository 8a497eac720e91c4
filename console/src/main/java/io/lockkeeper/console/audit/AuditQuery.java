package io.lockkeeper.console.audit;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which entries to show.
 *
 * @param lock a part of the lock's name; empty for all
 * @param by a part of the user's name; empty for all
 */
public record AuditQuery(String lock, String by) {

    static final int MAX_LENGTH = 256;

    /** @throws IllegalArgumentException if a text cannot be searched for, in words for who typed it */
    public AuditQuery {
        lock = checked("lock", lock.strip());
        by = checked("operator", by.strip());
    }

    Optional<Pattern> lockPattern() {
        return containing(lock);
    }

    Optional<Pattern> byPattern() {
        return containing(by);
    }

    /** MongoDB takes no pattern with a NUL, and none above 32 KB. */
    private static String checked(String what, String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("The filter for the %s is %,d characters long; at most %d are allowed."
                    .formatted(what, text.length(), MAX_LENGTH));
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "The filter for the %s contains a NUL character, which no name contains.".formatted(what));
        }
        return text;
    }

    /** What was typed is text, never a pattern. */
    private static Optional<Pattern> containing(String text) {
        return Optional.of(text)
                .filter(part -> !part.isEmpty())
                .map(part -> Pattern.compile(Pattern.quote(part), Pattern.CASE_INSENSITIVE));
    }
}
