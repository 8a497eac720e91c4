package io.lockkeeper.console.foreign;

import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.source.SourceFeeds.Watched;
import io.lockkeeper.console.source.SourceSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what one page shows, and nothing again that has not changed: of a large source a look costs what the rows on the page
 * cost. A search has to look at each lock, so it rests for {@value #REST_FACTOR} times as long as it took.
 */
final class SourceLook {

    private static final int REST_FACTOR = 20;

    private final SourceFeeds feeds;
    private @Nullable Found last;
    private Instant restUntil = Instant.EPOCH;

    SourceLook(SourceFeeds feeds) {
        this.feeds = feeds;
    }

    /**
     * What a page asks.
     *
     * @param sought a part of a lock's name or holder; empty for all
     * @param open the name of the lock that is shown by itself; empty for none
     * @param wanted how many locks it shows at most
     */
    record Question(String id, String sought, String open, int wanted) {}

    /**
     * What is known.
     *
     * @param locks the first of those that are looked for
     * @param all how many there are
     * @param opened the lock that is shown by itself, if there is one
     * @param state another one once there is something to draw anew
     */
    record Looked(
            Question question,
            Optional<SourceSummary> source,
            List<ForeignLock> locks,
            int all,
            Optional<ForeignLock> opened,
            String state) {}

    private record Found(Question question, String version, List<ForeignLock> locks, int all) {}

    synchronized Looked at(Question question) {
        Optional<Watched> watched = feeds.find(question.id());
        Instant now = feeds.now();
        Optional<SourceSummary> source = watched.map(it -> SourceSummary.of(it, now));
        Found found = watched.flatMap(Watched::board)
                .map(board -> found(board, question, source.orElseThrow(), now))
                .orElseGet(() -> new Found(question, "", List.of(), 0));
        return new Looked(
                question,
                source,
                found.locks(),
                found.all(),
                opened(watched, question, found),
                question + " " + found.version() + " "
                        + source.map(it -> it.freshness().isLive()).orElse(false));
    }

    private Found found(SourceBoard board, Question question, SourceSummary source, Instant now) {
        Found known = last;
        if (known != null
                && known.question().equals(question)
                && (known.version().equals(source.counts().version()) || now.isBefore(restUntil))) {
            return known;
        }
        Found found = question.sought().isEmpty()
                ? new Found(
                        question,
                        source.counts().version(),
                        board.first(question.wanted()),
                        source.counts().all())
                : searched(board, question, source.counts().version(), now);
        last = found;
        return found;
    }

    private Found searched(SourceBoard board, Question question, String version, Instant now) {
        long began = System.nanoTime();
        List<ForeignLock> matching = board.matching(question.sought());
        restUntil = now.plus(Duration.ofNanos(System.nanoTime() - began).multipliedBy(REST_FACTOR));
        int shown = Math.min(question.wanted(), matching.size());
        return new Found(question, version, List.copyOf(matching.subList(0, shown)), matching.size());
    }

    private static Optional<ForeignLock> opened(Optional<Watched> watched, Question question, Found found) {
        if (question.open().isEmpty()) {
            return Optional.empty();
        }
        return found.locks().stream()
                .filter(lock -> lock.name().equals(question.open()))
                .findFirst()
                .or(() -> watched.flatMap(Watched::board).flatMap(board -> board.named(question.open())));
    }
}
