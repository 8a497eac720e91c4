package io.lockkeeper.spring.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Meters beside the observations of single requests and leases. */
public final class LockMeters {

    private final MeterRegistry registry;
    private final Timer renewalLag;
    private final Counter unknown;
    private final DistributionSummary batch;

    public LockMeters(MeterRegistry registry) {
        this.registry = registry;
        renewalLag = Timer.builder("lockkeeper.renewal.lag")
                .description("How late the most overdue lease or waiter of a renewal was")
                .register(registry);
        unknown = Counter.builder("lockkeeper.outcome.unknown")
                .description("Commands without an answer; each is repeated or undone")
                .register(registry);
        batch = DistributionSummary.builder("lockkeeper.batch.size")
                .description("Calls that were sent in one batch")
                .baseUnit("calls")
                .register(registry);
    }

    void renewed(Duration lag) {
        renewalLag.record(lag);
    }

    void outcomeUnknown() {
        unknown.increment();
    }

    void batchSent(int calls) {
        batch.record(calls);
    }

    void lost(String group, String cause) {
        Counter.builder("lockkeeper.lost")
                .description("Leases that were lost by their holders")
                .tag("lock", group)
                .tag("cause", cause)
                .register(registry)
                .increment();
    }
}
