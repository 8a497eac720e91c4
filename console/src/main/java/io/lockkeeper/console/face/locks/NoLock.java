package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.facet.Idle;
import java.util.List;
import java.util.Optional;

/**
 * Why there is no lock to show under a name.
 *
 * @param pausable whether a name is paused before a lock has it
 * @param idle what is known of it all the same
 * @param recorded whether one of this name was here
 */
record NoLock(LockState state, boolean pausable, Optional<Idle> idle, boolean recorded) {

    static Optional<NoLock> of(LockFacts facts, LockStory story) {
        return facts.isThere()
                ? Optional.empty()
                : Optional.of(new NoLock(facts.state(), facts.hasQueue(), story.idle(facts), story.wasHere(facts)));
    }

    static List<Component> because(Optional<NoLock> why) {
        return why.map(NoLock::sentences).orElse(List.of());
    }

    private List<Component> sentences() {
        if (idle.isPresent()) {
            return sentences(idle.get().what(), idle.get().meaning());
        }
        if (recorded) {
            return sentences(
                    "This lock is free, and has no document now.",
                    pausable
                            ? "A lock's document is deleted a day after its last use. Its past is below. You can pause the name."
                            : "The collection has no document of it. Its past is below.");
        }
        return switch (state) {
            case ABSENT ->
                sentences(
                        "There is no lock of this name.",
                        pausable
                                ? "Check the spelling; names are case-sensitive. A lock appears when a service first asks for"
                                        + " it, and is deleted a day after its last use. You can pause the name before that."
                                : "The collection has no document of this lock now.");
            case FOREIGN ->
                sentences(
                        "This is not a Lockkeeper lock.",
                        "Another program keeps this document in the same collection. Agents do not touch it.");
            default -> List.of(new Paragraph("Reading this lock …"));
        };
    }

    private static List<Component> sentences(String what, String meaning) {
        return List.of(new H2(what), new Paragraph(meaning));
    }
}
