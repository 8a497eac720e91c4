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
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.InvalidException;
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

    /** The fields in which an administrator writes a note. */
    static final class NoteFields extends Div {

        private final TextField prefix = new TextField("Names start with");
        private final TextField owner = new TextField("Owner");
        private final TextField note = new TextField("Note");
        private final TextField runbook = new TextField("Runbook");
        private final List<TextField> links = Stream.generate(() -> new TextField("Link"))
                .limit(NoteRules.MOST_LINKS)
                .toList();

        /** @param known the note that is changed; null to add one */
        NoteFields(@Nullable LockNote known) {
            addClassName("fields");
            prefix.setMaxLength(NoteRules.LONGEST_PREFIX);
            owner.setMaxLength(NoteRules.LONGEST_OWNER);
            note.setMaxLength(NoteRules.LONGEST_NOTE);
            runbook.setMaxLength(NoteRules.LONGEST_ADDRESS);
            runbook.setHelperText("An address with http:// or https://");
            links.getFirst()
                    .setHelperText("A title, a space and an address, which may name %s.".formatted(LinkFields.ALL));
            add(prefix, owner, note, runbook);
            links.forEach(this::add);
            if (known == null) {
                prefix.setAutofocus(true);
                return;
            }
            prefix.setValue(known.prefix());
            prefix.setReadOnly(true);
            owner.setValue(known.owner());
            note.setValue(known.note());
            runbook.setValue(known.runbook());
            for (int i = 0; i < Math.min(links.size(), known.links().size()); i++) {
                NoteLink link = known.links().get(i);
                links.get(i).setValue(link.title() + " " + link.address());
            }
        }

        String prefix() {
            return prefix.getValue();
        }

        NoteSettings.Words words() {
            List<NoteLink> typed = links.stream()
                    .map(field -> field.getValue().strip())
                    .filter(line -> !line.isEmpty())
                    .map(NoteFields::link)
                    .toList();
            return new NoteSettings.Words(owner.getValue(), note.getValue(), runbook.getValue(), typed);
        }

        private static NoteLink link(String line) {
            int space = line.lastIndexOf(' ');
            if (space < 0) {
                throw new InvalidException("“%s” is no title, a space and an address.".formatted(line));
            }
            return new NoteLink(line.substring(0, space), line.substring(space + 1));
        }
    }
}
