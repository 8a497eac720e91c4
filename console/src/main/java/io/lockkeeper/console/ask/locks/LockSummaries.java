package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Says of a lock what the head of its page says, for readers without a page. Waits for MongoDB. */
@Component
public class LockSummaries {

    private final AgentLives lives;
    private final FindingsFeed findings;
    private final History history;

    LockSummaries(AgentLives lives, FindingsFeed findings, History history) {
        this.lives = lives;
        this.findings = findings;
        this.history = history;
    }

    /** The summary of a lock on the board, or that would be on it. */
    public LockSummary of(Lock lock, ScopedBoard board, Instant now) {
        return of(LockFacts.of(lock, board, lives, now), now);
    }

    /** The summary of a lock that has no document. */
    public LockSummary absent(String name, ScopedBoard board, Instant now) {
        return of(LockFacts.absent(board, name), now);
    }

    private LockSummary of(LockFacts facts, Instant now) {
        Usual usual = usual(facts.id());
        return new LockSummary(
                facts,
                LockSentence.of(
                        facts,
                        usual,
                        acquirer -> findings.standingSince(facts.id().source(), acquirer),
                        now),
                usual);
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

    /**
     * What there is to say of a lock before anything else.
     *
     * @param facts what is shown of it
     * @param sentence who holds it, whether that process is alive, what is usual, what its thread is doing, who waits; empty where
     *     there is nothing to say
     * @param usual what is usual for it; null while its history is not recorded, or cannot be read
     */
    public record LockSummary(
            LockFacts facts, String sentence, @Nullable Usual usual) {}
}
