package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.remember.holds.LeftOutHolds;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The source whose locks the list has.
 *
 * @param id its id; empty for the console's first collection
 * @param summary missing if there is no such source
 * @param about what its dialect says of its locks; missing for the console's first collection
 * @param leftOut how many holds and waits this console saw end and did not record
 */
record ShownSource(String id, Optional<SourceSummary> summary, Optional<SourceAbout.Facts> about, long leftOut) {

    /** @param obstacle why locks cannot be evicted there */
    static ShownSource of(ScopedBoard board, LeftOutHolds leftOut, Function<String, Optional<String>> obstacle) {
        Optional<SourceSummary> summary = board.watched().map(SourceSummary::of);
        String id = board.source();
        return new ShownSource(
                id,
                summary,
                summary.filter(it -> !id.isEmpty())
                        .flatMap(it -> it.dialect()
                                .map(dialect -> new SourceAbout.Facts(dialect, obstacle.apply(id), it.source()))),
                leftOut.of(id));
    }

    /** Whether documents show jobs behind its locks. */
    boolean tellsJobs() {
        return summary.flatMap(SourceSummary::dialect).flatMap(Dialect::job).isPresent();
    }

    /** The title of the page, with the place of its locks. */
    String title() {
        return id.isEmpty()
                ? "Locks"
                : summary.map(it -> it.source().place().toString()).orElse("No such source");
    }

    /** How many locks there are, as far as its dialect shows. */
    String counts(int waiting, int findings) {
        StringBuilder words = new StringBuilder(summary.map(
                        it -> String.format(Locale.ROOT, "%,d held", it.counts().held()))
                .orElse(""));
        boolean queues = summary.flatMap(SourceSummary::dialect)
                .filter(Dialect::hasQueues)
                .isPresent();
        if (queues) {
            words.append(String.format(Locale.ROOT, " · %,d waiting", waiting));
        }
        summary.map(SourceSummary::counts).ifPresent(counts -> {
            words.append(some(counts.expired(), "expired"));
            words.append(some(counts.unreadable(), "not readable"));
        });
        words.append(
                some(leftOut, queues ? "holds and waits left out of the history" : "holds left out of the history"));
        return words.append(some(findings, findings == 1 ? "finding" : "findings"))
                .toString();
    }

    private static String some(long count, String what) {
        return count == 0 ? "" : String.format(Locale.ROOT, " · %,d %s", count, what);
    }
}
