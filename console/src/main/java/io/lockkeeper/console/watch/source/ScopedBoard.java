package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.ListedJobs.Known;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonValue;

/** The locks of one source that somebody may see; pages reach locks only through it. Thread-safe. */
public final class ScopedBoard {

    /** A name has one document, or few by mistake: so many are read, and so many shown. */
    private static final int MOST_DOCUMENTS = 100;

    private static final int SHOWN_DOCUMENTS = 10;

    private final LockScope scope;
    private final String source;
    private final SourceFeeds feeds;
    private final BoardPublisher publisher;
    private final ListedJobs jobs;

    ScopedBoard(LockScope scope, String source, SourceFeeds feeds, BoardPublisher publisher, ListedJobs jobs) {
        this.scope = scope;
        this.source = source;
        this.feeds = feeds;
        this.publisher = publisher;
        this.jobs = jobs;
    }

    public LockScope scope() {
        return scope;
    }

    /** The id of the source. */
    public String source() {
        return source;
    }

    /** The collection; empty if there is no such source. */
    public String place() {
        return watched().map(it -> it.source().place().toString()).orElse("");
    }

    public LockId lock(String name) {
        return new LockId(source, name);
    }

    /** The source, if there is one within the scope. */
    public Optional<Watched> watched() {
        return feeds.of(scope, source);
    }

    /** The dialect of its documents; empty if there is no such source, or it is not read. */
    public Optional<Dialect> dialect() {
        return board().map(Board::dialect);
    }

    /** Whether documents show jobs behind its locks. */
    public boolean tellsJobs() {
        return dialect().flatMap(Dialect::job).isPresent();
    }

    /** The known jobs behind its locks. Never waits. */
    public Known jobs() {
        return watched().map(jobs::known).orElse(Known.NOTHING);
    }

    /** The same, read again if it is time to. Waits for MongoDB. */
    public Known readJobs() {
        return watched().map(jobs::read).orElse(Known.NOTHING);
    }

    /** Whether each lock that has a document is on it, so that any other name has none. */
    public boolean hasAll() {
        return watched()
                .map(it -> it.board().filter(Board::hasAll).isPresent() && it.isRead())
                .orElse(true);
    }

    /** The moment for which its locks are judged, by the clock of its cluster: now, unless they are behind. */
    public Instant now() {
        return watched().map(Watched::asOf).orElseGet(feeds::now);
    }

    private Optional<Board> board() {
        return watched().flatMap(Watched::board);
    }

    public Optional<Lock> find(String name) {
        return scope.sees(lock(name)) ? board().flatMap(board -> board.find(name)) : Optional.empty();
    }

    /** The lock whose document has this id. */
    public Optional<Lock> find(BsonValue id) {
        return board().flatMap(board -> board.find(id)).filter(this::isSeen);
    }

    private boolean isSeen(Lock lock) {
        return scope.sees(lock(lock.name()));
    }

    /** The locks of this name, the one that changed last first. */
    public List<Lock> all(String name) {
        return seen(board -> board.all(name, MOST_DOCUMENTS)).toList();
    }

    /** Another library's documents of this name, the one that changed last first; none for Lockkeeper's own locks. */
    public List<DialectLock> documents(String name) {
        return all(name).stream()
                .flatMap(lock -> lock.library().stream())
                .limit(SHOWN_DOCUMENTS)
                .toList();
    }

    private Stream<Lock> seen(Function<Board, List<Lock>> some) {
        return board().map(some).orElse(List.of()).stream().filter(this::isSeen);
    }

    /** The locks that an agent holds, by name. */
    public List<Lock> heldBy(String agent) {
        return seen(board -> board.heldBy(agent))
                .sorted(Comparator.comparing(Lock::name))
                .toList();
    }

    /** Differs after any change of a source's locks. */
    String version() {
        return watched().map(it -> SourceSummary.of(it).counts().version()).orElse("");
    }

    /** All locks at this moment. */
    public BoardSnapshot snapshot() {
        return source.isEmpty()
                ? publisher.snapshot(scope)
                : watched()
                        .map(this::snapshot)
                        .orElseGet(() -> BoardSnapshot.none(now(), Freshness.at(now(), null, true), scope, ""));
    }

    private BoardSnapshot snapshot(Watched watched) {
        SourceSummary now = SourceSummary.of(watched);
        return watched.board()
                .map(board -> BoardSnapshot.of(board, now.at(), now.freshness(), scope, now.trouble()))
                .orElseGet(() -> BoardSnapshot.none(now.at(), now.freshness(), scope, now.trouble()));
    }
}
