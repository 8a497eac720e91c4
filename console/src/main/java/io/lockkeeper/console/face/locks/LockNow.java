package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.act.eviction.LockDialogs;
import io.lockkeeper.console.act.eviction.PauseBar;
import io.lockkeeper.console.act.eviction.QueueBand;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.facet.FacetCard;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The present state of a lock, for the drawer and for its page: holders, waiters, and possible actions. */
final class LockNow {

    private final EvictionDialogs evictions;
    private final Supplier<ScopedBoard> board;
    private final List<FacetCard<?>> known;
    private final HolderBand holders;
    private final LibraryBand library;
    private final QueueBand queue;
    private final Paragraph why = new Paragraph();
    private final Div unknownQueue = new Div(new H3("Queue"), why);
    private final EvictFoot foot;
    private final PauseBar pause;
    private final List<Component> others;
    private @Nullable LockFacts drawn;

    /** @param board in which the lock is */
    LockNow(LockDialogs dialogs, Facets facets, Supplier<ScopedBoard> board) {
        this.evictions = dialogs.evictions();
        this.board = board;
        known = facets.cards();
        known.forEach(card -> card.addClassName("band"));
        holders = new HolderBand(lock -> evictions.refusal(lock).isEmpty(), this::evict);
        library = new LibraryBand(this::evict);
        queue = new QueueBand(dialogs.queues());
        foot = new EvictFoot(evictions::refusal, this::evict);
        pause = new PauseBar(dialogs.queues());
        others = facets.actions(() -> Objects.requireNonNull(drawn).id());
        others.forEach(other -> other.setVisible(false)); // until it is known of which lock
        why.addClassName("dim");
        unknownQueue.addClassName("band");
    }

    /** What is known beside its document, the holders and the queue. */
    List<Component> bands() {
        List<Component> bands = new ArrayList<>(known);
        bands.addAll(List.of(holders, library, queue, unknownQueue));
        return bands;
    }

    /** The buttons for what can be done to it. */
    List<Component> actions() {
        return Stream.concat(Stream.of(foot, pause), others.stream()).toList();
    }

    /** Whether another lock is shown than before. */
    boolean isAnother(LockFacts facts) {
        return drawn == null || !drawn.id().equals(facts.id());
    }

    void show(LockFacts facts, Instant now) {
        if (isAnother(facts)) {
            holders.reset();
            queue.reset();
        }
        boolean changed = !facts.equals(drawn);
        drawn = facts;
        others.forEach(other -> other.setVisible(true));
        Subject subject = subject(facts);
        known.forEach(card -> card.show(subject));
        boolean there = facts.isThere();
        boolean ours = there && facts.library().isEmpty();
        foot.setVisible(there);
        holders.setVisible(ours);
        queue.setVisible(there && facts.hasQueue() && ours);
        unknownQueue.setVisible(there && !queue.isVisible());
        if (there) {
            foot.show(facts);
            library.show(facts, evictions.refusal(facts.id()).isEmpty(), now);
        }
        library.setVisible(there && !ours);
        if (changed && ours) {
            holders.show(facts);
            queue.show(facts.id(), facts.queue());
        }
        Components.text(why, unknown(facts));
        pause.setVisible(facts.hasQueue() && (ours || facts.isPausableName()));
        pause.show(facts.id(), facts.paused());
    }

    private static Subject subject(LockFacts facts) {
        return new Subject(facts.id(), facts.holders().stream().findFirst().map(LockFacts.HolderFacts::holder));
    }

    private static String unknown(LockFacts facts) {
        String library = facts.dialect().map(Dialect::library).orElse("the library");
        return facts.hasQueue()
                ? "unknown: the document cannot be read."
                : "unknown: the documents of %s do not name waiters.".formatted(library);
    }

    private Optional<Lock> lock() {
        return Optional.ofNullable(drawn).flatMap(facts -> board.get().find(facts.name()));
    }

    void evict() {
        lock().ifPresent(lock -> evictions.open(board.get(), lock));
    }

    private void evict(Holder lease) {
        lock().ifPresent(lock -> evictions.open(board.get(), lock, lease));
    }

    private void evict(DialectLock document) {
        evictions.open(board.get(), document);
    }

    /** The way to evict the one holder of a lock, or why there is none. */
    private static final class EvictFoot extends Div {

        private final Button evict = new Button("Evict the holder…");
        private final Span why = new Span();
        private final Function<LockId, Optional<String>> refusal;

        /** @param refusal why the user cannot evict from a lock; empty if the user can */
        EvictFoot(Function<LockId, Optional<String>> refusal, Runnable onEvict) {
            this.refusal = refusal;
            addClassName("foot");
            evict.addThemeVariants(ButtonVariant.LUMO_ERROR);
            evict.addClickListener(click -> onEvict.run());
            why.addClassName("dim");
            add(evict, why);
        }

        void show(LockFacts facts) {
            String refused = refusal.apply(facts.id()).orElse("");
            int holders = holders(facts);
            boolean marked = facts.state() == LockState.EVICTED || facts.state() == LockState.UNANSWERED;
            evict.setVisible(holders <= 1);
            evict.setEnabled(refused.isEmpty() && holders == 1);
            evict.setText(marked ? "Show the eviction…" : "Evict the holder…");
            String reason = facts.library().stream().anyMatch(lock -> !lock.isReadable())
                    ? "Its document cannot be read, so its holder cannot be evicted."
                    : why(refused, holders);
            Components.text(why, reason);
            why.setVisible(!reason.isEmpty());
        }

        private static int holders(LockFacts facts) {
            boolean taken = facts.state() == LockState.HELD || facts.state() == LockState.EXPIRED;
            return facts.library().isEmpty()
                    ? facts.holders().size()
                    : taken ? facts.library().size() : 0;
        }

        private static String why(String refused, int holders) {
            if (!refused.isEmpty()) {
                return refused;
            }
            if (holders == 0) {
                return "No one holds this lock.";
            }
            return holders > 1 ? "Several hold this lock: choose the one to evict above." : "";
        }
    }
}
