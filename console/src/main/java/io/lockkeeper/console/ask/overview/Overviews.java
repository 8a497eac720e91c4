package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.source.Boards;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The overview for all open pages: computed once a second per scope, however many pages there are. Thread-safe. */
@Component
public class Overviews {

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int SCOPES = 200;

    private final FindingsFeed findings;
    private final AgentLives lives;
    private final LastHour hour;
    private final Facets facets;
    private final Boards boards;
    private final Map<LockScope, Known> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<LockScope, Known> eldest) {
            return size() > SCOPES;
        }
    };

    /** A cached result, without the board behind it, which would otherwise be retained for every scope ever used. */
    private record Known(Instant at, OverviewFacts facts) {}

    Overviews(FindingsFeed findings, AgentLives lives, LastHour hour, Facets facets, Boards boards) {
        this.findings = findings;
        this.lives = lives;
        this.hour = hour;
        this.facets = facets;
        this.boards = boards;
    }

    /** The last hour of the locks within the scope, minute by minute, the newest last. */
    public List<Slice> hour(LockScope scope) {
        return hour.minutes(scope).all();
    }

    public synchronized OverviewFacts of(BoardSnapshot snapshot) {
        Known last = known.get(snapshot.scope());
        if (last == null || isOld(last, snapshot)) {
            last = new Known(
                    snapshot.serverTime(),
                    OverviewFacts.of(snapshot, sources(snapshot), findings, lives, hour, facets));
            known.put(snapshot.scope(), last);
        }
        return last.facts;
    }

    /** The console's first collection, as the snapshot has it, before the others. */
    public List<PlacedBoard> sources(BoardSnapshot first) {
        return boards.all(first.scope()).stream()
                .map(it -> new PlacedBoard(it.source(), it.place(), it.source().isEmpty() ? first : it.snapshot()))
                .toList();
    }

    private static boolean isOld(Known before, BoardSnapshot now) {
        return before.facts.freshness().state() != now.freshness().state()
                || Duration.between(before.at, now.serverTime()).compareTo(EVERY) >= 0;
    }
}
