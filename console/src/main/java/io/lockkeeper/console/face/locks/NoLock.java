package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.watch.board.LockState;
import java.util.List;
import java.util.Optional;

/** Words about a name without a lock to show. */
final class NoLock {

    private NoLock() {}

    static List<Component> because(Optional<LockState> why) {
        return why.map(NoLock::because).orElse(List.of());
    }

    private static List<Component> because(LockState why) {
        return switch (why) {
            case ABSENT ->
                sentences(
                        "There is no lock of this name.",
                        "Check the spelling; names are case-sensitive. A lock appears when a service first asks for"
                                + " it, and is deleted a day after its last use. You can pause the name before that.");
            case FOREIGN ->
                sentences(
                        "This is not a Lockkeeper lock.",
                        "Another program keeps this document in the same collection. Agents do not touch it.");
            default -> List.of(new Paragraph("Reading this lock …"));
        };
    }

    private static List<Component> sentences(String what, String meaning) {
        return List.of(new H3(what), new Paragraph(meaning));
    }
}
