package io.lockkeeper.console.eviction;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.ScopedBoard;
import io.lockkeeper.console.consent.ConsentFeed;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.Background;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;

/** One lease in an operator's dialog, and what was requested there. Thread-safe. */
final class EvictionCase {

    private final String lock;
    private final Holder seen;
    private final ScopedBoard board;
    private final Sources sources;
    private volatile @Nullable String request;

    /** Where everything known about a lease and its eviction comes from. */
    record Sources(
            EvictionService service,
            EvictionFollower follower,
            ConsentFeed consents,
            BoardPublisher publisher,
            AgentLives lives,
            Background background) {}

    /** @param scope of the operator */
    EvictionCase(String lock, Holder seen, LockScope scope, Sources sources) {
        this.lock = lock;
        this.board = sources.publisher.within(scope);
        this.seen = seen;
        this.sources = sources;
    }

    String lock() {
        return lock;
    }

    Holder seen() {
        return seen;
    }

    List<LockView> heldByItsAgent() {
        return board.heldBy(seen.owner().agent());
    }

    /** Words that a second person has to consent, and what that means; empty if no consent is needed. */
    Optional<String> needsConsent() {
        return sources.consents.notice(lock);
    }

    Look look(Instant now) {
        String asked = request;
        return new Look(
                Standing.of(board.find(lock), seen, now),
                sources.lives.of(seen),
                asked == null ? null : sources.follower.state(asked).orElseGet(EvictionState.Sent::new),
                asked != null && sources.follower.isUnrecorded(asked),
                now);
    }

    /**
     * Starts an eviction and returns at once. {@link #look} shows its progress.
     *
     * @param moved called on the page when MongoDB has answered, or has failed to
     * @param refused called on the page with a sentence if nothing was even tried
     */
    void start(EvictionRequest asked, Runnable moved, Consumer<String> refused) {
        request = asked.id();
        sources.background.change(() -> sources.service.evict(asked), result -> moved.run(), failure -> {
            switch (failure) {
                case RejectedExecutionException busy ->
                    refuse("Too many requests wait for MongoDB, so nothing was changed. Try again soon.", refused);
                case AccessDeniedException denied -> refuse(denied.getMessage() + " Nothing was changed.", refused);
                default -> moved.run();
            }
        });
    }

    private void refuse(String sentence, Consumer<String> refused) {
        request = null;
        refused.accept(sentence);
    }
}
