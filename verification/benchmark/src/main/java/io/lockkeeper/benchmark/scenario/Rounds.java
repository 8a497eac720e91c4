package io.lockkeeper.benchmark.scenario;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Subject;
import java.util.List;
import java.util.Map;

/** Contenders in turns, so that any other load of the machine falls on all of them; the first to go rotates. */
record Rounds(int warmUp, int count) {

    /** What one contender does in one round. */
    interface Turn {
        Subject subject();

        Map<Metric, Double> take() throws Exception;
    }

    void run(Section section, List<? extends Turn> turns) throws Exception {
        for (int round = -warmUp; round < count; round++) {
            for (int i = 0; i < turns.size(); i++) {
                Turn turn = turns.get(Math.floorMod(round + i, turns.size()));
                Map<Metric, Double> figures = turn.take();
                if (round >= 0) {
                    section.add(turn.subject(), figures);
                }
            }
        }
    }
}
