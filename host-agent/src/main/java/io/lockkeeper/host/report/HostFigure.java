package io.lockkeeper.host.report;

import java.util.Locale;
import java.util.Optional;

/**
 * One figure of a host agent, as a program reads it on the socket and as Prometheus does.
 *
 * @param name in the form {@code loopDelay}
 * @param label what it counts of several of the same name, in the form {@code how=death}; empty for the only one
 * @param value a count, or milliseconds
 * @param help one sentence
 */
record HostFigure(String name, Kind kind, Optional<String> label, long value, String help) {

    enum Kind {
        /** What is there now. */
        GAUGE("gauge", ""),
        /** What has been since the start. */
        COUNTER("counter", "_total"),
        /** Milliseconds, which Prometheus reads as seconds. */
        TIME("gauge", "_seconds");

        private final String type;
        private final String suffix;

        Kind(String type, String suffix) {
            this.type = type;
            this.suffix = suffix;
        }
    }

    static HostFigure gauge(String name, long value, String help) {
        return new HostFigure(name, Kind.GAUGE, Optional.empty(), value, help);
    }

    static HostFigure counter(String name, long value, String help) {
        return new HostFigure(name, Kind.COUNTER, Optional.empty(), value, help);
    }

    static HostFigure time(String name, long millis, String help) {
        return new HostFigure(name, Kind.TIME, Optional.empty(), millis, help);
    }

    HostFigure of(String key, String which) {
        return new HostFigure(name, kind, Optional.of(key + "=" + which), value, help);
    }

    /** The name in JSON: the label's value stands behind it, as in {@code endsDeath}. */
    String member() {
        String which = label.map(each -> each.substring(each.indexOf('=') + 1)).orElse("");
        String member =
                which.isEmpty() ? name : name + which.substring(0, 1).toUpperCase(Locale.ROOT) + which.substring(1);
        return kind == Kind.TIME ? member + "Ms" : member;
    }

    /** The name in Prometheus: {@code lockkeeper_host_loop_delay_seconds}. */
    String metric() {
        return "lockkeeper_host_" + name.replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT) + kind.suffix;
    }

    /** What stands once before all of the same name. */
    String head() {
        return "# HELP %1$s %2$s\n# TYPE %1$s %3$s\n".formatted(metric(), help, kind.type);
    }

    String sample() {
        String labels =
                label.map(each -> "{" + each.replace("=", "=\"") + "\"}").orElse("");
        String number = kind == Kind.TIME
                ? String.format(Locale.ROOT, "%d.%03d", value / 1_000, value % 1_000)
                : Long.toString(value);
        return metric() + labels + " " + number + "\n";
    }
}
