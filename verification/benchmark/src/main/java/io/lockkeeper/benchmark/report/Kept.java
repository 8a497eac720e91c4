package io.lockkeeper.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An earlier run, as {@link Report} has written it. Two runs share their ratios to the bare driver, but neither machine nor load. */
record Kept(List<List<String>> rows) {

    private static final String BESIDE = "bare driver";
    private static final Pattern CELL = Pattern.compile("\"[^\"]*\"|[^,]+");

    static Kept in(Path folder) throws IOException {
        try (Stream<String> rows = Files.lines(folder.resolve("rounds.csv"))) {
            return new Kept(rows.map(Kept::cells).toList());
        }
    }

    private static List<String> cells(String row) {
        return CELL.matcher(row)
                .results()
                .map(cell -> cell.group().replace("\"", ""))
                .toList();
    }

    /** Our ratios that are worse by more than they differed between the rounds then, and those that the run does not have. */
    Stream<String> worse(Section section) {
        Section before = section.empty();
        rows.stream()
                .filter(row -> row.get(0).equals(section.name())
                        && row.get(3).equals(section.main().name()))
                .forEach(row -> before.add(
                        new Subject(row.get(1), row.get(2)), Map.of(section.main(), Double.valueOf(row.get(5)))));
        return section.subjects().stream()
                .filter(subject -> subject.peer().equals("Lockkeeper"))
                .map(subject -> section.name() + " on " + subject.where() + ": "
                        + worse(section, subject, before.ratio(subject, BESIDE)))
                .filter(said -> !said.endsWith(": "));
    }

    private static String worse(Section section, Subject subject, Optional<Series> before) {
        Optional<Series> now = section.ratio(subject, BESIDE);
        if (now.isEmpty() || before.isEmpty()) {
            return "nothing to compare with";
        }
        double kept = before.get().median();
        double spread = before.get().most() - before.get().least();
        double more = now.get().median() - kept;
        return (section.main().name().endsWith("/s") ? -more : more) <= spread
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%.2f × the %s, which was %.2f, and differed by %.2f between its rounds",
                        now.get().median(),
                        BESIDE,
                        kept,
                        spread);
    }
}
