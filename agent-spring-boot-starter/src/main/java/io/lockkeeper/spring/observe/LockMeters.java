package io.lockkeeper.spring.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** What is counted beside the observations of single requests and leases. */
public final class LockMeters {

    private final MeterRegistry registry;
    private final Timer renewalLag;
    private final Counter unknown;
    private final DistributionSummary batch;

    public LockMeters(MeterRegistry registry) {
        this.registry = registry;
        renewalLag = Timer.builder("lockkeeper.renewal.lag")
                .description("How late the latest of the leases and waiters was that were touched together")
                .register(registry);
        unknown = Counter.builder("lockkeeper.outcome.unknown")
                .description("Commands that were left without an answer; each is asked again, or undone")
                .register(registry);
        batch = DistributionSummary.builder("lockkeeper.batch.size")
                .description("How many calls that arrived together were sent together")
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
