package io.lockkeeper.console.facets.notes;

import static io.lockkeeper.console.ground.components.Components.action;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The notes on locks, for administrators: list, add, change, remove. */
final class LockNotesSection extends Section {

    private final NoteSettings settings;
    private final Background background;
    private final Div list = new Div();

    public LockNotesSection(NoteSettings settings, Background background) {
        this.settings = settings;
        this.background = background;
        addClassNames("card", "rules");
        Button add = new Button("Add note…", click -> ask(null));
        add.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_PRIMARY);
        Div head = new Div(new H2("Notes on locks"), add);
        head.addClassName("rules-head");
        add(
                head,
                new Paragraph(
                        "Who answers for the locks whose names start so, and where to look. Shown with each finding,"
                                + " lock, eviction and alert; of several prefixes, the longest one’s note is shown."),
                list);
        load();
    }

    private void load() {
        background.read(settings::list, this::show, failed -> {
            list.removeAll();
            list.add(new Paragraph("The notes could not be read. Reload the page when MongoDB answers."));
        });
    }

    private void show(List<LockNote> found) {
        list.removeAll();
        if (found.isEmpty()) {
            list.add(new Paragraph("No note."));
            return;
        }
        Table table = new Table("Notes on locks", "rule", List.of("Names start with", "Says", "Changed", ""));
        found.forEach(note -> table.body().add(row(note)));
        list.add(table);
    }

    private NativeTableRow row(LockNote note) {
        NativeTableCell actions = Table.cell(
                new Div(button("Change…", note, () -> ask(note)), button("Remove…", note, () -> drop(note))));
        actions.addClassName("actions");
        String links = Stream.concat(
                        Stream.of("Runbook").filter(it -> !note.runbook().isEmpty()),
                        note.links().stream().map(NoteLink::title))
                .collect(Collectors.joining(", "));
        String says = Stream.of(note.owner(), note.note(), links)
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining(" · "));
        NativeTableRow row = Table.row("rule");
        row.add(
                Table.cell(Components.span("pattern", note.prefix())),
                Table.cell(Components.span("", says)),
                Table.cell(Components.span(
                        "dim",
                        "%s by %s"
                                .formatted(
                                        Times.present().named(note.changedAt()), Formats.visible(note.changedBy())))),
                actions);
        return row;
    }

    private static Button button(String words, LockNote note, Runnable act) {
        return action(words, note.prefix(), act);
    }

    private void ask(@Nullable LockNote known) {
        NoteFields fields = new NoteFields(known);
        new Confirmation<>(
                        known == null
                                ? "Add a note"
                                : "Change the note on %s".formatted(Formats.visible(known.prefix())),
                        fields,
                        known == null ? "Add" : "Change",
                        background,
                        () -> settings.set(fields.prefix(), fields.words(), known == null ? null : known.changedAt()),
                        set -> load())
                .open();
    }

    private void drop(LockNote note) {
        new Confirmation<>(
                        "Remove the note on %s?".formatted(Formats.visible(note.prefix())),
                        new Paragraph("Its locks then show the note of a shorter prefix, or none."),
                        "Remove",
                        background,
                        () -> settings.remove(note.prefix(), note.changedAt()),
                        removed -> load())
                .open();
    }
}
