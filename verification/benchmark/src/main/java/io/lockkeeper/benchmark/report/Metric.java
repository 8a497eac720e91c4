package io.lockkeeper.benchmark.report;

/**
 * What a figure says.
 *
 * @param name as the head of its column
 * @param decimals how many are shown
 */
public record Metric(String name, int decimals) {

    public static final Metric P50 = new Metric("p50, ms", 2);
    public static final Metric P95 = new Metric("p95, ms", 2);
    public static final Metric MOST = new Metric("most, ms", 2);
    public static final Metric P90 = new Metric("p90, ms", 2);
    public static final Metric P99 = new Metric("p99, ms", 2);
    public static final Metric CLIENT_CPU = new Metric("client CPU, µs", 0);
    public static final Metric SERVER_CPU = new Metric("server CPU, µs", 0);

    public String show(double value) {
        return ("%." + decimals + "f").formatted(value);
    }
}
