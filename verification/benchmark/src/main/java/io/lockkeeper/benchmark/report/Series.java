package io.lockkeeper.benchmark.report;

import java.util.ArrayList;
import java.util.List;

/** One figure, measured again in each round. */
public final class Series {

    private final List<Double> rounds = new ArrayList<>();

    void add(double value) {
        rounds.add(value);
    }

    List<Double> rounds() {
        return List.copyOf(rounds);
    }

    public double median() {
        List<Double> sorted = rounds.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double least() {
        return rounds.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    double most() {
        return rounds.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    /** This series to another, round by round. */
    Series to(Series other) {
        Series ratios = new Series();
        for (int i = 0; i < Math.min(rounds.size(), other.rounds.size()); i++) {
            ratios.add(rounds.get(i) / other.rounds.get(i));
        }
        return ratios;
    }
}
