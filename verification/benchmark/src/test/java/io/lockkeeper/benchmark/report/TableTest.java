package io.lockkeeper.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {

    private final Section section = new Section("pair", "Pair", "One thread.", Metric.P50);

    @Test
    void theMainFigureIsTheMedianOfTheRoundsWithTheLeastAndTheMost() {
        add("Lockkeeper", 3, 1, 2);
        assertThat(new Table(section).markdown()).endsWith("| Lockkeeper | here | **2.00** (1.00–3.00) |");
    }

    @Test
    void aRatioIsTheMedianOfTheRatiosOfTheRounds() {
        add("Lockkeeper", 2, 9, 4);
        add("bare driver", 1, 3, 4);
        assertThat(new Table(section).markdown())
                .contains("× bare driver")
                .doesNotContain("× ShedLock")
                .contains("| Lockkeeper | here | **4.00** (2.00–9.00) | 2.00 |");
    }

    @Test
    void theSummaryHasTheMediansOfAllPeersOfAPlaceInOneRow() {
        add("Lockkeeper", 3, 1, 2);
        add("ShedLock", 5);
        add("Redisson", 7);
        add("Curator", 8);
        assertThat(new Summary(List.of(section)).markdown())
                .endsWith("| [Pair](pair.svg), p50, ms | here | 2.00 |  | 5.00 | Redisson 7.00, Curator 8.00 |");
    }

    @Test
    void aPlotShowsEverySubjectAndEscapesItsName() {
        add("a < b", 1);
        assertThat(new Plot(section).svg()).contains("a &lt; b · here").contains("</svg>");
    }

    private void add(String peer, double... rounds) {
        for (double value : rounds) {
            section.add(new Subject(peer, "here"), Map.of(Metric.P50, value));
        }
    }
}
