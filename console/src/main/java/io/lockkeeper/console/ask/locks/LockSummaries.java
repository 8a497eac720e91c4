package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.Boards;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Says of a lock what the head of its page says, for readers without a page. Waits for MongoDB. */
@Component
public class LockSummaries {

    private final Boards boards;
    private final AgentLives lives;
    private final FindingsFeed findings;
    private final History history;

    LockSummaries(Boards boards, AgentLives lives, FindingsFeed findings, History history) {
        this.boards = boards;
        this.lives = lives;
        this.findings = findings;
        this.history = history;
    }

    /** The summary of a lock within the scope of the present user. */
    public LockSummary of(Lock lock, Instant now) {
        Usual usual = usual(LockId.first(lock.name()));
        LockFacts facts = LockFacts.of(lock, boards.of(LockScope.present(), LockId.FIRST), lives, now);
        return new LockSummary(
                LockSentence.of(facts, usual, acquirer -> findings.standingSince(LockId.FIRST, acquirer), now), usual);
    }

    private @Nullable Usual usual(LockId lock) {
        if (!OpenStory.problem(history.statusOf(lock)).isEmpty()) {
            return null;
        }
        try {
            return history.usualOf(lock);
        } catch (DataAccessException e) {
            return null;
        }
    }
}
