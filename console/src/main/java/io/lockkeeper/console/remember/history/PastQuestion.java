package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which leases of the past somebody asks for. Names are exact; an empty one asks for all.
 *
 * @param scope of locks within this scope
 * @param moment those held at this moment, or granted up to it
 * @param window those granted in so long a time before the moment; null for those held at it
 * @param service held by this service
 * @param host held on this machine
 * @param operator evicted by this operator
 * @param next where a further page of the answer begins: with what has been held since then, or was granted then; null for the first
 */
public record PastQuestion(
        LockScope scope,
        Instant moment,
        @Nullable Duration window,
        String lock,
        String service,
        String host,
        String operator,
        @Nullable Instant next) {

    private static final int LONGEST = 1_024;

    /** A moment may be far outside of this, of which there is no history; then it is no date of MongoDB, and no window ends there. */
    private static final Instant EARLIEST = Instant.EPOCH;

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    /** @throws IllegalArgumentException if a name or moment cannot be one, in words for the person who typed it */
    public PastQuestion {
        check(moment);
        if (next != null) {
            check(next);
        }
        check("lock", lock);
        check("service", service);
        check("host", host);
        check("operator", operator);
    }

    /** A question for the first page of its answer. */
    public PastQuestion(
            LockScope scope,
            Instant moment,
            @Nullable Duration window,
            String lock,
            String service,
            String host,
            String operator) {
        this(scope, moment, window, lock, service, host, operator, null);
    }

    /** The question whose answer begins there. */
    public PastQuestion beginningAt(@Nullable Instant then) {
        return new PastQuestion(scope, moment, window, lock, service, host, operator, then);
    }

    /** The question about what was held at a moment. */
    public PastQuestion asOf(Instant then) {
        return new PastQuestion(scope, then, null, lock, service, host, operator);
    }

    /** The question about a time as long, and so much earlier. */
    public PastQuestion earlier(Duration by) {
        return new PastQuestion(scope, moment.minus(by), window, lock, service, host, operator);
    }

    /** Whether it asks for what was held at a moment. */
    public boolean isOfAMoment() {
        return window == null;
    }

    /** The beginning of the time asked about; the moment itself if it asks only for that. */
    public Instant from() {
        return window == null ? moment : moment.minus(window);
    }

    /** The end of the time that this page of the answer covers. */
    public Instant upTo() {
        return window == null || next == null || next.isAfter(moment) ? moment : next;
    }

    /** After when this page's leases of a moment were granted: the longest held are on the first. */
    public Instant heldAfter() {
        return window != null || next == null ? Instant.EPOCH : next.minusMillis(1);
    }

    /** Whether a lease that is found by its beginning is asked for: of a moment, it was held then. */
    boolean asksFor(LeaseRecord lease) {
        return !isOfAMoment() || lease.endedAt() == null || lease.endedAt().isAfter(moment);
    }

    /** Whether it asks for the leases of somebody, and not of all. */
    public boolean namesSomebody() {
        return !service.isEmpty() || !host.isEmpty() || !operator.isEmpty();
    }

    /** The order: for a moment the longest held first, else the latest granted first. */
    Comparator<LeaseRecord> order() {
        Comparator<LeaseRecord> earliest = Comparator.comparing(LeaseRecord::began);
        return isOfAMoment() ? earliest : earliest.reversed();
    }

    /** The question about the locks that this scope has, too. */
    public PastQuestion within(LockScope limit) {
        return new PastQuestion(limit, moment, window, lock, service, host, operator, next);
    }

    /** Whether there could be a history of that moment. */
    public static boolean canBeAbout(Instant moment) {
        return !moment.isBefore(EARLIEST) && !moment.isAfter(LATEST);
    }

    private static void check(Instant moment) {
        if (!canBeAbout(moment)) {
            throw new IllegalArgumentException(
                    "The moment is %s; it must be from %s to %s.".formatted(moment, EARLIEST, LATEST));
        }
    }

    private static void check(String what, String name) {
        if (name.length() > LONGEST) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "The name of the %s is %,d characters long; at most %,d are allowed.",
                    what,
                    name.length(),
                    LONGEST));
        }
        if (name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "The name of the %s contains a NUL character, which no name contains.".formatted(what));
        }
    }
}
