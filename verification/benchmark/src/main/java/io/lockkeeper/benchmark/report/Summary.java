package io.lockkeeper.benchmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** All sections in one Markdown table: the median of the main figure, one row for each section and place. */
final class Summary {

    private static final List<String> COLUMNS = List.of("Lockkeeper", "bare driver", "ShedLock");

    private final List<Section> sections;

    Summary(List<Section> sections) {
        this.sections = sections;
    }

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("| | on | " + String.join(" | ", COLUMNS) + " | others |");
        lines.add("|---|---|" + "---|".repeat(COLUMNS.size() + 1));
        sections.forEach(section -> lines.addAll(rows(section)));
        return String.join("\n", lines);
    }

    /** How each section was measured; once, where several were measured alike. */
    String methods() {
        Map<String, List<String>> titles = new LinkedHashMap<>();
        sections.forEach(section -> titles.computeIfAbsent(section.method(), any -> new ArrayList<>())
                .add(section.title()));
        return titles.entrySet().stream()
                .map(each -> "- **%s.** %s".formatted(String.join("; ", each.getValue()), each.getKey()))
                .collect(Collectors.joining("\n"));
    }

    /** The first says what is measured, the others where else. */
    private static List<String> rows(Section section) {
        List<String> rows = new ArrayList<>();
        byPlace(section).forEach((place, peers) -> rows.add(row(rows.isEmpty() ? head(section) : "", place, peers)));
        return rows;
    }

    private static String head(Section section) {
        return "[%s](%s.svg), %s"
                .formatted(section.title(), section.name(), section.main().name());
    }

    /** The medians of the peers, by the place where they worked. */
    private static Map<String, Map<String, String>> byPlace(Section section) {
        Map<String, Map<String, String>> places = new LinkedHashMap<>();
        for (Subject subject : section.subjects()) {
            section.series(subject, section.main())
                    .ifPresent(series -> places.computeIfAbsent(subject.where(), any -> new LinkedHashMap<>())
                            .put(subject.peer(), section.main().show(series.median())));
        }
        return places;
    }

    private static String row(String head, String place, Map<String, String> peers) {
        List<String> cells = new ArrayList<>(List.of(head, place));
        COLUMNS.forEach(peer -> cells.add(peers.getOrDefault(peer, "")));
        cells.add(others(peers));
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String others(Map<String, String> peers) {
        Set<String> shown = Set.copyOf(COLUMNS);
        return peers.entrySet().stream()
                .filter(peer -> !shown.contains(peer.getKey()))
                .map(peer -> peer.getKey() + " " + peer.getValue())
                .collect(Collectors.joining(", "));
    }
}
