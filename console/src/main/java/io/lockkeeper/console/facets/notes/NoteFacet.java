package io.lockkeeper.console.facets.notes;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.facet.Facet;
import io.lockkeeper.console.watch.facet.FacetLink;
import io.lockkeeper.console.watch.facet.Said;
import io.lockkeeper.console.watch.facet.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** The note on a lock. */
@Service
public class NoteFacet implements Facet<AboutLock> {

    private final LockNotes notes;
    private final NoteSettings settings;
    private final Background background;

    NoteFacet(LockNotes notes, NoteSettings settings, Background background) {
        this.notes = notes;
        this.settings = settings;
        this.background = background;
    }

    @Override
    public String name() {
        return "about";
    }

    @Override
    public String css() {
        return "lock-note";
    }

    @Override
    public Optional<AboutLock> read(Subject lock) {
        return notes.about(LinkFields.of(lock));
    }

    @Override
    public Optional<Said> said(AboutLock about) {
        return Optional.of(new Said(about.owner(), about.note(), about.links()));
    }

    @Override
    public Optional<Component> settings() {
        return Optional.of(new LockNotesSection(settings, background));
    }

    @Override
    public List<Component> card(AboutLock about) {
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
    private static Anchor anchor(FacetLink link) {
        Anchor anchor = new Anchor(link.address(), Formats.visible(link.title()));
        anchor.setTarget("_blank");
        anchor.getElement().setAttribute("rel", "noopener noreferrer");
        anchor.setTitle(Formats.visible(link.address()));
        return anchor;
    }
}
