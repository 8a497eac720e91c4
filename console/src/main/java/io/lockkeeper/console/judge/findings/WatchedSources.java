package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.waits.Waits;
import io.lockkeeper.console.remember.holds.UsualHolds;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The sources that are watched beside the console's first collection. Whether an agent lives is judged by its leases there. */
@Component
class WatchedSources {

    /** So many names of which there are several documents are listed. */
    private static final int DOUBLED = 50;

    private final SourceFeeds feeds;
    private final AgentLives agents;
    private final UsualHolds usuals;
    private final Waits waits;
    private final ClientClocks clocks;

    WatchedSources(SourceFeeds feeds, AgentLives agents, UsualHolds usuals, Waits waits, ClientClocks clocks) {
        this.feeds = feeds;
        this.agents = agents;
        this.usuals = usuals;
        this.waits = waits;
        this.clocks = clocks;
    }

    List<Watched> all() {
        return feeds.all(LockScope.EVERYTHING);
    }

    Instant now() {
        return feeds.now();
    }

    static boolean isLive(Watched source) {
        return source.board().isPresent()
                && source.feed()
                        .map(CollectionFeed::freshness)
                        .filter(Freshness::isLive)
                        .isPresent();
    }

    /** What the agents of the first collection may have left behind, the same for all sources of a pass. */
    LeftBehind leftBehind() {
        return new LeftBehind(agents);
    }

    ObservedSource observe(Watched source, LeftBehind leftBehind) {
        Instant now = source.now();
        String id = source.source().id();
        SourceBoard board = source.board().orElseThrow();
        List<ObservedLock> locks =
                board.inUse(now).stream().map(it -> observed(it, board)).toList();
        List<LockView> documents =
                locks.stream().flatMap(it -> it.document().stream()).toList();
        Outage outage = source.feed().map(CollectionFeed::lastOutage).orElse(Outage.NONE);
        ObservedSource.Facts facts = new ObservedSource.Facts(
                AgentLives.byLeases(documents, outage, now),
                lease -> Optional.empty(),
                lock -> usuals.of(id, lock),
                hold -> leftBehind.judge(hold, now));
        return new ObservedSource(id, locks, now, outage, facts, found(source, board, documents, now));
    }

    private static ObservedLock observed(ForeignLock lock, SourceBoard board) {
        return lock.own()
                .<ObservedLock>map(it -> new ObservedLock.Own(new LockView(it.name(), it, null)))
                .orElseGet(() -> new ObservedLock.Library(lock, board.dialect()));
    }

    private List<Detected> found(Watched source, SourceBoard board, List<LockView> documents, Instant now) {
        Stream<Detected> doubled = board.doubled(DOUBLED).stream()
                .map(name -> new Detected(
                        Kind.TWO_DOCUMENTS, name, "", TwoDocuments.evidence(board.all(name, DOUBLED), now)));
        Stream<Detected> wrong = clocks.wrong(source.source().id(), now).stream()
                .map(it -> new Detected(Kind.CLIENT_CLOCK, it.lock(), it.holder(), it.evidence()));
        Stream<Detected> deadlocks = WaitFindings.deadlocks(waits.deadlocks(source, documents), now).stream();
        return Stream.of(doubled, wrong, deadlocks).flatMap(each -> each).toList();
    }
}
