package io.lockkeeper.benchmark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.benchmark.report.Metric;
import io.lockkeeper.benchmark.report.Section;
import io.lockkeeper.benchmark.report.Series;
import io.lockkeeper.benchmark.report.Subject;
import io.lockkeeper.benchmark.scenario.Rounds.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private final List<String> ran = new ArrayList<>();
    private final Section section = new Section("name", "title", "method", Metric.P50);

    @Test
    void contendersTakeTurnsAndWhoBeginsRotates() throws Exception {
        new Rounds(0, 2).run(section, List.of(new Counting("one"), new Counting("other")));
        assertThat(ran).containsExactly("one", "other", "other", "one");
    }

    @Test
    void warmUpIsNotCounted() throws Exception {
        new Rounds(3, 2).run(section, List.of(new Counting("one")));
        assertThat(ran).hasSize(5);
        assertThat(section.series(new Subject("one", "here"), Metric.P50).map(Series::median))
                .contains(4.5);
    }

    private final class Counting implements Turn {
        private final String name;

        Counting(String name) {
            this.name = name;
        }

        @Override
        public Subject subject() {
            return new Subject(name, "here");
        }

        @Override
        public Map<Metric, Double> take() {
            ran.add(name);
            return Map.of(Metric.P50, (double) ran.size());
        }
    }
}
