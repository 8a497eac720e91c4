package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.holds.UsualHolds;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.source.SourceFeeds;
import io.lockkeeper.console.waits.Waits;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** The sources that are watched beside the console's first collection. */
@Component
class WatchedSources {

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

    List<WatchedSource> all() {
        WatchedSource.Surroundings surroundings =
                new WatchedSource.Surroundings(usuals, waits, clocks, new LeftBehind(agents));
        return feeds.all(LockScope.EVERYTHING).stream()
                .map(it -> new WatchedSource(it, surroundings))
                .toList();
    }

    Instant now() {
        return feeds.now();
    }
}
