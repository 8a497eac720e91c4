package io.lockkeeper.console.eviction;

import io.lockkeeper.console.agents.AgentLives;
import io.lockkeeper.console.audit.EvictionFollower;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.consent.ConsentFeed;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.Background;
import io.lockkeeper.console.shell.LiveBoard;
import io.lockkeeper.console.shell.Toasts;
import io.lockkeeper.console.scope.LockId;
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
    private final ServerClock clock;

    EvictionDialogs(
            EvictionService service,
            EvictionFollower follower,
            ConsentFeed consents,
            BoardPublisher publisher,
            AgentLives lives,
            ServerClock clock,
            Background background) {
        this.service = service;
        this.publisher = publisher;
        this.clock = clock;
        sources = new EvictionCase.Sources(service, follower, consents, publisher, lives, background);
    }

    /** Why the present user cannot evict, in a sentence; empty if the user can. */
    public Optional<String> refusal() {
        return service.refusal();
    }

    /** Opens the dialog, bound to the lease that holds the lock now; of several, the operator chooses one first. */
    public void open(LockView lock) {
        if (lock.holders().size() > 1 && refusal().isEmpty()) {
            new HolderChoice(lock, holder -> open(lock, holder)).open();
        } else {
            lock.holder()
                    .ifPresentOrElse(
                            seen -> open(lock, seen),
                            () -> Toasts.say("Nobody holds this lock, so there is nobody to evict."));
        }
    }

    /** Opens the dialog, bound to one lease of the lock. */
    public void open(LockView lock, Holder seen) {
        refusal()
                .or(() -> ChangeRights.outside(LockId.first(lock.name())))
                .ifPresentOrElse(
                        Toasts::say,
                        () -> dialog(new EvictionCase(lock.name(), seen, LockScope.present(), sources))
                                .open());
    }

    /** Opens the dialog in which holders of these locks are evicted together, for one reason. */
    public void openSeveral(List<LockView> locks) {
        List<BulkDialog.Offer> offers = offers(locks, clock.now());
        Optional<String> nobody = offers.isEmpty()
                ? Optional.of("Nobody in this list holds a lock that you can evict.")
                : Optional.empty();
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
                        sources.lives().of(offer.holder()),
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

    private EvictionDialog dialog(EvictionCase lease) {
        EvictionDialog dialog = new EvictionDialog(lease, service.quarantine(), clock::now);
        LiveBoard.follow(dialog, publisher, snapshot -> lease.look(snapshot.serverTime()), dialog::show);
        return dialog;
    }
}
