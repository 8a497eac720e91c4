package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.facet.Idle;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lock's state as list, drawer and page show it: one word, shape and colour. A finding takes precedence over being held or waited for.
 *
 * @param brief in at most three words
 * @param atLength the same where there is room
 * @param explained with what was found
 * @param css the classes that give its shape and colour
 */
record ShownState(String brief, String atLength, String explained, String css) {

    static ShownState of(LockState state, @Nullable Kind worst) {
        return of(state, worst, LockState.HELD.words());
    }

    /** @param heldMeans what "held" means in the dialect of the lock */
    static ShownState of(LockState state, @Nullable Kind worst, String heldMeans) {
        String words = state == LockState.HELD ? heldMeans : state.words();
        String brief = state == LockState.HELD ? heldMeans : state.brief();
        String explained = worst == null ? words : words + ": " + worst.title();
        boolean yields = state == LockState.HELD || state == LockState.WAITING;
        return worst != null && yields
                ? new ShownState(
                        worst.brief(),
                        worst.brief(),
                        explained,
                        "state severity " + worst.severity().css())
                : new ShownState(brief, words, explained, "state " + state.css());
    }

    /** @param found the lock's findings, the most urgent first */
    static ShownState of(LockFacts facts, List<Finding> found) {
        return of(
                facts.state(),
                found.isEmpty() ? null : found.getFirst().kind(),
                facts.dialect().map(Dialect::heldMeans).orElse(LockState.HELD.words()));
    }

    /** The state of a lock that may have no document now: it is known all the same, or was not used for long. */
    static ShownState of(LockFacts facts, List<Finding> found, LockStory story) {
        ShownState usual = of(facts, found);
        Optional<Idle> idle = story.idle(facts);
        if (idle.isPresent()) {
            return new ShownState(
                    idle.get().brief(), idle.get().atLength(), usual.explained, "state " + LockState.FREE.css());
        }
        return story.wasHere(facts) ? of(LockState.FREE, null) : usual;
    }

    void drawAtLength(Span mark) {
        Components.text(mark, atLength);
        Components.css(mark, css);
        mark.setTitle(explained);
    }
}
