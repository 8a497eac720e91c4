package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.model.LateAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an operator asked for, and the outcome.
 *
 * @param result what MongoDB answered, or null if that was never recorded
 * @param end how the lease ended, or null if it has not, or if nothing was changed
 * @param late what the evicted holder attempted afterwards
 * @param consent the second person's consent, or null where none is needed
 */
public record AuditEntry(
        String id,
        AuditRequest request,
        @Nullable Result result,
        @Nullable End end,
        List<LateDeed> late,
        @Nullable Consent consent) {

    /** Of the parts that it is stored as. */
    public static final String COLLECTION = "audit";

    public AuditEntry {
        late = List.copyOf(late);
    }

    /** For how long after {@link #begunAt} the change may be applied: the server refuses it later. */
    public static final Duration TIME_OUT = Duration.ofSeconds(30);

    /** An entry of which nothing was done yet. */
    public static AuditEntry of(String id, AuditRequest request) {
        return new AuditEntry(id, request, null, null, List.of(), null);
    }

    public Instant at() {
        return request.at();
    }

    public String by() {
        return request.by();
    }

    public String ip() {
        return request.ip();
    }

    public Action action() {
        return request.action();
    }

    public LockId place() {
        return request.place();
    }

    /** The lock's name. */
    public String lock() {
        return request.lock();
    }

    public String acquirer() {
        return request.acquirer();
    }

    public long token() {
        return request.token();
    }

    public String holder() {
        return request.holder();
    }

    public String reason() {
        return request.reason();
    }

    /** The acquisition that an eviction is about. */
    public Acquisition acquisition() {
        return isByToken(place()) ? LeaseAcquisitions.of(lock(), acquirer(), token()) : Acquisition.ofText(acquirer());
    }

    /** The acquisition's name in an entry: in the console's first collection its acquirer, beside the token. */
    public static String acquirer(LockId place, Acquisition seen) {
        return isByToken(place) ? LeaseAcquisitions.acquirer(seen) : seen.text();
    }

    /** In the console's first collection an acquirer stands beside a token, since entries are older than sources. */
    private static boolean isByToken(LockId place) {
        return place.isFirst();
    }

    /** The lease in words, as far as token and source are known: "token 17 in app.shedLock/shedlock". */
    public String lease() {
        String ofToken = token() == 0 ? "" : String.format(Locale.ROOT, "token %d", token());
        String in = place().collection().isEmpty() ? "" : "in " + Formats.visible(place().source());
        return (ofToken + " " + in).strip();
    }

    public boolean isWithin(LockScope scope) {
        return scope.sees(place());
    }

    public Instant deadline() {
        return begunAt().plus(TIME_OUT);
    }

    /** When it was begun: when it was requested or, if it needed consent, consented to. */
    public Instant begunAt() {
        return consent == null || consent.decision() == null
                ? at()
                : consent.decision().at();
    }

    /** Whether it may be carried out: not before a second person consents, where that is needed. */
    public boolean isToBeDone() {
        return consent == null || consent.isGiven();
    }

    /** Whether a second person has decided. */
    public boolean isDecided() {
        return consent != null && consent.decision() != null;
    }

    /** The person who did it, or both where a second one consented. */
    public String actors() {
        return consent == null || consent.decision() == null || !consent.isGiven()
                ? by()
                : "%s with the consent of %s".formatted(by(), consent.decision().by());
    }

    /** The same, waiting for a second person's consent, or decided. */
    public AuditEntry with(Consent needed) {
        return new AuditEntry(id, request, result, end, late, needed);
    }

    public enum Action {
        EVICT("evict"),
        EVICT_NOW("evict now"),
        PAUSE("pause"),
        RESUME("end the pause"),
        TAKE_OUT("take out a waiter");

        private final String words;

        Action(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** Whether it ends a lease, which is followed to its end. */
        public boolean isEviction() {
            return this == EVICT || this == EVICT_NOW;
        }
    }

    /**
     * What MongoDB answered.
     *
     * @param at when, by the server's clock
     * @param outcome in one word
     * @param detail in a sentence; empty for none
     * @param error the server's own words, only for operators; empty for none
     */
    public record Result(Instant at, Outcome outcome, String detail, String error) {

        private static final String UNCHANGED = "Nothing was changed.";

        /** The detail, with the words that nothing was changed. */
        public String unchanged() {
            return detail.endsWith(UNCHANGED) ? detail : (detail + " " + UNCHANGED).strip();
        }
    }

    public enum Outcome {
        /** The lease is marked and its quarantine runs; another library's lock is taken by none until its end. */
        MARKED,
        /** Done at once: the lease was removed; of another library's lock, it was released; the pause began, or ended; the waiter was taken out. */
        ENDED,
        /** Another lease holds the lock, it is paused otherwise, or the waiter was granted it; nothing was changed. */
        HOLDER_CHANGED,
        /** The lease was marked before; nothing was changed. */
        ALREADY_MARKED,
        /** The lease had ended, or the wait; nothing was changed. */
        GONE,
        /** The user may not do this; nothing was changed. */
        DENIED,
        /** MongoDB refused the change; nothing was changed. */
        REFUSED,
        /** MongoDB did not confirm the change: the lease may or may not be marked. */
        NOT_CONFIRMED,
        /** A second person has to consent first; nothing was changed yet. Only an answer, never recorded. */
        AWAITS_CONSENT
    }

    /**
     * An attempt of the evicted holder after it had lost the lease.
     *
     * @param at when it did so first, by the server's clock
     * @param after how long after the eviction was asked for
     */
    public record LateDeed(Instant at, LateAttempt.Kind kind, Duration after) {}

    /**
     * How an eviction that was made, or may have been, came to its end.
     *
     * @param at when that was noticed, by the server's clock
     * @param kind in one word
     * @param after how long after the mark its holder stopped; zero for any other kind
     */
    public record End(Instant at, Kind kind, Duration after) {

        public enum Kind {
            STOPPED,
            NEVER_CONFIRMED,
            REMOVED,
            NOT_CHANGED,
            UNKNOWN,
            /** The old holder of another library's lock wrote to it afterwards: it lives. */
            LATE_WRITE,
            /** The console watched another library's lock for that, and saw none. */
            NO_LATE_WRITE
        }
    }
}
