package io.lockkeeper.agent;

import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a caller asks of a lock, beyond its name. Immutable; each {@code with…} method returns a changed copy. */
public final class LockRequest {

    private final LockName name;
    private final @Nullable Duration ttl;
    private final @Nullable Duration longestWait;
    private final String note;
    private final boolean renewedByAgent;

    private LockRequest(
            LockName name,
            @Nullable Duration ttl,
            @Nullable Duration longestWait,
            String note,
            boolean renewedByAgent) {
        this.name = name;
        this.ttl = ttl;
        this.longestWait = longestWait;
        this.note = note;
        this.renewedByAgent = renewedByAgent;
    }

    /**
     * The agent's ttl, no limit to the wait, no note, renewed by the agent.
     *
     * @throws IllegalArgumentException if the name breaks a rule of {@link LockName}
     */
    public static LockRequest of(String name) {
        return new LockRequest(new LockName(name), null, null, "", true);
    }

    /** How long the lease lasts without a renewal: ten times the agent's clock skew allowance to 24 hours. */
    public LockRequest withTtl(Duration ttl) {
        return new LockRequest(name, ttl, longestWait, note, renewedByAgent);
    }

    /** How long to wait in the queue at most; zero does not wait at all. */
    public LockRequest withLongestWait(Duration longestWait) {
        if (longestWait.isNegative()) {
            throw new IllegalArgumentException("Longest wait %s is negative".formatted(longestWait));
        }
        return new LockRequest(name, ttl, longestWait, note, renewedByAgent);
    }

    /** What an operator should know of this request; at most 512 bytes of UTF-8 without control characters. */
    public LockRequest withNote(String note) {
        return new LockRequest(name, ttl, longestWait, note, renewedByAgent);
    }

    /** The caller calls {@link Lease#renew()} itself; nothing else extends the lease. */
    public LockRequest withManualRenewal() {
        return new LockRequest(name, ttl, longestWait, note, false);
    }

    public LockName name() {
        return name;
    }

    /** The ttl, if it is not the agent's. */
    public Optional<Duration> ttl() {
        return Optional.ofNullable(ttl);
    }

    /** The longest wait, if there is a limit. */
    public Optional<Duration> longestWait() {
        return Optional.ofNullable(longestWait);
    }

    public String note() {
        return note;
    }

    public boolean isRenewedByAgent() {
        return renewedByAgent;
    }
}
