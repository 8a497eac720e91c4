package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.Outage;
import io.lockkeeper.console.holds.UsualHolds;
import io.lockkeeper.console.mongodb.Stepping;
import io.lockkeeper.console.release.LateWrite;
import io.lockkeeper.console.release.LateWrites;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.console.source.CollectionFeed;
import io.lockkeeper.console.source.SourceBoard;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.source.SourceFeeds.Watched;
import io.lockkeeper.console.waits.Waits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Findings about the locks of sources, as far as their documents tell. Used by one thread. */
@Component
class SourceFindings {

    private final SourceFeeds feeds;
    private final ClientClocks clocks;
    private final LateWrites lateWrites;
    private final UsualHolds usuals;
    private final AgentLives agents;
    private final OwnSources ours;
    private final Waits waits;
    private final Stepping stepping;
    private final UnseenSources unseen = new UnseenSources();

    SourceFindings(
            SourceFeeds feeds,
            ClientClocks clocks,
            LateWrites lateWrites,
            UsualHolds usuals,
            AgentLives agents,
            OwnSources ours,
            Waits waits,
            Stepping stepping) {
        this.stepping = stepping;
        this.feeds = feeds;
        this.clocks = clocks;
        this.lateWrites = lateWrites;
        this.usuals = usuals;
        this.agents = agents;
        this.ours = ours;
        this.waits = waits;
    }

    /**
     * What one look found.
     *
     * @param unjudged the sources about which nothing is known at present
     */
    record Judged(List<Detected> found, Set<String> unjudged) {}

    Judged look() {
        Instant now = feeds.now();
        List<Detected> found = new ArrayList<>();
        List<Watched> unjudged = new ArrayList<>();
        LeftBehind leftBehind = new LeftBehind(agents);
        List<Watched> all = feeds.all(LockScope.EVERYTHING);
        for (Watched source : all) {
            boolean live = source.feed()
                    .map(CollectionFeed::freshness)
                    .filter(Freshness::isLive)
                    .isPresent();
            if (live) {
                stepping.over(
                        "findings",
                        "the source %s".formatted(source.source().id()),
                        () -> source.board().ifPresent(board -> found.addAll(look(source, board, leftBehind))));
            } else {
                unjudged.add(source);
            }
        }
        ours.endPass(all.stream().map(it -> it.source().id()).collect(Collectors.toSet()));
        found.addAll(unseen.look(unjudged, now));
        lateWrites.seen().forEach(it -> found.add(late(it)));
        return new Judged(found, unjudged.stream().map(it -> it.source().id()).collect(Collectors.toSet()));
    }

    private List<Detected> look(Watched source, SourceBoard board, LeftBehind leftBehind) {
        String id = source.source().id();
        Outage outage = source.feed().map(CollectionFeed::lastOutage).orElse(Outage.NONE);
        SourcePass pass = new SourcePass(id, board, outage, source.now(), usuals, clocks, leftBehind);
        if (!OwnSources.isOurs(board)) {
            return pass.look();
        }
        List<LockView> locks = board.ownInUse();
        return Stream.concat(
                        pass.damaged().stream(),
                        ours.look(id, locks, outage, source.now(), waits.deadlocks(source, locks)).stream())
                .toList();
    }

    private static Detected late(LateWrite it) {
        return new Detected(
                Kind.LATE_WRITE,
                it.source(),
                it.lock(),
                it.eviction(),
                "%s was evicted at %s, and wrote to the lock at %s."
                        .formatted(Words.visible(it.holder()), Words.exact(it.evictedAt()), Words.exact(it.at())));
    }
}
