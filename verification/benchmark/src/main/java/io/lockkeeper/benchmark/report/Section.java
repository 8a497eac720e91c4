package io.lockkeeper.benchmark.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The figures of one scenario. */
public final class Section {

    private final String name;
    private final String title;
    private final String method;
    private final Metric main;
    private final Map<Subject, Map<Metric, Series>> figures = new LinkedHashMap<>();

    /** {@code main} is what is plotted, and compared with what other peers reach on the same store. */
    public Section(String name, String title, String method, Metric main) {
        this.name = name;
        this.title = title;
        this.method = method;
        this.main = main;
    }

    /** The same without figures, for what is not to count. */
    public Section empty() {
        return new Section(name, title, method, main);
    }

    public void add(Subject subject, Map<Metric, Double> round) {
        Map<Metric, Series> row = figures.computeIfAbsent(subject, any -> new LinkedHashMap<>());
        round.forEach((metric, value) ->
                row.computeIfAbsent(metric, any -> new Series()).add(value));
    }

    public String name() {
        return name;
    }

    String title() {
        return title;
    }

    String method() {
        return method;
    }

    Metric main() {
        return main;
    }

    Set<Subject> subjects() {
        return figures.keySet();
    }

    Set<Metric> metrics() {
        Set<Metric> all = new LinkedHashSet<>();
        figures.values().forEach(row -> all.addAll(row.keySet()));
        return all;
    }

    public Optional<Series> series(Subject subject, Metric metric) {
        return Optional.ofNullable(figures.getOrDefault(subject, Map.of()).get(metric));
    }

    /** The main figure to that of another peer at the same place. */
    Optional<Series> ratio(Subject subject, String peer) {
        Optional<Series> other = series(new Subject(peer, subject.where()), main);
        return series(subject, main).flatMap(mine -> other.map(mine::to));
    }
}
