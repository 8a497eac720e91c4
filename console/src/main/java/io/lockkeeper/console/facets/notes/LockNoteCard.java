package io.lockkeeper.console.people.notes;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The note on a lock; hidden if there is none. */
public final class LockNoteCard extends Div {

    private final LockNotes notes;
    private final RedrawnPanel<Optional<AboutLock>> shown = new RedrawnPanel<>(LockNoteCard::draw);

    public LockNoteCard(LockNotes notes) {
        this.notes = notes;
        addClassName("lock-note");
        setVisible(false);
        add(shown);
    }

    public void show(LinkFields lock) {
        Optional<AboutLock> about = notes.about(lock);
        shown.show(about);
        setVisible(about.isPresent());
    }

    private static List<Component> draw(Optional<AboutLock> about) {
        return about.map(LockNoteCard::parts).orElse(List.of());
    }

    private static List<Component> parts(AboutLock about) {
        List<Component> parts = new ArrayList<>();
        Div line = new Div();
        line.addClassName("lock-note-line");
        if (!about.owner().isEmpty()) {
            Span label = new Span("Owner ");
            label.addClassName("dim");
            line.add(new Span(label, said(about.owner())));
        }
        about.links().forEach(link -> line.add(anchor(link)));
        if (line.getComponentCount() > 0) {
            parts.add(line);
        }
        if (!about.note().isEmpty()) {
            parts.add(new Paragraph(said(about.note())));
        }
        return parts;
    }

    private static Span said(String text) {
        Span said = new Span(Formats.visible(text));
        said.getElement().setAttribute("dir", "auto");
        return said;
    }

    /** A link out of the console: the other site learns nothing of this page, and cannot reach it. */
    private static Anchor anchor(NoteLink link) {
        Anchor anchor = new Anchor(link.address(), Formats.visible(link.title()));
        anchor.setTarget("_blank");
        anchor.getElement().setAttribute("rel", "noopener noreferrer");
        anchor.setTitle(Formats.visible(link.address()));
        return anchor;
    }
}
