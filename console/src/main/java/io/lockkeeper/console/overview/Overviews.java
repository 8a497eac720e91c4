package io.lockkeeper.console.overview;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.findings.FindingsFeed;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The overview for all pages that show it: computed once a second, however many they are. Thread-safe. */
@Component
class Overviews {

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final FindingsFeed findings;
    private final AgentLives lives;
    private final LastHour hour;
    private @Nullable BoardSnapshot from;
    private @Nullable OverviewFacts facts;

    Overviews(FindingsFeed findings, AgentLives lives, LastHour hour) {
        this.findings = findings;
        this.lives = lives;
        this.hour = hour;
    }

    synchronized OverviewFacts of(BoardSnapshot snapshot) {
        OverviewFacts known = facts;
        if (known == null || from == null || isOld(from, snapshot)) {
            known = OverviewFacts.of(snapshot, findings, lives, hour);
            facts = known;
            from = snapshot;
        }
        return known;
    }

    private static boolean isOld(BoardSnapshot before, BoardSnapshot now) {
        return before.freshness().state() != now.freshness().state()
                || Duration.between(before.serverTime(), now.serverTime()).compareTo(EVERY) >= 0;
    }
}
