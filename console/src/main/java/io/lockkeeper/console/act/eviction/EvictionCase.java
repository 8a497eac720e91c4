package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.consent.ConsentFeed;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.facet.FacetCard;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;

/** One acquisition in an operator's dialog, and what was requested there. Thread-safe. */
final class EvictionCase {

    private final LiveLock lock;
    private final DialectLock shown;
    private final Optional<Holder> lease;
    private final Seen seen;
    private final Sources sources;
    private volatile @Nullable String request;

    /** The sources of everything that is known about an eviction. */
    @org.springframework.stereotype.Component
    record Sources(
            EvictionService service,
            EvictionFollower follower,
            ConsentFeed consents,
            Facets facets,
            Background background) {}

    /**
     * @param shown the lock as it was on the screen, represented by that acquisition
     * @param lease which it is, of one of Lockkeeper's own locks
     */
    EvictionCase(LiveLock lock, DialectLock shown, Optional<Holder> lease, Sources sources) {
        this.lock = lock;
        this.shown = shown;
        this.lease = lease;
        this.seen = lease.map(it -> Seen.of(shown.name(), it)).orElseGet(() -> Seen.of(shown));
        this.sources = sources;
    }

    LiveLock lock() {
        return lock;
    }

    EvictionFacts facts() {
        return lease.<EvictionFacts>map(
                        it -> new LeaseFacts(it, lock.alsoHeldBy(it.owner().agent()), sources.service.quarantine()))
                .orElseGet(() -> new GradeFacts(lock.dialect(), shown, sources.service.quarantine(), lock.now()));
    }

    /** What is known beside the lock's document, of the lease that was on the screen. */
    List<Component> known() {
        Subject of = new Subject(lock.id(), lease);
        List<FacetCard<?>> cards = sources.facets.cards();
        cards.forEach(card -> card.show(of));
        return List.copyOf(cards);
    }

    /** What else the present user can do about the lock. */
    List<Component> actions() {
        return sources.facets.actions(lock::id);
    }

    /** Words that a second person has to consent, and what that means; empty if no consent is needed. */
    Optional<String> needsConsent() {
        return sources.consents.notice(shown.name());
    }

    EvictionViewState look() {
        String asked = request;
        Instant now = lock.now();
        Standing standing = Standing.of(lock.find(), seen, now);
        return new EvictionViewState(
                standing,
                lease.map(it -> life(standing, it)).orElseGet(AgentLife.Unknown::new),
                asked == null ? null : sources.follower.state(asked).orElseGet(EvictionState.Sent::new),
                asked != null && sources.follower.isUnrecorded(asked),
                now);
    }

    private AgentLife life(Standing standing, Holder holder) {
        return lock.life(standing instanceof Standing.Holds holds ? holds.lock() : shown, holder);
    }

    /**
     * Starts an eviction and returns at once. {@link #look} shows its progress.
     *
     * @param confirm the lock's name if it was typed, or empty
     * @param moved called on the page when MongoDB has answered, or has failed to
     * @param refused called on the page with a sentence if nothing was even tried
     * @throws IllegalArgumentException if the reason breaks its rule, in words for the operator
     */
    void start(String reason, String confirm, Way way, String ip, Runnable moved, Consumer<String> refused) {
        EvictionRequest asked = new EvictionRequest(lock.id(), seen, reason, confirm, way, ip);
        request = asked.id();
        sources.background.change(() -> sources.service.evict(asked), result -> moved.run(), failure -> {
            switch (failure) {
                case RejectedExecutionException busy ->
                    refuse("Too many requests wait for MongoDB, so nothing was changed. Try again soon.", refused);
                case AccessDeniedException denied -> refuse(denied.getMessage() + " Nothing was changed.", refused);
                case RefusedException why -> refuse(String.valueOf(why.getMessage()), refused);
                default -> fail(asked, moved, refused);
            }
        });
    }

    /** The follower knows what came of it, unless it failed before that. */
    private void fail(EvictionRequest asked, Runnable moved, Consumer<String> refused) {
        if (sources.follower.state(asked.id()).isPresent()) {
            moved.run();
        } else {
            refuse("MongoDB did not answer, so nothing was changed. Try again when the badge says live.", refused);
        }
    }

    private void refuse(String sentence, Consumer<String> refused) {
        request = null;
        refused.accept(sentence);
    }
}
