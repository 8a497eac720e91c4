package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.RequestKind;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a caller asks of a lock, beyond its name. Immutable; each {@code with…} method returns a changed copy. */
public final class LockRequest {

    static final Duration A_YEAR = Duration.ofDays(365);

    private final LockName name;
    private final RequestKind kind;
    private final @Nullable Duration ttl;
    private final @Nullable Duration longestWait;
    private final @Nullable Duration longestHold;
    private final @Nullable Duration shortestHold;
    private final String note;
    private final Details details;
    private final @Nullable Asker asker;
    private final Upkeep upkeep;

    private LockRequest(
            LockName name,
            RequestKind kind,
            @Nullable Duration ttl,
            @Nullable Duration longestWait,
            @Nullable Duration longestHold,
            @Nullable Duration shortestHold,
            String note,
            Details details,
            @Nullable Asker asker,
            Upkeep upkeep) {
        this.name = name;
        this.kind = kind;
        this.ttl = ttl;
        this.longestWait = longestWait;
        this.longestHold = longestHold;
        this.shortestHold = shortestHold;
        this.note = note;
        this.details = details;
        this.asker = asker;
        this.upkeep = upkeep;
        if (upkeep.keep != null) {
            requireKeepable();
        } else if (upkeep.cohort != null) {
            throw new IllegalArgumentException(
                    "A cohort hands on a kept lease; say how long that of \"%s\" is kept first".formatted(name));
        }
    }

    private void requireKeepable() {
        if (!kind.equals(RequestKind.EXCLUSIVE)) {
            throw new IllegalArgumentException(
                    "Only leases of exclusive locks are kept; \"%s\" is another".formatted(name));
        }
        if (!upkeep.renewing || shortestHold != null) {
            throw new IllegalArgumentException(
                    "A lease with manual renewal or a shortest hold is not kept; that of \"%s\" has one"
                            .formatted(name));
        }
    }

    /**
     * The agent's automatic work for the lease: renewal, release in the background, keeping it after its release, handing it on to its own
     * waiters while others wait.
     */
    private record Upkeep(
            boolean renewing,
            boolean releasing,
            @Nullable Duration keep,
            @Nullable Duration cohort) {}

    /**
     * An exclusive lock: one holder at a time. As with every kind, the ttl is the agent's, the wait has no limit, there is no
     * note, and the agent renews the lease, unless said otherwise.
     *
     * @throws IllegalArgumentException if the name breaks a rule of {@link LockName}
     */
    public static LockRequest of(String name) {
        return of(name, RequestKind.EXCLUSIVE);
    }

    /**
     * A read-write lock, to read: shared with other readers, never with a writer. Readers and writers are served in the order
     * in which they came, so that neither starves.
     *
     * @throws IllegalArgumentException if the name breaks a rule of {@link LockName}
     */
    public static LockRequest reading(String name) {
        return of(name, RequestKind.READING);
    }

    /**
     * A read-write lock, to write: no other lease is held meanwhile. {@link Lease#downgrade()} turns a write lease into a read lease. A read lease cannot become a write
     * lease: two readers that both tried would wait for each other forever. Release it, acquire the lock to write, and read again.
     *
     * @throws IllegalArgumentException if the name breaks a rule of {@link LockName}
     */
    public static LockRequest writing(String name) {
        return of(name, RequestKind.WRITING);
    }

    /**
     * A counting semaphore: takes that many of its permits at once, all or none. At most 500 requests hold it and wait for it together, so that a
     * capacity above 500 is used up only by requests that take several permits at once.
     *
     * @param permits how many to take: 1 to the capacity
     * @param capacity how many there are, 1 to 2^30; while the lock is in use, another number is a {@link CapacityMismatchException}
     * @throws IllegalArgumentException if a number is out of its bounds, or the name breaks a rule of {@link LockName}
     */
    public static LockRequest permits(String name, int permits, int capacity) {
        return of(name, new RequestKind(permits, capacity));
    }

    private static LockRequest of(String name, RequestKind kind) {
        return new LockRequest(
                new LockName(name),
                kind,
                null,
                null,
                null,
                null,
                "",
                Details.NONE,
                null,
                new Upkeep(true, false, null, null));
    }

    /** How long the lease lasts without a renewal: ten times the agent's clock skew allowance to 24 hours. */
    public LockRequest withTtl(Duration ttl) {
        return new LockRequest(name, kind, ttl, longestWait, longestHold, shortestHold, note, details, asker, upkeep);
    }

    /**
     * How long to wait in the queue at most; zero does not wait at all, and more than a year is a year. A lock that another agent keeps is
     * waited for at least during the {@linkplain AgentOptions#recallTime() recall time}, as a try does.
     */
    public LockRequest withLongestWait(Duration longestWait) {
        if (longestWait.isNegative()) {
            throw new IllegalArgumentException("Longest wait %s is negative".formatted(longestWait));
        }
        return new LockRequest(
                name, kind, ttl, withinAYear(longestWait), longestHold, shortestHold, note, details, asker, upkeep);
    }

    /**
     * The longest time for which the lock is held, even if its holder hangs: then renewal ends and the lease is lost, so that a holder
     * that hangs cannot keep it forever. The holder is notified when a tenth of it is left, and at its end.
     */
    public LockRequest withLongestHold(Duration longestHold) {
        Duration longest = requireLongestHold(longestHold);
        return new LockRequest(name, kind, ttl, longestWait, longest, shortestHold, note, details, asker, upkeep);
    }

    /**
     * How long the lock stays taken at least, also when it is released before: for work that must not be done again so soon by
     * an instance whose clock is behind. Counted by the server from the grant; at most 24 hours.
     */
    public LockRequest withShortestHold(Duration shortestHold) {
        Duration shortest = requireShortestHold(shortestHold);
        return new LockRequest(name, kind, ttl, longestWait, longestHold, shortest, note, details, asker, upkeep);
    }

    /** Adds a note for operators; at most 512 bytes of UTF-8 without control characters. */
    public LockRequest withNote(String note) {
        return new LockRequest(name, kind, ttl, longestWait, longestHold, shortestHold, note, details, asker, upkeep);
    }

    /**
     * What an operator should know of this request, beside its note: for example which order it works on. One more, or another
     * value under the same key.
     *
     * @param key at most 64 bytes of UTF-8; dots and dollars are letters like others
     * @param value at most 256 bytes
     * @throws IllegalArgumentException if that makes more than 16 details or 1,024 bytes, or a text breaks a rule of {@link Details}
     */
    public LockRequest withDetail(String key, String value) {
        return with(details.with(key, value));
    }

    /**
     * As {@link #withDetail}, in place of all details given before.
     *
     * @throws IllegalArgumentException if they break a rule of {@link Details}
     */
    public LockRequest withDetails(Map<String, String> details) {
        return with(new Details(details));
    }

    private LockRequest with(Details details) {
        return new LockRequest(name, kind, ttl, longestWait, longestHold, shortestHold, note, details, asker, upkeep);
    }

    /** The process that the request is made for. */
    private record Asker(String service, String instance, long pid) {}

    /**
     * On behalf of another process of this machine, which operators and refused callers then see as the owner of the lock.
     *
     * @param service at most 128 bytes of UTF-8, as instance
     */
    public LockRequest onBehalfOf(String service, String instance, long pid) {
        Asker other = new Asker(service, instance, pid);
        return new LockRequest(name, kind, ttl, longestWait, longestHold, shortestHold, note, details, other, upkeep);
    }

    /** Who asks: that process, or the agent's own. The thread is one of the agent's in both cases. */
    Owner owner(Owner agents, String thread) {
        Owner own = agents.asking(thread, note, details);
        return asker == null ? own : own.onBehalfOf(asker.service, asker.instance, asker.pid);
    }

    /** The caller calls {@link Lease#renew()} itself; nothing else extends the lease. */
    public LockRequest withManualRenewal() {
        return with(new Upkeep(false, upkeep.releasing, upkeep.keep, upkeep.cohort));
    }

    /**
     * Closing the lease, as try-with-resources does, returns without waiting for the server; the agent releases the lease as by
     * {@link Lease#releaseAsync()}. For work that need not know whether the lock was held to the end: {@link LockAgent#withLock} then checks
     * that when the release begins.
     */
    public LockRequest withBackgroundRelease() {
        return with(new Upkeep(upkeep.renewing, true, upkeep.keep, upkeep.cohort));
    }

    /**
     * Keeps the lease with the agent after its release, for up to this time, and grants it in memory to the next such request. For locks that
     * one instance takes again and again while no other wants them. Each use is a {@link Lease} of its own with the next token.
     *
     * <p>When another instance wants the lock, the agent releases the lease: the other waits for a hand-off where the lock would have been
     * free, and a try waits for it up to the {@linkplain AgentOptions#recallTime() recall time}. If the process dies, the lock stays taken for
     * the rest of the ttl, even if the lease was idle.
     *
     * <p>The agent keeps no lease while its change stream is closed, or with outer locks. It stops keeping a lock for a while if others want it too. While another instance waits for the lock, nothing is kept.
     *
     * @param keep zero to keep nothing, at most 24 hours
     * @throws IllegalArgumentException if it is out of its bounds, the lock is not exclusive, or the request has a manual renewal or a shortest hold
     */
    public LockRequest withKeep(Duration keep) {
        return with(new Upkeep(upkeep.renewing, upkeep.releasing, requireKeep("Keep", keep), upkeep.cohort));
    }

    /**
     * Hands a kept lease on in memory from one waiting request of this agent to the next, first come, first served, for up to this time after
     * another instance began to wait. For locks that several threads of several instances want all the time. Without a cohort, a kept lease
     * that another instance waits for is released at the end of the current use.
     *
     * <p>Another instance waits for the cohort's time and the current use, and as long again for each instance queued before it. A lease is
     * handed on only among requests that have a cohort and the same ttl.
     *
     * @param cohort zero for none, at most 24 hours; a few milliseconds are enough for most locks
     * @throws IllegalArgumentException if it is out of its bounds, or the request has no {@linkplain #withKeep keep}
     */
    public LockRequest withCohort(Duration cohort) {
        return with(new Upkeep(upkeep.renewing, upkeep.releasing, upkeep.keep, requireKeep("Cohort", cohort)));
    }

    private static @Nullable Duration requireKeep(String what, Duration time) {
        if (time.isNegative() || time.compareTo(AgentOptions.MAX_TTL) > 0) {
            throw new IllegalArgumentException(
                    "%s %s is out of bounds: zero to %s".formatted(what, time, AgentOptions.MAX_TTL));
        }
        return time.toMillis() == 0 ? null : time;
    }

    private LockRequest with(Upkeep upkeep) {
        return new LockRequest(name, kind, ttl, longestWait, longestHold, shortestHold, note, details, asker, upkeep);
    }

    static Duration requireLongestHold(Duration longestHold) {
        if (longestHold.isNegative() || longestHold.isZero()) {
            throw new IllegalArgumentException("Longest hold %s is not positive".formatted(longestHold));
        }
        return withinAYear(longestHold);
    }

    static Duration requireShortestHold(Duration shortestHold) {
        if (shortestHold.isNegative() || shortestHold.compareTo(AgentOptions.MAX_TTL) > 0) {
            throw new IllegalArgumentException(
                    "Shortest hold %s is out of bounds: zero to %s".formatted(shortestHold, AgentOptions.MAX_TTL));
        }
        return shortestHold;
    }

    /** A year fits into nanoseconds with room to add, and no wait is longer. What is negative is zero. */
    static Duration withinAYear(Duration duration) {
        if (duration.isNegative()) {
            return Duration.ZERO;
        }
        return duration.compareTo(A_YEAR) < 0 ? duration : A_YEAR;
    }

    public LockName name() {
        return name;
    }

    RequestKind kind() {
        return kind;
    }

    /** Whether both ask for as much of the same capacity: both exclusive, both to read, both to write, or as many permits of as many. */
    public boolean isOfSameKindAs(LockRequest other) {
        return kind.equals(other.kind);
    }

    /** The ttl, if it is not the agent's. */
    public Optional<Duration> ttl() {
        return Optional.ofNullable(ttl);
    }

    /** The longest wait, if there is a limit. */
    public Optional<Duration> longestWait() {
        return Optional.ofNullable(longestWait);
    }

    /** How long the lock is held at most, if there is a limit. */
    public Optional<Duration> longestHold() {
        return Optional.ofNullable(longestHold);
    }

    /** How long the lock stays taken at least, if it does. */
    public Optional<Duration> shortestHold() {
        return Optional.ofNullable(shortestHold);
    }

    public String note() {
        return note;
    }

    public Details details() {
        return details;
    }

    /** How long the agent keeps the lease after its release, if it does. */
    public Optional<Duration> keep() {
        return Optional.ofNullable(upkeep.keep);
    }

    /** For how long the agent hands the kept lease on among its own requests while others wait, if it does. */
    public Optional<Duration> cohort() {
        return Optional.ofNullable(upkeep.cohort);
    }

    public boolean isRenewedByAgent() {
        return upkeep.renewing;
    }

    /** Whether closing the lease does not wait for its release. */
    public boolean isReleasedInBackground() {
        return upkeep.releasing;
    }
}
