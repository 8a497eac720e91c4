package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import java.util.Map;
import java.util.function.Function;

/** A turn in which a crew follows one order, and of whose effort some figures count. */
record Orders(Subject subject, Crew crew, String order, Function<Effort, Map<Metric, Double>> figures) implements Turn {

    Orders(Crew crew, String order, Function<Effort, Map<Metric, Double>> figures) {
        this(crew.contender().subject(), crew, order, figures);
    }

    @Override
    public Map<Metric, Double> take() throws Exception {
        Effort effort = crew.run(order);
        crew.rest();
        return figures.apply(effort);
    }
}
