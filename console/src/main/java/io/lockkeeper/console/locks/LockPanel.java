package io.lockkeeper.console.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.board.LockState;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.Part;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One lock beside the list: who holds it, who waits, and the way to evict. */
final class LockPanel extends Section {

    private final H2 name = new H2();
    private final Span state = new Span();
    private final Span token = new Span();
    private final Div bands = new Div();
    private final Button evict = new Button("Evict the holder…");
    private final Span why = new Span();
    private final Part<Optional<LockState>> nothing = new Part<>(LockPanel::nothing);
    private final HolderBand holders;
    private final QueueBand queue = new QueueBand();
    private final String refusal;
    private final Paragraph sentence = new Paragraph();
    private final HistoryBand history = new HistoryBand();
    private final Component foot;
    private @Nullable LockFacts drawn;

    /**
     * @param refusal why the user cannot evict; empty if the user can
     * @param choose evicts the one holder chosen of several
     */
    LockPanel(String refusal, Runnable close, Runnable onEvict, Consumer<Holder> choose) {
        this.refusal = refusal;
        holders = new HolderBand(refusal.isEmpty(), choose);
        addClassName("lock-panel");
        setAriaLabel("The lock");
        state.addClassName("state");
        token.addClassNames("num", "dim");
        bands.addClassName("bands");
        nothing.addClassNames("band", "nothing");
        bands.add(nothing, holders, queue, history);
        foot = foot(onEvict);
        add(head(close), bands, foot);
    }

    void show(LockFacts facts) {
        if (facts.equals(drawn)) {
            return;
        }
        boolean another = drawn == null || !drawn.name().equals(facts.name());
        if (another) {
            holders.reset();
            queue.reset();
        }
        drawn = facts;
        Draw.text(name, Words.name(facts.name()));
        Draw.text(state, facts.state().words());
        Draw.css(state, "state " + facts.state().css());
        Draw.text(token, facts.token() == 0 ? "" : "token " + facts.token());
        boolean there = facts.isThere();
        List.of(foot, holders, queue, history).forEach(part -> part.setVisible(there));
        nothing.show(there ? Optional.empty() : Optional.of(facts.state()));
        if (there) {
            holders.show(facts);
            queue.show(facts.queue());
            showAction(facts);
        }
    }

    /** What is known of the lock beyond its document. */
    void tell(String words, LockStory story, Instant now) {
        sentence.setVisible(!words.isEmpty());
        Draw.text(sentence, words);
        history.show(story, now);
    }

    private static List<Component> nothing(Optional<LockState> why) {
        return why.map(LockPanel::nothing).orElse(List.of());
    }

    private static List<Component> nothing(LockState why) {
        return switch (why) {
            case ABSENT ->
                sentences(
                        "There is no lock of this name.",
                        "Check the spelling; names are case-sensitive. A lock appears when a service first asks for"
                                + " it, and is deleted a day after its last use.");
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

    private void showAction(LockFacts facts) {
        int holders = facts.holders().size();
        boolean marked = facts.state() == LockState.EVICTED || facts.state() == LockState.UNANSWERED;
        evict.setVisible(holders <= 1);
        evict.setEnabled(refusal.isEmpty() && holders == 1);
        evict.setText(marked ? "Show the eviction…" : "Evict the holder…");
        why.setText(why(holders));
    }

    private String why(int holders) {
        if (holders == 0) {
            return "Nobody holds this lock.";
        }
        if (!refusal.isEmpty()) {
            return refusal;
        }
        return holders > 1 ? "Several hold this lock: choose the one to evict above." : "";
    }

    private Component head(Runnable close) {
        Button copy = new Button(VaadinIcon.LINK.create());
        copy.addThemeVariants(ButtonVariant.LUMO_TERTIARY_INLINE, ButtonVariant.LUMO_SMALL);
        copy.setAriaLabel("Copy the link to this lock");
        copy.setTooltipText("Copy the link to this lock");
        copy.addAttachListener(attached -> copy.getElement().executeJs("window.lockkeeper.copiesLink(this)"));
        Button shut = new Button(VaadinIcon.CLOSE_SMALL.create(), click -> close.run());
        shut.addThemeVariants(ButtonVariant.LUMO_TERTIARY_INLINE, ButtonVariant.LUMO_SMALL);
        shut.setAriaLabel("Close");
        Div title = new Div(name, new Div(copy, shut));
        title.addClassName("title");
        Div line = new Div(state, token);
        line.addClassName("line");
        sentence.addClassName("sentence");
        sentence.setVisible(false);
        Div head = new Div(title, line, sentence);
        head.addClassName("head");
        return head;
    }

    private Component foot(Runnable onEvict) {
        evict.addThemeVariants(ButtonVariant.LUMO_ERROR);
        evict.addClickListener(click -> onEvict.run());
        why.addClassName("dim");
        Div foot = new Div(evict, why);
        foot.addClassName("foot");
        return foot;
    }
}
