package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which entries to show.
 *
 * @param lock a part of the lock's name; empty for all
 * @param by a part of the user's name; empty for all
 * @param since the first instant that is asked for; null for no bound
 * @param until the first instant that is not asked for any more; null for no bound
 */
public record AuditQuery(
        LockScope scope,
        String lock,
        String by,
        @Nullable Instant since,
        @Nullable Instant until) {

    static final int MAX_LENGTH = 256;
    private static final int FIRST_YEAR = 2000;
    private static final int LAST_YEAR = 2999;

    /** @throws IllegalArgumentException if a text cannot be searched for, in words for the person who typed it */
    public AuditQuery {
        lock = checked("lock", lock.strip());
        by = checked("operator", by.strip());
        if (since != null && until != null && !since.isBefore(until)) {
            throw new IllegalArgumentException("The first day is after the last.");
        }
    }

    /** A query for days in UTC, of which the last is inclusive. */
    public AuditQuery(LockScope scope, String lock, String by, @Nullable LocalDate from, @Nullable LocalDate to) {
        this(scope, lock, by, start(from, 0), start(to, 1));
    }

    /** A query for any day. */
    public AuditQuery(LockScope scope, String lock, String by) {
        this(scope, lock, by, (Instant) null, null);
    }

    /** The start of the day in UTC; null for no day. */
    static @Nullable Instant start(@Nullable LocalDate day, int daysLater) {
        return day == null
                ? null
                : day.plusDays(daysLater).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /**
     * Reads a day as {@code 2026-11-23}; null for an empty text.
     *
     * @throws IllegalArgumentException if it is no such day
     */
    public static @Nullable LocalDate day(String text) {
        try {
            LocalDate day = text.isBlank() ? null : LocalDate.parse(text.strip());
            if (day != null && (day.getYear() < FIRST_YEAR || day.getYear() > LAST_YEAR)) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "The day is %s; it must be in the years %d to %d.", text, FIRST_YEAR, LAST_YEAR));
            }
            return day;
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("\"%s\" is no day as in 2026-11-23.".formatted(text), e);
        }
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
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "The filter for the %s is %,d characters long; at most %d are allowed.",
                    what,
                    text.length(),
                    MAX_LENGTH));
        }
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "The filter for the %s contains a NUL character, which no name contains.".formatted(what));
        }
        return text;
    }

    /** Matches the typed text literally, never as a pattern. */
    private static Optional<Pattern> containing(String text) {
        return Optional.of(text)
                .filter(part -> !part.isEmpty())
                .map(part -> Pattern.compile(Pattern.quote(part), Pattern.CASE_INSENSITIVE));
    }
}
