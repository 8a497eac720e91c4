package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.Outage;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.holds.UsualHolds;
import io.lockkeeper.console.source.CollectionFeed;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.console.source.SourceFeeds.Watched;
import io.lockkeeper.console.waits.Waits;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A source that is watched beside the console's first collection. Whether an agent lives is told by its leases there. */
record WatchedSource(Watched watched, Surroundings surroundings) implements ObservableSource {

    /** So many names of which there are several documents are listed. */
    private static final int DOUBLED = 50;

    /** What tells of the locks of all sources. */
    record Surroundings(UsualHolds usuals, Waits waits, ClientClocks clocks, LeftBehind leftBehind) {}

    @Override
    public String id() {
        return watched.source().id();
    }

    @Override
    public boolean isLive() {
        return watched.board().isPresent()
                && watched.feed()
                        .map(CollectionFeed::freshness)
                        .filter(Freshness::isLive)
                        .isPresent();
    }

    @Override
    public ObservedSource observe() {
        Instant now = watched.now();
        SourceBoard board = watched.board().orElseThrow();
        List<ObservedLock> locks =
                board.inUse(now).stream().map(it -> observed(it, board)).toList();
        List<LockView> documents =
                locks.stream().flatMap(it -> it.document().stream()).toList();
        Outage outage = watched.feed().map(CollectionFeed::lastOutage).orElse(Outage.NONE);
        return new ObservedSource(
                id(), locks, now, outage, facts(documents, outage, now), found(board, documents, now));
    }

    private static ObservedLock observed(ForeignLock lock, SourceBoard board) {
        return lock.own()
                .<ObservedLock>map(it -> new ObservedLock.Own(new LockView(it.name(), it, null)))
                .orElseGet(() -> new ObservedLock.Library(lock, board.dialect()));
    }

    private SourceFacts facts(List<LockView> documents, Outage outage, Instant now) {
        return new SourceFacts(
                AgentLives.byLeases(documents, outage, now),
                lease -> Optional.empty(),
                lock -> surroundings.usuals().of(id(), lock),
                hold -> surroundings.leftBehind().judge(hold, now));
    }

    private List<Detected> found(SourceBoard board, List<LockView> documents, Instant now) {
        Stream<Detected> doubled = board.doubled(DOUBLED).stream()
                .map(name -> new Detected(
                        Kind.TWO_DOCUMENTS, name, "", TwoDocuments.evidence(board.all(name, DOUBLED), now)));
        Stream<Detected> clocks = surroundings.clocks().wrong(id(), now).stream()
                .map(it -> new Detected(Kind.CLIENT_CLOCK, it.lock(), it.holder(), it.evidence()));
        Stream<Detected> deadlocks =
                WaitFindings.deadlocks(surroundings.waits().deadlocks(watched, documents), now).stream();
        return Stream.of(doubled, clocks, deadlocks).flatMap(each -> each).toList();
    }
}
