package io.lockkeeper.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a run found: a page with one table, a plot for each section, and a line of CSV for each figure of each round. */
public final class Report {

    private final String place;
    private final List<Section> sections = new ArrayList<>();

    /** {@code place} says where and with what it was measured. */
    public Report(String place) {
        this.place = place;
    }

    /** Prints the section, and keeps it for {@link #writeTo}. */
    public void add(Section section) {
        sections.add(section);
        System.out.println("\n" + text(section));
    }

    /** What has become worse since the run that was written to the folder, a line each; nothing if that is null. */
    public List<String> worseThanIn(@Nullable Path folder) throws IOException {
        return folder == null
                ? List.of()
                : sections.stream().flatMap(Kept.in(folder)::worse).toList();
    }

    /** Writes all sections that there are; nowhere if the folder is null. */
    public void writeTo(@Nullable Path folder) throws IOException {
        if (folder == null) {
            return;
        }
        Files.createDirectories(folder);
        for (Section section : sections) {
            Files.writeString(folder.resolve(section.name() + ".svg"), new Plot(section).svg());
        }
        Files.writeString(folder.resolve("README.md"), page());
        Files.write(folder.resolve("rounds.csv"), rows());
    }

    private String page() {
        Summary summary = new Summary(sections);
        return """
            # Measured

            %s

            Medians; each name links to its plot. `rounds.csv` has every figure of every round, with p99 and CPU.

            %s

            ## What is measured
            %s
            """.formatted(place.strip(), summary.markdown(), summary.methods());
    }

    private static String text(Section section) {
        return "## %s\n%s\n\n%s".formatted(section.title(), section.method(), new Table(section).markdown());
    }

    private List<String> rows() {
        List<String> rows = new ArrayList<>(List.of("scenario,peer,on,metric,round,value"));
        for (Section section : sections) {
            for (Subject subject : section.subjects()) {
                for (Metric metric : section.metrics()) {
                    section.series(subject, metric).ifPresent(series -> add(rows, section, subject, metric, series));
                }
            }
        }
        return rows;
    }

    private static void add(List<String> rows, Section section, Subject subject, Metric metric, Series series) {
        List<Double> rounds = series.rounds();
        for (int i = 0; i < rounds.size(); i++) {
            rows.add(String.format(
                    Locale.ROOT,
                    "%s,\"%s\",\"%s\",\"%s\",%d,%s",
                    section.name(),
                    subject.peer(),
                    subject.where(),
                    metric.name(),
                    i + 1,
                    rounds.get(i)));
        }
    }
}
