package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Grade;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.model.Holder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator evicts a holder. */
@Component
public class EvictionDialogs {

    private static final String FREE = "This lock is free: there is no holder to evict.";

    private final EvictionCase.Sources sources;
    private final Boards boards;
    private final AgentLives lives;
    private final SourceFeeds feeds;

    EvictionDialogs(EvictionCase.Sources sources, Boards boards, AgentLives lives, SourceFeeds feeds) {
        this.sources = sources;
        this.boards = boards;
        this.lives = lives;
        this.feeds = feeds;
    }

    /** Why the present user cannot evict, in a sentence; empty if the user can. */
    public Optional<String> refusal() {
        return sources.service().refusal();
    }

    /** Why the present user cannot evict a holder of this lock, in a sentence; empty if the user can. */
    public Optional<String> refusal(LockId lock) {
        return sources.service().refusal(lock);
    }

    /** Why the present user can evict none of these holders, in a sentence; empty if the user can. */
    public Optional<String> refusal(ScopedBoard board) {
        return board.source().isEmpty() ? refusal() : refusal(board.lock(""));
    }

    /** Why the present user cannot evict several of these holders together; empty if the user can. */
    public Optional<String> refusalOfSeveral(ScopedBoard board) {
        return refusal(board)
                .or(() -> board.dialect()
                        .filter(dialect -> dialect.grade() == Grade.C)
                        .map(dialect ->
                                "%s does not fence its locks: evict its holders one by one, each with its lock's name typed."
                                        .formatted(dialect.library())));
    }

    /** Why holders of this source cannot be evicted, by any user; empty if nothing is known to be in the way. */
    public Optional<String> obstacle(String source) {
        return sources.service().obstacle(source);
    }

    /** Opens the dialog, bound to the holder of the lock now; of several, the operator chooses one first. */
    public void open(ScopedBoard board, Lock lock) {
        if (lock instanceof Lock.Library library) {
            open(board, library.facts());
        } else if (lock.holders().size() > 1 && refusal(board).isEmpty()) {
            new HolderChoice(lock, holder -> open(board, lock, holder)).open();
        } else {
            lock.holder().ifPresentOrElse(seen -> open(board, lock, seen), () -> Toasts.say(FREE));
        }
    }

    /** Opens the dialog for a lock that was named elsewhere than in a list of locks. */
    public void open(LockId lock) {
        ScopedBoard board = boards.of(LockScope.present(), lock.source());
        board.find(lock.name()).ifPresentOrElse(found -> open(board, found), () -> Toasts.say(FREE));
    }

    /** Opens the dialog, bound to one lease of the lock. */
    public void open(ScopedBoard board, Lock lock, Holder seen) {
        lock.own().ifPresent(document -> open(board, LeaseAcquisitions.lock(document, seen)));
    }

    /** Opens the dialog, bound to the acquisition that stands for the lock. */
    public void open(ScopedBoard board, DialectLock seen) {
        if (!seen.isTaken(board.now())) {
            Toasts.say(FREE);
            return;
        }
        Optional<Holder> lease = seen.own().flatMap(own -> LeaseAcquisitions.in(own, seen.acquisition()));
        LockId id = board.lock(seen.name());
        board.dialect()
                .map(dialect -> new LiveLock(board, id, dialect, seen.id(), feeds, lives))
                .ifPresent(lock -> open(new EvictionCase(lock, seen, lease, sources)));
    }

    private void open(EvictionCase seen) {
        refusal(seen.lock().id())
                .ifPresentOrElse(Toasts::say, () -> dialog(seen).open());
    }

    /** Opens the dialog in which holders of these locks are evicted together, for one reason. */
    public void openSeveral(ScopedBoard board, List<Lock> locks) {
        BulkOffers offers = new BulkOffers(board, lives, sources.service().quarantine());
        List<BulkDialog.Offer> all = offers.of(locks);
        Optional<String> nobody =
                all.isEmpty() ? Optional.of("This list has no holder that you can evict.") : Optional.empty();
        refusalOfSeveral(board)
                .or(() -> nobody)
                .ifPresentOrElse(Toasts::say, () -> several(board, all).open());
    }

    private BulkDialog several(ScopedBoard board, List<BulkDialog.Offer> offers) {
        BulkDialog dialog = new BulkDialog(
                offers,
                (offer, changed) -> new BulkRow(
                        offer, sources.consents().reason(offer.lock().name()), changed),
                this::run);
        boards.follow(dialog, () -> board, BoardSnapshot::serverTime, now -> dialog.show());
        return dialog;
    }

    private BulkRun run(List<EvictionRequest> requests, Runnable done) {
        BulkRun run = new BulkRun(sources.service(), sources.follower(), requests);
        run.start(sources.background(), done);
        return run;
    }

    private static EvictionDialog dialog(EvictionCase lease) {
        EvictionDialog dialog = new EvictionDialog(lease);
        lease.lock().follow(dialog, lease::look, dialog::show);
        return dialog;
    }

    /** The dialog that asks which of a lock's holders is to be evicted. */
    private static final class HolderChoice extends Dialog {

        private static final int SHOWN = 50;

        HolderChoice(Lock lock, Consumer<Holder> chosen) {
            addClassName("eviction");
            setHeaderTitle("Which holder of %s?".formatted(Formats.visible(lock.name())));
            Div choices = new Div();
            choices.addClassName("choices");
            lock.holders().stream()
                    .limit(SHOWN)
                    .map(holder -> choice(holder, chosen))
                    .forEach(choices::add);
            int more = lock.holders().size() - SHOWN;
            if (more > 0) {
                choices.add(
                        new Span(String.format(Locale.ROOT, "%,d more: choose one of them beside the list.", more)));
            }
            add(choices);
            getFooter().add(new Button("Cancel", click -> close()));
        }

        private NativeButton choice(Holder holder, Consumer<Holder> chosen) {
            Span who = new Span(Formats.visible(Holders.words(holder.owner())));
            who.addClassName("who");
            Span more = new Span(
                    new Span(holder.hasUses() ? "kept for " : "held for "),
                    Ticking.age(holder.acquiredAt()),
                    note(holder));
            more.addClassName("dim");
            NativeButton choice = new NativeButton();
            choice.add(who, more);
            choice.addClickListener(click -> {
                close();
                chosen.accept(holder);
            });
            return choice;
        }

        private static Span note(Holder holder) {
            String state = holder.evicted() == null ? "" : " · evicted";
            String note = holder.owner().note();
            return new Span(note.isEmpty() ? state : " · " + Formats.visible(note) + state);
        }
    }
}
