package io.lockkeeper.console.judge.metrics;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.Kind;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * The number of findings of each kind, without dismissed ones: one series for each kind, however many locks there are.
 */
@Component
class FindingsMetrics implements MeterBinder {

    private final FindingsFeed feed;

    FindingsMetrics(FindingsFeed feed) {
        this.feed = feed;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Kind kind : Kind.values()) {
            Gauge.builder("lockkeeper.console.findings", () -> count(kind))
                    .description("Findings that count now")
                    .tag("kind", kind.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .tag("severity", kind.severity().css())
                    .register(registry);
        }
        Gauge.builder(
                        "lockkeeper.console.findings.dismissed",
                        () -> feed.latest(LockScope.EVERYTHING).dismissed().size())
                .description("Findings that somebody dismissed and that are still so")
                .register(registry);
        Gauge.builder(
                        "lockkeeper.console.findings.current",
                        () -> feed.latest(LockScope.EVERYTHING).current() ? 1 : 0)
                .description("0 while the locks cannot be judged: the findings are from the last time that they could")
                .register(registry);
        Gauge.builder("lockkeeper.console.findings.age", () -> feed.age().toMillis() / 1_000.0)
                .description("How long ago the findings were judged; some seconds while all is well")
                .baseUnit("seconds")
                .register(registry);
    }

    private long count(Kind kind) {
        return feed.latest(LockScope.EVERYTHING).findings().stream()
                .filter(finding -> finding.kind() == kind)
                .count();
    }
}
