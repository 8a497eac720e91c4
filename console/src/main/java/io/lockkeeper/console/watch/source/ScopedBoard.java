package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The locks of one source that somebody may see; pages reach locks only through it. Thread-safe. */
public final class ScopedBoard {

    /** A name has one document, or few by mistake. */
    private static final int MOST_DOCUMENTS = 10;

    private final LockScope scope;
    private final String source;
    private final SourceFeeds feeds;
    private final BoardPublisher publisher;

    ScopedBoard(LockScope scope, String source, SourceFeeds feeds, BoardPublisher publisher) {
        this.scope = scope;
        this.source = source;
        this.feeds = feeds;
        this.publisher = publisher;
    }

    public LockScope scope() {
        return scope;
    }

    /** The id of the source. */
    public String source() {
        return source;
    }

    /** The lock of this name. */
    public LockId lock(String name) {
        return new LockId(source, name);
    }

    /** The source, if there is one within the scope. */
    public Optional<Watched> watched() {
        return feeds.of(scope, source);
    }

    /** How its documents are read; empty if there is no such source, or nothing reads it. */
    public Optional<Dialect> dialect() {
        return locks().map(SourceLocks::dialect);
    }

    /** Whether each lock that has a document is on it, so that any other name has none. */
    public boolean hasAll() {
        return watched()
                .map(it ->
                        !it.isFirst() && it.board().filter(SourceBoard::hasAll).isPresent() && it.isRead())
                .orElse(true);
    }

    /** Now, by the clock of its cluster. */
    public Instant now() {
        return feeds.now(source);
    }

    private Optional<SourceLocks> locks() {
        return watched().flatMap(Watched::locks);
    }

    public Optional<LockView> find(String name) {
        return scope.sees(lock(name)) ? locks().flatMap(locks -> locks.view(name)) : Optional.empty();
    }

    /** What another library's documents of this name tell, the one that changed last first; of Lockkeeper's own locks nothing. */
    public List<ForeignLock> documents(String name) {
        return locks().map(locks -> locks.all(name, MOST_DOCUMENTS)).orElse(List.of()).stream()
                .filter(lock -> lock.own().isEmpty())
                .toList();
    }

    /** The locks that an agent holds, by name. */
    public List<LockView> heldBy(String agent) {
        return locks().map(locks -> locks.heldBy(agent)).orElse(List.of()).stream()
                .filter(held -> scope.sees(lock(held.name())))
                .sorted(Comparator.comparing(LockView::name))
                .toList();
    }

    /** Differs after any change of a source's locks. */
    String version() {
        return watched()
                .flatMap(it -> it.board().map(board -> board.counts(it.now()).version()))
                .orElse("");
    }

    /** All of them at this moment. */
    public BoardSnapshot snapshot() {
        return source.isEmpty()
                ? publisher.snapshot(scope)
                : watched().map(it -> SourceSnapshot.of(it, scope)).orElseGet(() -> SourceSnapshot.none(scope, now()));
    }
}
