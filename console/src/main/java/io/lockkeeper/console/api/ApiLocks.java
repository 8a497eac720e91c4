package io.lockkeeper.console.api;

import io.lockkeeper.console.face.locks.LockSummaries;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.LockView;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Tells all that is known of one lock. Waits for MongoDB. */
@Component
final class ApiLocks {

    private final AgentLives lives;
    private final FindingsFeed findings;
    private final LockSummaries summaries;
    private final ServerClock clock;

    ApiLocks(AgentLives lives, FindingsFeed findings, LockSummaries summaries, ServerClock clock) {
        this.lives = lives;
        this.findings = findings;
        this.summaries = summaries;
        this.clock = clock;
    }

    ApiLock of(LockView lock) {
        Instant now = clock.now();
        List<ApiLease> holders = lock.holders().stream()
                .map(holder -> ApiLease.of(holder, lives.of(holder), findings.standingSince(holder.acquirer()), now))
                .toList();
        return ApiLock.of(lock, summaries.of(lock, now), holders, now);
    }
}
