package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.act.eviction.PauseBar;
import io.lockkeeper.console.act.eviction.PauseDialogs;
import io.lockkeeper.console.act.eviction.QueueBand;
import io.lockkeeper.console.act.eviction.TakeOutDialogs;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.people.notes.LinkFields;
import io.lockkeeper.console.people.notes.LockNoteCard;
import io.lockkeeper.console.people.notes.LockNotes;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a lock is now, for the drawer and for its page: who holds it, who waits, and what can be done to it. */
final class LockNow {

    private final EvictionDialogs evictions;
    private final Supplier<ScopedBoard> board;
    private final LockNoteCard note;
    private final HolderBand holders;
    private final LibraryBand library;
    private final QueueBand queue;
    private final Paragraph why = new Paragraph();
    private final Div unknownQueue = new Div(new H3("Queue"), why);
    private final EvictFoot foot;
    private final PauseBar pause;
    private @Nullable LockFacts drawn;

    /** @param board in which the lock is */
    LockNow(
            EvictionDialogs evictions,
            PauseDialogs pauses,
            TakeOutDialogs takeOuts,
            LockNotes notes,
            Supplier<ScopedBoard> board) {
        this.evictions = evictions;
        this.board = board;
        note = new LockNoteCard(notes);
        note.addClassName("band");
        holders = new HolderBand(lock -> evictions.refusal(lock).isEmpty(), this::evict);
        library = new LibraryBand(this::evict);
        queue = new QueueBand(takeOuts);
        foot = new EvictFoot(evictions::refusal, this::evict);
        pause = new PauseBar(pauses);
        why.addClassName("dim");
        unknownQueue.addClassName("band");
    }

    /** What people know of it, its holders and its queue. */
    List<Component> bands() {
        return List.of(note, holders, library, queue, unknownQueue);
    }

    /** What can be done to it. */
    List<Component> actions() {
        return List.of(foot, pause);
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
        note.show(fields(facts));
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

    private static LinkFields fields(LockFacts facts) {
        return LinkFields.of(facts.id(), facts.holders().stream().findFirst().map(LockFacts.HolderFacts::holder));
    }

    private static String unknown(LockFacts facts) {
        String library = facts.dialect().map(Dialect::library).orElse("the library");
        return facts.hasQueue()
                ? "unknown: the document cannot be read."
                : "unknown: the documents of %s do not name waiters.".formatted(library);
    }

    private Optional<LockView> lock() {
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
}
