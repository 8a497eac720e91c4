package io.lockkeeper.console.facets.notes;

import static io.lockkeeper.console.ground.components.Components.action;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import java.time.Duration;

/** Asks an operator what others should know of a lock, and for how long; lists what they know already, to be removed. */
final class DutyNoteDialog {

    private static final String ONE = "This lock";
    private static final String ALL = "All locks whose names start with …";

    private final LockId lock;
    private final DutyNotes notes;
    private final Background background;
    private final TextField words = new TextField("What others should know");
    private final Select<String> about = new Select<>();
    private final TextField start = new TextField("Names start with");
    private final Select<Duration> time = new Select<>();
    private final Confirmation<DutyNote> dialog;

    DutyNoteDialog(LockId lock, DutyNotes notes, Background background) {
        this.lock = lock;
        this.notes = notes;
        this.background = background;
        words.setMaxLength(NoteRules.LONGEST_NOTE);
        words.setAutofocus(true);
        about.setLabel("About");
        about.setItems(ONE, ALL);
        about.setValue(ONE);
        about.addValueChangeListener(change -> start.setVisible(isAboutAll()));
        start.setValue(lock.name());
        start.setVisible(false);
        time.setLabel("For");
        time.setItems(
                Duration.ofHours(1), Duration.ofHours(4), Duration.ofHours(12), Duration.ofDays(1), Duration.ofDays(7));
        time.setItemLabelGenerator(Formats::inWords);
        time.setValue(Duration.ofHours(12));
        dialog = new Confirmation<>(
                "A note on %s".formatted(Formats.visible(lock.name())),
                content(),
                "Leave it",
                background,
                this::leave,
                left -> Toasts.say("Others read it wherever the lock is shown."));
    }

    private Div content() {
        Div fields = new Div();
        fields.addClassName("fields");
        notes.about(lock).forEach(note -> fields.add(known(note)));
        fields.add(
                words,
                about,
                start,
                time,
                new Paragraph(
                        "Shown with the lock, its eviction, its findings and alerts, with your name. A new note of yours on"
                                + " the same locks replaces the former one."));
        return fields;
    }

    private Div known(DutyNote note) {
        Div line = new Div(NoteFacet.line(note));
        line.add(action(
                "Remove",
                note.note(),
                () -> background.change(
                        () -> notes.remove(note),
                        removed -> line.removeFromParent(),
                        why -> Toasts.warn(Confirmation.sentence(why)))));
        return line;
    }

    private boolean isAboutAll() {
        return ALL.equals(about.getValue());
    }

    private DutyNote leave() {
        LockId of = isAboutAll() ? new LockId(lock.source(), start.getValue()) : lock;
        return notes.leave(of, isAboutAll(), words.getValue(), time.getValue());
    }

    void open() {
        dialog.open();
    }
}
