package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.consent.ConsentFeed;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.OwnDialect;
import io.lockkeeper.console.watch.dialect.OwnLease;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator evicts a holder. */
@Component
public class EvictionDialogs {

    private final EvictionService service;
    private final EvictionCase.Sources sources;
    private final BoardPublisher publisher;
    private final AgentLives lives;
    private final SourceFeeds feeds;

    EvictionDialogs(
            EvictionService service,
            EvictionFollower follower,
            ConsentFeed consents,
            BoardPublisher publisher,
            AgentLives lives,
            SourceFeeds feeds,
            Background background) {
        this.service = service;
        this.feeds = feeds;
        this.publisher = publisher;
        this.lives = lives;
        sources = new EvictionCase.Sources(service, follower, consents, background);
    }

    /** Why the present user cannot evict, in a sentence; empty if the user can. */
    public Optional<String> refusal() {
        return service.refusal();
    }

    /** Why the present user cannot evict a holder of this lock, in a sentence; empty if the user can. */
    public Optional<String> refusal(LockId lock) {
        return service.refusal(lock);
    }

    /** Why holders of this source cannot be evicted, by any user; empty if nothing is known to be in the way. */
    public Optional<String> obstacle(String source) {
        return service.obstacle(source);
    }

    /** Opens the dialog, bound to the acquisition that stands for the lock of a source. */
    public void open(LockId lock, Dialect dialect, ForeignLock seen) {
        Optional<Holder> lease = seen.own().flatMap(own -> OwnLease.in(own, seen.acquisition()));
        open(new EvictionCase(live(lock, dialect, seen), seen, lease, sources));
    }

    /** Opens the dialog, bound to the lease that holds the lock now; of several, the operator chooses one first. */
    public void open(LockView lock) {
        if (lock.holders().size() > 1 && refusal().isEmpty()) {
            new HolderChoice(lock, holder -> open(lock, holder)).open();
        } else {
            lock.holder()
                    .ifPresentOrElse(
                            seen -> open(lock, seen),
                            () -> Toasts.say("This lock is free: there is no holder to evict."));
        }
    }

    /** Opens the dialog, bound to one lease of the lock. */
    public void open(LockView lock, Holder seen) {
        LockId id = LockId.first(lock.name());
        Optional.ofNullable(lock.lock())
                .map(document -> OwnLease.lock(document, seen))
                .ifPresent(shown ->
                        open(new EvictionCase(live(id, new OwnDialect(), shown), shown, Optional.of(seen), sources)));
    }

    private LiveLock live(LockId lock, Dialect dialect, ForeignLock seen) {
        return new LiveLock(lock, dialect, seen.id(), LockScope.present(), feeds, lives);
    }

    private void open(EvictionCase seen) {
        refusal(seen.lock().id())
                .ifPresentOrElse(Toasts::say, () -> dialog(seen).open());
    }

    /** Opens the dialog in which holders of these locks are evicted together, for one reason. */
    public void openSeveral(List<LockView> locks) {
        List<BulkDialog.Offer> offers = offers(locks, feeds.now());
        Optional<String> nobody =
                offers.isEmpty() ? Optional.of("This list has no holder that you can evict.") : Optional.empty();
        refusal()
                .or(() -> nobody)
                .ifPresentOrElse(Toasts::say, () -> several(offers).open());
    }

    /** Those that are held now, and not evicted yet. */
    private List<BulkDialog.Offer> offers(List<LockView> locks, Instant now) {
        return locks.stream()
                .filter(lock -> !lock.foreign())
                .flatMap(lock -> lock.holders().stream()
                        .filter(holder -> holder.evicted() == null && LockView.isLive(holder, now))
                        .map(holder -> new BulkDialog.Offer(lock, holder)))
                .toList();
    }

    private BulkDialog several(List<BulkDialog.Offer> offers) {
        BulkDialog dialog = new BulkDialog(
                offers,
                (offer, changed) -> new BulkRow(
                        offer.lock(),
                        offer.holder(),
                        lives.of(offer.holder()),
                        service.quarantine(),
                        sources.consents().reason(offer.lock().name()),
                        changed),
                this::run);
        LiveBoard.follow(dialog, publisher, BoardSnapshot::serverTime, now -> dialog.show());
        return dialog;
    }

    private BulkRun run(List<EvictionRequest> requests, Runnable done) {
        BulkRun run = new BulkRun(service, sources.follower(), requests);
        run.start(sources.background(), done);
        return run;
    }

    private static EvictionDialog dialog(EvictionCase lease) {
        EvictionDialog dialog = new EvictionDialog(lease);
        lease.lock().follow(dialog, lease::look, dialog::show);
        return dialog;
    }
}
