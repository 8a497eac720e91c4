package io.lockkeeper.console.face.sources;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what one page shows, and nothing again that has not changed: of a large source a look costs what the rows on the page
 * cost. A search has to look at each lock, so it rests for {@value #REST_FACTOR} times as long as it took.
 */
final class SourceLook {

    private static final int REST_FACTOR = 20;

    private final LockScope scope;
    private final SourceFeeds feeds;
    private final FindingsFeed findings;
    private @Nullable Found last;
    private Instant restUntil = Instant.EPOCH;

    /** @param scope of whoever looks */
    SourceLook(LockScope scope, SourceFeeds feeds, FindingsFeed findings) {
        this.scope = scope;
        this.feeds = feeds;
        this.findings = findings;
    }

    /**
     * What a page asks.
     *
     * @param sought a part of a lock's name or holder; empty for all
     * @param open the name of the lock that is shown by itself; empty for none
     * @param document which of several documents of this name; empty for the one that changed last
     * @param wanted how many locks it shows at most
     */
    record Question(String id, String sought, String open, String document, int wanted) {}

    /**
     * What is known.
     *
     * @param locks the first of those that are looked for; of all, those with findings before the others
     * @param all how many there are
     * @param opened the lock that is shown by itself, if there is one
     * @param wrong what was found of that lock
     * @param kinds the worst that was found, by lock
     * @param state another one once there is something to draw anew
     */
    record Looked(
            Question question,
            Optional<SourceSummary> source,
            List<ForeignLock> locks,
            int all,
            Optional<ForeignLock> opened,
            List<Finding> wrong,
            Map<String, Kind> kinds,
            State state) {}

    /** What the rows are drawn from. */
    record State(Question question, String version, boolean live, Map<String, Kind> kinds) {}

    private record Found(Question question, String version, Map<String, Kind> kinds, List<ForeignLock> locks, int all) {

        boolean isOf(String ofVersion, Map<String, Kind> ofKinds) {
            return version.equals(ofVersion) && kinds.equals(ofKinds);
        }
    }

    synchronized Looked at(Question question) {
        Optional<Watched> watched = feeds.find(scope, question.id());
        Instant now = feeds.now();
        Optional<SourceSummary> source = watched.map(SourceSummary::of);
        FindingsSnapshot judged = findings.latest(scope);
        Map<String, Kind> kinds = kinds(judged, question.id());
        Found found = watched.flatMap(Watched::board)
                .map(board -> found(board, question, source.orElseThrow(), kinds, now))
                .orElseGet(() -> new Found(question, "", kinds, List.of(), 0));
        boolean live = source.map(it -> it.freshness().isLive()).orElse(false);
        return new Looked(
                question,
                source,
                found.locks(),
                found.all(),
                opened(watched, question, found),
                question.open().isEmpty() ? List.of() : judged.of(new LockId(question.id(), question.open())),
                kinds,
                new State(question, found.version(), live, kinds));
    }

    private static Map<String, Kind> kinds(FindingsSnapshot judged, String source) {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        judged.worstIn(source).forEach((lock, worst) -> kinds.put(lock, worst.kind()));
        return kinds;
    }

    private Found found(
            SourceBoard board, Question question, SourceSummary source, Map<String, Kind> kinds, Instant now) {
        String version = source.counts().version();
        Found known = last;
        if (known != null
                && known.question().equals(question)
                && (known.isOf(version, kinds) || now.isBefore(restUntil))) {
            return known;
        }
        Found found = question.sought().isEmpty()
                ? new Found(
                        question,
                        version,
                        kinds,
                        worstFirst(board, kinds, question.wanted()),
                        source.counts().all())
                : searched(board, question, version, kinds, now);
        last = found;
        return found;
    }

    private static List<ForeignLock> worstFirst(SourceBoard board, Map<String, Kind> kinds, int wanted) {
        Stream<ForeignLock> wrong = kinds.keySet().stream().flatMap(name -> board.all(name, wanted).stream());
        return Stream.concat(wrong, board.first(wanted).stream())
                .distinct()
                .limit(wanted)
                .toList();
    }

    private Found searched(SourceBoard board, Question question, String version, Map<String, Kind> kinds, Instant now) {
        long began = System.nanoTime();
        List<ForeignLock> matching = board.matching(question.sought());
        restUntil = now.plus(Duration.ofNanos(System.nanoTime() - began).multipliedBy(REST_FACTOR));
        int shown = Math.min(question.wanted(), matching.size());
        return new Found(question, version, kinds, List.copyOf(matching.subList(0, shown)), matching.size());
    }

    private static Optional<ForeignLock> opened(Optional<Watched> watched, Question question, Found found) {
        if (question.open().isEmpty()) {
            return Optional.empty();
        }
        if (!question.document().isEmpty()) {
            return watched.flatMap(Watched::board)
                    .flatMap(
                            board -> Acquisition.documentId(question.document()).flatMap(board::find))
                    .filter(lock -> lock.name().equals(question.open()));
        }
        return found.locks().stream()
                .filter(lock -> lock.name().equals(question.open()))
                .findFirst()
                .or(() -> watched.flatMap(Watched::board).flatMap(board -> board.named(question.open())));
    }
}
