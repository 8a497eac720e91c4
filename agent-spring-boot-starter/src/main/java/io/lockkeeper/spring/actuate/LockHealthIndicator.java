package io.lockkeeper.spring.actuate;

import io.lockkeeper.agent.AgentMonitor;
import io.lockkeeper.agent.AgentMonitor.Reach;
import io.lockkeeper.agent.AgentMonitor.Status;
import io.lockkeeper.agent.AgentMonitor.StreamState;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.MemberClocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether the service can acquire and keep locks. Up: a majority of the members answers. Degraded: locks work, but not as they
 * should, or no majority answers at the moment. Down: no majority has answered for some time, so leases have been lost and no lock can be acquired.
 */
public final class LockHealthIndicator implements HealthIndicator {

    /** Worse than up and better than down. HTTP answers 200 to it unless a mapping says otherwise. */
    public static final org.springframework.boot.health.contributor.Status DEGRADED =
            new org.springframework.boot.health.contributor.Status("DEGRADED", "Locks work, but not as they should");

    /** Has the same code, and so the same place in the order; only its description differs. */
    private static final org.springframework.boot.health.contributor.Status OUT_OF_REACH =
            new org.springframework.boot.health.contributor.Status(
                    DEGRADED.getCode(), "No lock can be taken or renewed until a majority answers");

    private static final Duration STREAM_OPENS_WITHIN = Duration.ofSeconds(10);

    private final Supplier<AgentMonitor> agent;
    private final Duration ttl;
    private final Duration timeout;
    private final Duration downAfter;
    private final ReentrantLock looking = new ReentrantLock();
    private final Lasting outOfReach;
    private final Lasting withoutStream;

    /**
     * @param agent asked at each check: an agent that was opened again has another monitor
     * @param ttl of most leases: a renewal that is late by a third of it is a sign
     * @param timeout the longest wait for the server
     * @param downAfter how long a majority must be out of reach to be down
     */
    public LockHealthIndicator(Supplier<AgentMonitor> agent, Duration ttl, Duration timeout, Duration downAfter) {
        this(agent, ttl, timeout, downAfter, System::nanoTime);
    }

    LockHealthIndicator(
            Supplier<AgentMonitor> agent, Duration ttl, Duration timeout, Duration downAfter, LongSupplier ticker) {
        this.agent = agent;
        this.ttl = ttl;
        this.timeout = timeout;
        this.downAfter = downAfter;
        this.outOfReach = new Lasting(ticker);
        this.withoutStream = new Lasting(ticker);
    }

    @Override
    public Health health() {
        AgentMonitor now = agent.get();
        Reach reach = now.probe(timeout);
        Status status = now.status();
        looking.lock();
        try {
            return health(reach, status);
        } finally {
            looking.unlock();
        }
    }

    private Health health(Reach reach, Status status) {
        Duration away = outOfReach.is(reach != Reach.MAJORITY);
        List<String> troubles = troubles(reach, status);
        Health.Builder health = reach == Reach.MAJORITY
                ? troubles.isEmpty() ? Health.up() : Health.status(DEGRADED)
                : away.compareTo(downAfter) >= 0 ? Health.down() : Health.status(OUT_OF_REACH);
        if (!troubles.isEmpty()) {
            health.withDetail("troubles", troubles);
        }
        return health.withDetail("server", word(reach))
                .withDetail("stream", word(status.stream()))
                .withDetail("wakes", status.wakes().map(HintPlace::text).orElse("stream"))
                .withDetail("renewalLag", status.renewalLag())
                .withDetail("leases", status.leases())
                .withDetail("waiters", status.waiters())
                .withDetail("clocks", clocks(status))
                .build();
    }

    private List<String> troubles(Reach reach, Status status) {
        List<String> troubles = new ArrayList<>();
        if (reach != Reach.MAJORITY) {
            troubles.add("%s within %s"
                    .formatted(
                            reach == Reach.NONE
                                    ? "No primary answered"
                                    : "The primary answered, but no majority with it",
                            timeout));
        }
        if (withoutStream.is(status.stream() == StreamState.CLOSED).compareTo(STREAM_OPENS_WITHIN) >= 0) {
            troubles.add("Neither change stream nor hints can be followed: waiters are notified late of their turn");
        }
        if (status.renewalLag().compareTo(ttl.dividedBy(3)) >= 0) {
            troubles.add(String.format(
                    Locale.ROOT,
                    "Renewals are late by %d ms",
                    status.renewalLag().toMillis()));
        }
        status.silentFor()
                .ifPresent(silent -> troubles.add(String.format(
                        Locale.ROOT, "The agent's commands have been unanswered for %d ms", silent.toMillis())));
        status.clocksApart().ifPresent(apart -> troubles.add("Of the members, " + apart));
        return troubles;
    }

    private static Map<String, String> clocks(Status status) {
        return status.clocks().stream()
                .collect(Collectors.toMap(
                        MemberClocks.Offset::server,
                        clock -> String.format(
                                Locale.ROOT,
                                "+%d ms, give or take %d",
                                clock.ahead().toMillis(),
                                clock.uncertainty().toMillis())));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
