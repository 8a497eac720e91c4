package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionWords;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Released;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Words about the lease that ended last. */
final class LastLease {

    private LastLease() {}

    /** Why nobody holds the lock. */
    static String nobody(LockFacts facts) {
        if (facts.damage() != null) {
            return "This document is no lock document: %s. Agents refuse this lock; mend or remove the document in MongoDB."
                    .formatted(Formats.visible(facts.damage()));
        }
        if (facts.state() == LockState.NOT_KEPT) {
            return "This console has no room for this lock, so it does not know who holds it. Nothing is wrong with the lock.";
        }
        Released last = facts.released();
        return last == null
                ? "No one holds this lock."
                : "No one holds this lock. It was last held by %s until %s."
                        .formatted(last.owner().service(), Times.present().exact(last.at()));
    }

    /** How it ended, if somebody evicted it. */
    static List<Component> evicted(Optional<Released> released) {
        return released.filter(last -> last.evicted() != null)
                .map(LastLease::eviction)
                .map(List::of)
                .orElse(List.of());
    }

    private static Component eviction(Released last) {
        Eviction mark = Objects.requireNonNull(last.evicted(), "filtered");
        EvictionState state = EvictionState.of(last).orElseThrow();
        Span outcome = new Span(EvictionWords.brief(state));
        outcome.setClassName("outcome " + EvictionWords.css(state));
        Div line = new Div(
                outcome,
                new Paragraph("%s · %s was evicted by %s at %s: %s. %s"
                        .formatted(
                                Formats.visible(last.owner().service()),
                                Formats.visible(last.owner().instance()),
                                Formats.visible(mark.by()),
                                Times.present().clock(mark.at()),
                                Formats.visible(mark.reason()),
                                EvictionWords.meaning(state))));
        line.addClassName("last-eviction");
        return line;
    }
}
