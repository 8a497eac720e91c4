package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.agents.AgentActivity;
import io.lockkeeper.console.watch.agents.JudgedAgent;
import io.lockkeeper.console.watch.agents.Remaining;
import io.lockkeeper.model.AgentDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process that takes locks. What is null stands only in its own document, which it does not write or which was not read.
 *
 * @param life {@code alive}, {@code silent} or {@code unknown}
 * @param proven whether a live lease or waiter backs what it says of itself
 * @param held how many live leases it has, by the board
 * @param idle how many leases it keeps that are not in use
 * @param waiting how many of its requests stand in queues, by the board
 * @param saysHeld how many leases its own document says it held at {@code lastSeen}
 * @param saysWaiting how many of its requests waited then, in queues and in its memory
 * @param oldestRenewal when the one of its leases was renewed that was renewed longest ago; null if it has none to renew
 * @param renewalLateMillis by how much the most overdue renewal is late: since half of what the renewal before gave had passed; 0 if
 *     all came in time
 * @param outerLocks which locks of another kind each of its leases holds as well, while its service moves over; null if none
 * @param wakes how it is woken: by hints in {@code local} or in the {@code database} of its locks, or by a change {@code stream}; null if
 *     that is not known
 * @param stillHolds of a silent one, the first of the leases that it still has; {@code held} says how many there are
 */
record ApiAgent(
        String id,
        String service,
        String instance,
        String host,
        long pid,
        @Nullable String version,
        @Nullable Instant started,
        @Nullable Instant lastSeen,
        String life,
        boolean proven,
        int held,
        int idle,
        int waiting,
        @Nullable Integer saysHeld,
        @Nullable Integer saysWaiting,
        @Nullable Instant oldestRenewal,
        long renewalLateMillis,
        @Nullable String outerLocks,
        @Nullable String wakes,
        List<StillHeld> stillHolds) {

    /**
     * A lease that is not renewed.
     *
     * @param path the lock's name as one segment of an address
     * @param expiresAt when the lock falls free
     */
    record StillHeld(String lock, String path, long token, Instant expiresAt, int waiters) {

        static StillHeld of(Remaining lease) {
            return new StillHeld(
                    lease.lock(), LockAddress.of(lease.lock()), lease.token(), lease.until(), lease.waiters());
        }
    }

    static ApiAgent of(JudgedAgent agent, Instant now) {
        AgentDocument document = agent.document();
        AgentActivity doing = agent.doing();
        return new ApiAgent(
                agent.id(),
                agent.service(),
                agent.instance(),
                agent.host(),
                agent.pid(),
                document == null ? null : document.version(),
                document == null ? null : document.started(),
                document == null ? null : document.lastSeen(),
                ApiLease.life(agent.life()),
                agent.proven(),
                doing.held(),
                doing.idle(),
                doing.waiting(),
                document == null ? null : document.held(),
                document == null ? null : document.waiting(),
                doing.oldestRenewal(),
                late(doing, now),
                document == null ? null : document.outerLocks(),
                document == null ? null : agent.wakes(),
                agent.remaining().stream().map(StillHeld::of).toList());
    }

    private static long late(AgentActivity doing, Instant now) {
        Instant since = doing.lateSince();
        return since == null ? 0 : Math.max(0, Duration.between(since, now).toMillis());
    }
}
