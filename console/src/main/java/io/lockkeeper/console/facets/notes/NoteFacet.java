package io.lockkeeper.console.facets.notes;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.facet.Facet;
import io.lockkeeper.console.watch.facet.FacetLink;
import io.lockkeeper.console.watch.facet.Said;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.console.watch.facet.Told;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;

/** The notes on a lock: an administrator’s on all whose names start alike, and what operators let each other know for a time. */
@Service
public class NoteFacet implements Facet<AboutLock> {

    private final LockNotes notes;
    private final DutyNotes duty;
    private final NoteSettings settings;
    private final Background background;

    NoteFacet(LockNotes notes, DutyNotes duty, NoteSettings settings, Background background) {
        this.notes = notes;
        this.duty = duty;
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
        String note = Stream.concat(
                        Stream.of(about.note()).filter(it -> !it.isEmpty()),
                        about.duty().stream()
                                .map(it -> "%s (%s, until %s)"
                                        .formatted(it.note(), Formats.visible(it.by()), Formats.exact(it.until()))))
                .collect(Collectors.joining("\n"));
        return Optional.of(new Said(about.owner(), note, about.links()));
    }

    @Override
    public String brief(AboutLock about) {
        return about.duty().stream()
                .map(it -> "%s: %s".formatted(Formats.visible(it.by()), it.note()))
                .collect(Collectors.joining(" · "));
    }

    @Override
    public List<Told> told(LockScope scope, Instant from, Instant until) {
        return notes.dutyNotes(scope, from, until).stream()
                .map(note -> new Told(
                        note.at(),
                        note.until(),
                        note.all() ? null : LockId.stored(note.source(), note.lock()),
                        "%s let others know of %s: %s"
                                .formatted(
                                        Formats.visible(note.by()),
                                        Formats.name(note.locks()),
                                        Formats.visible(note.note()))))
                .toList();
    }

    @Override
    public Optional<Component> action(Supplier<LockId> lock) {
        return Optional.of(
                        new Button("Leave a note…", click -> new DutyNoteDialog(lock.get(), duty, background).open()))
                .filter(button -> duty.isAllowed())
                .map(button -> {
                    button.addThemeVariants(ButtonVariant.LUMO_TERTIARY);
                    return button;
                });
    }

    @Override
    public Optional<Component> settings() {
        return Optional.of(new LockNotesSection(settings, background));
    }

    @Override
    public List<Component> card(AboutLock about) {
        List<Component> parts = new ArrayList<>();
        Div line = styled(new Div(), "lock-note-line");
        if (!about.owner().isEmpty()) {
            line.add(new Span(styled(new Span("Owner "), "dim"), said(about.owner())));
        }
        about.links().forEach(link -> line.add(anchor(link)));
        if (line.getComponentCount() > 0) {
            parts.add(line);
        }
        if (!about.note().isEmpty()) {
            parts.add(new Paragraph(said(about.note())));
        }
        about.duty().forEach(note -> parts.add(line(note)));
        return parts;
    }

    /** An operator's note, and whose it is. */
    static Paragraph line(DutyNote note) {
        Span who = styled(
                new Span(" — %s, %s, until %s"
                        .formatted(
                                Formats.visible(note.by()),
                                Times.present().named(note.at()),
                                Times.present().named(note.until()))),
                "dim");
        return styled(new Paragraph(said(note.note()), who), "duty-note");
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
