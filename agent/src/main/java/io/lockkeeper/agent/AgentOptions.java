package io.lockkeeper.agent;

import io.lockkeeper.agent.calls.CallTimeouts;
import io.lockkeeper.model.ThisHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How an agent behaves. Immutable; each {@code with…} method returns a changed copy.
 *
 * @param service the service that embeds the agent, as operators know it; at most 128 bytes of UTF-8
 * @param instance this instance of the service, at most 128 bytes; the host's name unless given
 * @param ttl how long a lease lasts without a renewal, unless its request says otherwise; renewed at a third of it
 * @param clockSkewAllowance bounds, added together, the difference of the clocks of any two members that can be primary and
 *     the drift over a ttl; leases end that much earlier for their holders than for the server
 * @param answerTimeout how long a call that does not wait for its turn keeps asking while the server does not answer; one
 *     command takes at most a third of it
 * @param indexes what to do about the collection's indexes
 * @param listener is notified of every lease of the agent that is lost or renewed late
 * @param observer sees what the agent does, for metrics and traces
 * @param slowHoldThreshold how long a lease is held before the agent attaches to it the stack of the thread that acquired it, for
 *     operators; null, the default, for never
 * @param presence whether the agent keeps a document of itself in the {@code agents} collection, by which the console lists it
 * @param shutdownGrace how long holders have to release when the JVM ends, before the agent closes by itself; null, the default, for an
 *     agent that the service closes
 * @param mostKept how many leases the agent keeps after their release at once ({@link LockRequest#withKeep}); the one that was idle longest goes
 *     first. None are kept where it is zero
 * @param recallTime how long a request that does not wait for its turn waits for a lease that another agent keeps
 * @param outerLocks locks of another kind that each lease holds as well; null, the default, for none
 * @param wakes how agents wake one another
 * @param hostAgent the socket of the machine's host agent, which frees the locks of this process at once when it is killed; null for none
 * @param startsCommand whether the process starts a command that keeps running under its leases if the process is killed
 */
public record AgentOptions(
        String service,
        String instance,
        Duration ttl,
        Duration clockSkewAllowance,
        Duration answerTimeout,
        IndexMode indexes,
        LeaseListener listener,
        LockObserver observer,
        @Nullable Duration slowHoldThreshold,
        boolean presence,
        @Nullable Duration shutdownGrace,
        int mostKept,
        Duration recallTime,
        @Nullable OuterLocks outerLocks,
        WakeMode wakes,
        @Nullable Path hostAgent,
        boolean startsCommand) {

    public static final Duration DEFAULT_TTL = Duration.ofSeconds(30);
    public static final Duration DEFAULT_CLOCK_SKEW_ALLOWANCE = Duration.ofMillis(500);
    public static final Duration DEFAULT_ANSWER_TIMEOUT = Duration.ofSeconds(15);
    public static final Duration MAX_TTL = Duration.ofHours(24);
    public static final int DEFAULT_MOST_KEPT = 1_000;
    public static final Duration DEFAULT_RECALL_TIME = Duration.ofMillis(200);

    private static final Duration MIN_SLOW_HOLD = Duration.ofSeconds(1);
    private static final Duration MIN_TTL = Duration.ofMillis(100);
    private static final Duration MIN_ANSWER_TIMEOUT = Duration.ofMillis(300);
    private static final Duration MAX_ANSWER_TIMEOUT = Duration.ofMinutes(10);
    private static final int MOST_KEPT = 100_000;
    private static final Duration MAX_RECALL_TIME = Duration.ofSeconds(10);

    /**
     * Checks each value by itself. Whether ttl and allowance go together is checked when an agent is opened with them, so that the order in
     * which they are set does not matter.
     *
     * @throws IllegalArgumentException if one is out of its bounds; the message gives value and bound
     */
    public AgentOptions {
        if (service.isBlank()) {
            throw new IllegalArgumentException("Service is blank; operators find a lock's holder by it");
        }
        if (clockSkewAllowance.isNegative() || clockSkewAllowance.compareTo(MAX_TTL.dividedBy(10)) > 0) {
            throw new IllegalArgumentException("Clock skew allowance %s is out of bounds: zero to a tenth of %s"
                    .formatted(clockSkewAllowance, MAX_TTL));
        }
        requireTtl(ttl, Duration.ZERO);
        if (answerTimeout.compareTo(MIN_ANSWER_TIMEOUT) < 0 || answerTimeout.compareTo(MAX_ANSWER_TIMEOUT) > 0) {
            throw new IllegalArgumentException("Answer timeout %s is out of bounds: %s to %s"
                    .formatted(answerTimeout, MIN_ANSWER_TIMEOUT, MAX_ANSWER_TIMEOUT));
        }
        if (slowHoldThreshold != null && slowHoldThreshold.compareTo(MIN_SLOW_HOLD) < 0) {
            throw new IllegalArgumentException(
                    "Slow hold threshold %s is too short: at least %s".formatted(slowHoldThreshold, MIN_SLOW_HOLD));
        }
        if (shutdownGrace != null && shutdownGrace.isNegative()) {
            throw new IllegalArgumentException("Shutdown grace %s is negative".formatted(shutdownGrace));
        }
        slowHoldThreshold = slowHoldThreshold == null ? null : LockRequest.withinAYear(slowHoldThreshold);
        shutdownGrace = shutdownGrace == null ? null : LockRequest.withinAYear(shutdownGrace);
        if (mostKept < 0 || mostKept > MOST_KEPT) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%d kept leases are out of bounds: 0 to %d", mostKept, MOST_KEPT));
        }
        if (recallTime.isNegative() || recallTime.compareTo(MAX_RECALL_TIME) > 0) {
            throw new IllegalArgumentException(
                    "Recall time %s is out of bounds: zero to %s".formatted(recallTime, MAX_RECALL_TIME));
        }
    }

    /** The defaults, for a service of that name. */
    public static AgentOptions forService(String service) {
        return new AgentOptions(
                service,
                ThisHost.name(),
                DEFAULT_TTL,
                DEFAULT_CLOCK_SKEW_ALLOWANCE,
                DEFAULT_ANSWER_TIMEOUT,
                IndexMode.CREATE,
                LeaseListener.NONE,
                LockObserver.NONE,
                null,
                true,
                null,
                DEFAULT_MOST_KEPT,
                DEFAULT_RECALL_TIME,
                null,
                WakeMode.AUTO,
                usualHostAgent(),
                false);
    }

    private static Path usualHostAgent() {
        String named = System.getenv("LOCKKEEPER_HOST_SOCKET");
        return Path.of(named == null || named.isBlank() ? "/run/lockkeeper/lockkeeper.sock" : named);
    }

    public AgentOptions withInstance(String instance) {
        return changed(options -> options.instance = instance);
    }

    public AgentOptions withTtl(Duration ttl) {
        return changed(options -> options.ttl = ttl);
    }

    public AgentOptions withClockSkewAllowance(Duration clockSkewAllowance) {
        return changed(options -> options.clockSkewAllowance = clockSkewAllowance);
    }

    public AgentOptions withAnswerTimeout(Duration answerTimeout) {
        return changed(options -> options.answerTimeout = answerTimeout);
    }

    public AgentOptions withIndexes(IndexMode indexes) {
        return changed(options -> options.indexes = indexes);
    }

    public AgentOptions withListener(LeaseListener listener) {
        return changed(options -> options.listener = listener);
    }

    public AgentOptions withObserver(LockObserver observer) {
        return changed(options -> options.observer = observer);
    }

    /**
     * Attaches the stack of the thread that acquired a lease to a lease that has been held for so long, and again each time that
     * as much has passed: classes and methods, at most 40 calls. Of the agent's slow holders 20 are looked at in half that time.
     * The console lists a longer hold of a lock of which it does not yet know what is usual.
     *
     * @param slowHoldThreshold at least a second
     */
    public AgentOptions withSlowHoldThreshold(Duration slowHoldThreshold) {
        return changed(options -> options.slowHoldThreshold = slowHoldThreshold);
    }

    /** Whether the console is to list the agent: one small write each ten seconds, and none that a lock depends on. */
    public AgentOptions withPresence(boolean presence) {
        return changed(options -> options.presence = presence);
    }

    /**
     * Has the agent close itself when the JVM ends, as by {@link LockAgent#close(Duration)}, by a shutdown hook that {@code close()} removes. For
     * services without a container that closes the agent: a process that ends without {@code close()} leaves its locks to
     * their ttl. The client must be open then; a hook that closes it calls {@code close()} before, which waits until all is released.
     * A process that is killed ({@code kill -9}) runs no hook.
     *
     * @param shutdownGrace how long holders have to release by themselves; zero if they are not waited for
     */
    public AgentOptions withShutdownHook(Duration shutdownGrace) {
        return changed(options -> options.shutdownGrace = shutdownGrace);
    }

    /** How many leases the agent keeps after their release at once, if requests ask for that: 0 to 100,000. */
    public AgentOptions withMostKept(int mostKept) {
        return changed(options -> options.mostKept = mostKept);
    }

    /** How long a try waits for a lease that another agent keeps, before it is refused: zero to ten seconds. */
    public AgentOptions withRecallTime(Duration recallTime) {
        return changed(options -> options.recallTime = recallTime);
    }

    /**
     * Has each lease hold a lock of another kind as well, to move over from another library while others still use it. Shared leases
     * then exclude each other, waiters have no order, and a hand-off takes up to half a second.
     *
     * @param outerLocks what that library keeps; see {@code OldLocks} of {@code lockkeeper-moving}
     */
    public AgentOptions withOuterLocks(OuterLocks outerLocks) {
        return changed(options -> options.outerLocks = outerLocks);
    }

    /** How the agent wakes others and is woken. Agents that share locks should use the same. */
    public AgentOptions withWakes(WakeMode wakes) {
        return changed(options -> options.wakes = wakes);
    }

    /**
     * Where the machine's host agent ({@code lockkeeper serve}) is looked for: {@code LOCKKEEPER_HOST_SOCKET}, else
     * {@code /run/lockkeeper/lockkeeper.sock}, unless this says otherwise. If one is there, of the same database, it watches for the end of this
     * process: the locks of a killed process are then free at once, and not after their ttl. Nothing else changes, with or without one. It
     * needs {@linkplain #withPresence presence}.
     */
    public AgentOptions withHostAgent(Path socket) {
        return changed(options -> options.hostAgent = socket);
    }

    /** Keeps host agents from watching for the end of this process. */
    public AgentOptions withoutHostAgent() {
        return changed(options -> options.hostAgent = null);
    }

    /**
     * The process starts a command that keeps running under its leases if the process is killed: the end of this process proves nothing before
     * {@link LockAgent#continuesIn} has named the command, and after that only together with the command's.
     */
    public AgentOptions withCommand() {
        return changed(options -> options.startsCommand = true);
    }

    private AgentOptions changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** The options while one of them is changed. */
    private static final class Draft {
        private final String service;
        private String instance;
        private Duration ttl;
        private Duration clockSkewAllowance;
        private Duration answerTimeout;
        private IndexMode indexes;
        private LeaseListener listener;
        private LockObserver observer;
        private @Nullable Duration slowHoldThreshold;
        private boolean presence;
        private @Nullable Duration shutdownGrace;
        private int mostKept;
        private Duration recallTime;
        private @Nullable OuterLocks outerLocks;
        private WakeMode wakes;
        private @Nullable Path hostAgent;
        private boolean startsCommand;

        Draft(AgentOptions from) {
            service = from.service;
            instance = from.instance;
            ttl = from.ttl;
            clockSkewAllowance = from.clockSkewAllowance;
            answerTimeout = from.answerTimeout;
            indexes = from.indexes;
            listener = from.listener;
            observer = from.observer;
            slowHoldThreshold = from.slowHoldThreshold;
            presence = from.presence;
            shutdownGrace = from.shutdownGrace;
            mostKept = from.mostKept;
            recallTime = from.recallTime;
            outerLocks = from.outerLocks;
            wakes = from.wakes;
            hostAgent = from.hostAgent;
            startsCommand = from.startsCommand;
        }

        AgentOptions options() {
            return new AgentOptions(
                    service,
                    instance,
                    ttl,
                    clockSkewAllowance,
                    answerTimeout,
                    indexes,
                    listener,
                    observer,
                    slowHoldThreshold,
                    presence,
                    shutdownGrace,
                    mostKept,
                    recallTime,
                    outerLocks,
                    wakes,
                    hostAgent,
                    startsCommand);
        }
    }

    /**
     * Checks what opening an agent checks: that the options go together.
     *
     * @throws IllegalArgumentException if the ttl is shorter than ten times the clock skew allowance
     */
    public AgentOptions requireFit() {
        requireTtl(ttl, clockSkewAllowance);
        return this;
    }

    /** How long the agent waits for the server. */
    CallTimeouts callTimeouts() {
        return new CallTimeouts(answerTimeout);
    }

    /** The shortest ttl that a request may ask for: ten times the clock skew allowance, and not under 100 ms. */
    public Duration shortestTtl() {
        return shortestTtl(clockSkewAllowance);
    }

    static Duration requireTtl(Duration ttl, Duration clockSkewAllowance) {
        Duration min = shortestTtl(clockSkewAllowance);
        if (ttl.compareTo(min) < 0 || ttl.compareTo(MAX_TTL) > 0) {
            String why = clockSkewAllowance.isZero() ? "" : " (ten times the clock skew allowance)";
            throw new IllegalArgumentException("Ttl %s is out of bounds: %s%s to %s".formatted(ttl, min, why, MAX_TTL));
        }
        return ttl;
    }

    private static Duration shortestTtl(Duration clockSkewAllowance) {
        Duration tenfold = clockSkewAllowance.multipliedBy(10);
        return tenfold.compareTo(MIN_TTL) < 0 ? MIN_TTL : tenfold;
    }
}
