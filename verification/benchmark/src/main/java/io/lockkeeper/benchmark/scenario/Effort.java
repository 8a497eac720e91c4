package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.store.Commands;
import io.lockkeeper.benchmark.worker.Block;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a crew did in one round, the processor time that it and its servers took for it, and what the servers were asked. */
record Effort(Block block, Duration client, Duration server, Commands commands) {

    private static final Metric COMMANDS = new Metric("commands a pair", 2);
    private static final Metric BATCH = new Metric("documents a write command", 1);

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    /** How long one operation takes. */
    Map<Metric, Double> times() {
        Map<Metric, Double> figures = new LinkedHashMap<>();
        figures.put(Metric.P50, block.p50() / NANOS_PER_MILLI);
        figures.put(Metric.P90, block.p90() / NANOS_PER_MILLI);
        figures.put(Metric.P99, block.p99() / NANOS_PER_MILLI);
        figures.putAll(cost());
        return figures;
    }

    /** How many operations there were. */
    Map<Metric, Double> rate(Metric perSecond) {
        Map<Metric, Double> figures = new LinkedHashMap<>();
        figures.put(perSecond, block.perSecond());
        figures.put(Metric.P99, block.p99() / NANOS_PER_MILLI);
        figures.putAll(cost());
        return figures;
    }

    /** How many operations there were, and how many commands carried them. */
    Map<Metric, Double> batches(Metric perSecond) {
        Map<Metric, Double> figures = rate(perSecond);
        if (commands.areKnown()) {
            figures.put(COMMANDS, (double) commands.all() / Math.max(1, block.operations()));
            figures.put(BATCH, (double) commands.documents() / commands.writes());
        }
        return figures;
    }

    Map<Metric, Double> cost() {
        Map<Metric, Double> figures = new LinkedHashMap<>();
        figures.put(Metric.CLIENT_CPU, each(client));
        figures.put(Metric.SERVER_CPU, each(server));
        return figures;
    }

    private double each(Duration total) {
        return total.toNanos() / NANOS_PER_MICRO / Math.max(1, block.operations());
    }
}
