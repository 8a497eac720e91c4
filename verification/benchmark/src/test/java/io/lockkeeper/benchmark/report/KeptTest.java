package io.lockkeeper.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptTest {

    private static final Metric RATE = new Metric("pairs/s", 0);

    @TempDir
    private Path folder;

    @Test
    void aTimeIsWorseIfItsRatioIsGreaterByMoreThanItDifferedBefore() throws IOException {
        keep(measured(Metric.P50, 1.5, 2, 1.5)); // between 1.5 and 2
        assertThat(measured(Metric.P50, 2, 2, 1).worseThanIn(folder)).isEmpty();
        assertThat(measured(Metric.P50, 2.1, 2.1, 1).worseThanIn(folder))
                .containsExactly(
                        "pair on MongoDB, 1 node: 2.10 × the bare driver, which was 1.50, and differed by 0.50 between its rounds");
        assertThat(measured(Metric.P50, 0.1, 0.1, 0.1).worseThanIn(folder)).isEmpty();
    }

    @Test
    void aRateIsWorseIfItsRatioIsSmaller() throws IOException {
        keep(measured(RATE, 1.5, 2, 1.5));
        assertThat(measured(RATE, 1, 1, 9).worseThanIn(folder)).isEmpty();
        assertThat(measured(RATE, 0.9, 0.9, 9).worseThanIn(folder)).hasSize(1);
    }

    @Test
    void whatIsNowhereKeptIsTold() throws IOException {
        keep(new Report("here"));
        assertThat(measured(Metric.P50, 1).worseThanIn(folder))
                .containsExactly("pair on MongoDB, 1 node: nothing to compare with");
    }

    private void keep(Report report) throws IOException {
        report.writeTo(folder);
    }

    /** Rounds whose ratios to the bare driver are these. */
    private static Report measured(Metric main, double... ratios) {
        Section section = new Section("pair", "Pair", "One thread.", main);
        for (double ratio : ratios) {
            section.add(new Subject("bare driver", "MongoDB, 1 node"), Map.of(main, 2.0));
            section.add(new Subject("Lockkeeper", "MongoDB, 1 node"), Map.of(main, 2 * ratio, Metric.P99, 7.0));
            section.add(new Subject("Redis", "Redis, `appendfsync always`"), Map.of(main, 9.0));
        }
        Report report = new Report("here");
        report.add(section);
        return report;
    }
}
