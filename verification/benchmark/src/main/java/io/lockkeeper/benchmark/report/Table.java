package io.lockkeeper.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A section as a Markdown table: the median of the rounds and, for what counts most, the least and the most of them. */
final class Table {

    private static final List<String> COMPARED_WITH = List.of("bare driver", "ShedLock");

    private final Section section;
    private final List<String> ratios;

    Table(Section section) {
        this.section = section;
        this.ratios = COMPARED_WITH.stream().filter(this::hasRatio).toList();
    }

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add(line(head()));
        lines.add(line(head().stream().map(any -> "---").toList()));
        section.subjects().forEach(subject -> lines.add(line(row(subject))));
        return String.join("\n", lines);
    }

    private List<String> head() {
        List<String> cells = new ArrayList<>(List.of("", "on"));
        section.metrics().forEach(metric -> cells.add(metric.name()));
        ratios.forEach(peer -> cells.add("× " + peer));
        return cells;
    }

    private List<String> row(Subject subject) {
        List<String> cells = new ArrayList<>(List.of(subject.peer(), subject.where()));
        section.metrics().forEach(metric -> cells.add(cell(subject, metric)));
        for (String peer : ratios) {
            cells.add(section.ratio(subject, peer)
                    .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio.median()))
                    .orElse(""));
        }
        return cells;
    }

    private String cell(Subject subject, Metric metric) {
        Optional<Series> series = section.series(subject, metric);
        if (series.isEmpty()) {
            return "";
        }
        Series rounds = series.get();
        String median = metric.show(rounds.median());
        return metric.equals(section.main()) && rounds.rounds().size() > 1
                ? "**%s** (%s–%s)".formatted(median, metric.show(rounds.least()), metric.show(rounds.most()))
                : median;
    }

    private boolean hasRatio(String peer) {
        return section.subjects().stream()
                .anyMatch(subject -> !subject.peer().equals(peer)
                        && section.ratio(subject, peer).isPresent());
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }
}
