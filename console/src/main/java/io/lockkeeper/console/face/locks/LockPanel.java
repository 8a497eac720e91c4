package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.watch.facet.FacetCard;
import io.lockkeeper.console.watch.facet.Facets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One lock beside the list: who holds it, who waits, and the way to evict. */
final class LockPanel extends Section {

    private final H2 name = new H2();
    private final Span state = new Span();
    private final Span aside = styled(new Span(), "num", "dim");
    private final Anchor whole = styled(new Anchor(), "whole");
    private final RedrawnPanel<Optional<NoLock>> nothing =
            styled(new RedrawnPanel<>(NoLock::because), "band", "nothing");
    private final LockNow now;
    private final Paragraph sentence = styled(new Paragraph(), "sentence");
    private final RedrawnPanel<FoundLine> found = new RedrawnPanel<>(FoundLine::draw);
    private final Anchor waits = styled(new Anchor(), "waits-line");
    private final List<FacetCard<?>> known;
    private final HistoryBand history = new HistoryBand();

    LockPanel(LockNow now, Facets facets, Runnable close) {
        this.now = now;
        known = facets.readCards();
        known.forEach(card -> card.addClassName("band"));
        addClassName("lock-panel");
        setAriaLabel("The lock");
        Div bands = styled(new Div(nothing), "bands");
        bands.getElement()
                .setAttribute("tabindex", "0")
                .setAttribute("role", "group")
                .setAttribute("aria-label", "What is known");
        bands.add(now.bands());
        known.forEach(bands::add);
        bands.add(history);
        Div actions = styled(new Div(), "actions");
        actions.add(now.actions());
        add(head(close), bands, actions);
    }

    void show(LockFacts facts, Instant at) {
        if (now.isAnother(facts)) {
            whole.setHref(LockAddress.whole(facts.id()));
        }
        Components.text(name, Formats.name(facts.name()));
        Components.text(aside, facts.aside());
        now.show(facts, at);
    }

    /** Shows what is known about the lock beyond its document. */
    void tell(LockFacts facts, String words, List<Finding> wrong, LockStory story, Instant at) {
        nothing.show(NoLock.of(facts, story));
        ShownState.of(facts, wrong, story).drawAtLength(state);
        found.show(FoundLine.of(facts, wrong));
        sentence.setVisible(!words.isEmpty());
        Components.text(sentence, words);
        known.forEach(card -> card.show(story.known()));
        history.setVisible(story.isShownBeside(facts));
        history.show(story, at);
    }

    /** Shows the waits beyond the lock's own holders and queue; hides them if there are none. */
    void beyond(LockFacts facts, Optional<String> words) {
        waits.setVisible(words.isPresent());
        Components.text(waits, words.map(it -> "Waits: " + it).orElse(""));
        String address = LockAddress.waits(facts.id());
        if (!address.equals(waits.getHref())) {
            waits.setHref(address);
        }
    }

    private Component head(Runnable close) {
        Button shut = new Button(VaadinIcon.CLOSE_SMALL.create(), click -> close.run());
        shut.addThemeVariants(ButtonVariant.LUMO_TERTIARY_INLINE, ButtonVariant.LUMO_SMALL);
        shut.setAriaLabel("Close");
        Div title = styled(new Div(name, new Div(whole(), CopyLink.button(), shut)), "title");
        Div line = styled(new Div(state, aside), "line");
        sentence.setVisible(false);
        waits.getElement().setAttribute("router-link", true);
        waits.setVisible(false);
        return styled(new Div(title, line, found, sentence, waits), "head");
    }

    private Component whole() {
        whole.add(VaadinIcon.EXPAND_SQUARE.create());
        whole.setRouterIgnore(false);
        whole.getElement().setAttribute("aria-label", "Open this lock on a page of its own");
        whole.getElement().setAttribute("title", "Open this lock on a page of its own");
        return whole;
    }
}
