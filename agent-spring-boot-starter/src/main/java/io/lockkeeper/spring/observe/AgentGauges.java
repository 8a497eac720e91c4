package io.lockkeeper.spring.observe;

import io.lockkeeper.agent.AgentMonitor;
import io.lockkeeper.agent.AgentMonitor.Status;
import io.lockkeeper.agent.AgentMonitor.StreamState;
import io.lockkeeper.model.MemberClocks;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Gauges of the agent's present state. */
public final class AgentGauges implements MeterBinder {

    private final Supplier<AgentMonitor> agent;

    /** Looks the agent up at the first reading, because its observers may need the registry that this is bound to. */
    public AgentGauges(Supplier<AgentMonitor> agent) {
        this.agent = agent;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "lockkeeper.leases", "Leases that the agent holds", Status::leases);
        gauge(registry, "lockkeeper.waiters", "Requests that wait for a lock", Status::waiters);
        gauge(
                registry,
                "lockkeeper.kept",
                "Leases that the agent keeps after their release",
                status -> status.kept().now());
        counter(
                registry,
                "lockkeeper.kept.uses",
                "Uses of kept leases that needed no server",
                status -> status.kept().uses());
        counter(
                registry,
                "lockkeeper.kept.recalls",
                "Kept leases that others wanted",
                status -> status.kept().recalls());
        counter(
                registry,
                "lockkeeper.hints.false",
                "Hints that named a grant which their lock does not have",
                Status::falseHints);
        gauge(
                registry,
                "lockkeeper.stream.missing",
                "1 while the change stream or the cursor over hints is needed and not open",
                status -> status.stream() == StreamState.CLOSED ? 1 : 0);
        gauge(
                registry,
                "lockkeeper.wakes.stream",
                "1 while the agent is woken by a change stream, 0 while by hints",
                status -> status.wakes().isEmpty() ? 1 : 0);
        time(
                registry,
                "lockkeeper.renewal.overdue",
                "How long the most overdue renewal has been due",
                status -> status.renewalLag().toNanos());
        time(
                registry,
                "lockkeeper.server.silent",
                "How long the agent's commands have been unanswered",
                status -> status.silentFor().map(Duration::toNanos).orElse(0L));
        time(registry, "lockkeeper.clocks.apart", "How far apart the members' clocks are", AgentGauges::apart);
    }

    private static double apart(Status status) {
        return status.clocks().stream()
                .map(MemberClocks.Offset::ahead)
                .mapToLong(Duration::toNanos)
                .max()
                .orElse(0);
    }

    private void gauge(MeterRegistry registry, String name, String description, ToDoubleFunction<Status> value) {
        Gauge.builder(name, agent, monitor -> value.applyAsDouble(monitor.get().status()))
                .description(description)
                .register(registry);
    }

    private void counter(MeterRegistry registry, String name, String description, ToDoubleFunction<Status> value) {
        FunctionCounter.builder(
                        name,
                        agent,
                        monitor -> value.applyAsDouble(monitor.get().status()))
                .description(description)
                .register(registry);
    }

    private void time(MeterRegistry registry, String name, String description, ToDoubleFunction<Status> nanos) {
        TimeGauge.builder(
                        name,
                        agent,
                        TimeUnit.NANOSECONDS,
                        monitor -> nanos.applyAsDouble(monitor.get().status()))
                .description(description)
                .register(registry);
    }
}
