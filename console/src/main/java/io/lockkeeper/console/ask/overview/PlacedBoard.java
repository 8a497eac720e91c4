package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.ask.overview.OverviewFacts.Line;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a source at a moment.
 *
 * @param source its id
 */
public record PlacedBoard(String source, String place, BoardSnapshot board) {

    private static final int MOST_LINES = 8;
    private static final Comparator<PlacedBoard> WORST_FIRST = Comparator.comparing(PlacedBoard::isLive)
            .thenComparing(it -> Objects.requireNonNullElse(it.asOf(), Instant.EPOCH));

    /** A line for each cluster, or, of one cluster, for each of its collections unless they are many. */
    static List<Line> lines(List<PlacedBoard> all, List<Finding> findings) {
        boolean one = all.stream().map(PlacedBoard::cluster).distinct().count() == 1;
        Function<PlacedBoard, String> title =
                one && all.size() <= MOST_LINES ? it -> Formats.visible(it.place) : PlacedBoard::cluster;
        return all.stream()
                .collect(Collectors.groupingBy(title, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(group -> line(group.getKey(), group.getValue(), findings))
                .toList();
    }

    private static Line line(String title, List<PlacedBoard> group, List<Finding> findings) {
        PlacedBoard worst = Collections.min(group, WORST_FIRST);
        List<Finding> wrong = findings.stream()
                .filter(finding -> group.stream().anyMatch(it -> it.source.equals(finding.source())))
                .toList();
        String words = Stream.of(worst.state(group), counts(group), wrong(wrong), worst.board.notice())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
        String address = group.size() == 1 ? LockAddress.list(worst.source) : "sources";
        Instant asOf = worst.isLive() ? null : worst.asOf();
        return new Line(title, address, words, asOf == null ? "" : "behind by ", asOf);
    }

    private String state(List<PlacedBoard> group) {
        long live = group.stream().filter(PlacedBoard::isLive).count();
        return group.size() > 1
                ? String.format(Locale.ROOT, "%,d of %,d collections live", live, group.size())
                : asOf() == null
                        ? "not read yet"
                        : board.freshness().state().name().toLowerCase(Locale.ROOT);
    }

    private static String counts(List<PlacedBoard> group) {
        return String.format(
                Locale.ROOT,
                "%,d held · %,d waiting",
                group.stream().mapToInt(it -> it.board.held()).sum(),
                group.stream().mapToInt(it -> it.board.waiting()).sum());
    }

    /** The most urgent in words: they come first. */
    private static String wrong(List<Finding> findings) {
        return findings.isEmpty()
                ? ""
                : Severity.counted(findings) + ": " + findings.getFirst().kind().title();
    }

    private String cluster() {
        return Objects.requireNonNullElse(LockSource.clusterOf(source), "The console's own cluster");
    }

    private boolean isLive() {
        return board.freshness().isLive();
    }

    private @Nullable Instant asOf() {
        return board.freshness().asOf();
    }
}
