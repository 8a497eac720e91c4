package io.lockkeeper.console.facets.notes;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.refusal.InvalidException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fields in which an administrator writes a note. */
final class NoteFields extends Div {

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
        links.getFirst().setHelperText("A title, a space and an address, which may name %s.".formatted(LinkFields.ALL));
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
