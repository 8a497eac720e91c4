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
import io.lockkeeper.console.shell.More;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One lock beside the list: who holds it, who waits, and the way to evict. */
final class LockPanel extends Section {

    private static final int SHOWN_HOLDERS = 50;

    private final H2 name = new H2();
    private final Span state = new Span();
    private final Span token = new Span();
    private final Div bands = new Div();
    private final Button evict = new Button("Evict the holder…");
    private final Span why = new Span();
    private final More holders = new More(SHOWN_HOLDERS, this::redraw);
    private final QueueBand queue = new QueueBand();
    private final Set<String> unfolded = new HashSet<>();
    private final boolean allowed;
    private final Component foot;
    private final Consumer<Holder> choose;
    private @Nullable LockFacts drawn;

    /** @param choose evicts the one holder chosen of several */
    LockPanel(boolean allowed, Runnable close, Runnable onEvict, Consumer<Holder> choose) {
        this.allowed = allowed;
        this.choose = choose;
        addClassName("lock-panel");
        setAriaLabel("The lock");
        state.addClassName("state");
        token.addClassNames("num", "dim");
        bands.addClassName("bands");
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
        boolean same = !another && facts.isThere() && facts.sameHolders(drawn);
        drawn = facts;
        name.setText(Words.name(facts.name()));
        state.setText(facts.state().words());
        state.setClassName("state " + facts.state().css());
        token.setText(facts.token() == 0 ? "" : "token " + facts.token());
        foot.setVisible(facts.isThere());
        if (!facts.isThere()) {
            bands.removeAll();
            bands.add(nothing(facts));
            return;
        }
        if (!same) {
            bands.removeAll();
            bands.add(new HolderBand(facts, unfolded, holders, allowed ? choose : null), queue);
        }
        queue.show(facts.queue());
        showAction(facts);
    }

    private void redraw() {
        LockFacts facts = drawn;
        if (facts != null) {
            drawn = LockFacts.unread(facts.name());
            show(facts);
        }
    }

    private static Component nothing(LockFacts facts) {
        Div band = switch (facts.state()) {
            case ABSENT ->
                sentences(
                        "There is no lock of this name.",
                        "Check the spelling; names are case-sensitive. A lock appears when a service first asks for it, and"
                                + " is deleted a day after its last use.");
            case FOREIGN ->
                sentences(
                        "This is not a Lockkeeper lock.",
                        "Another program keeps this document in the same collection. Agents do not touch it.");
            default -> new Div(new Paragraph("Reading this lock …"));
        };
        band.addClassNames("band", "nothing");
        return band;
    }

    private static Div sentences(String what, String meaning) {
        return new Div(new H3(what), new Paragraph(meaning));
    }

    private void showAction(LockFacts facts) {
        int holders = facts.holders().size();
        boolean marked = facts.state() == LockState.EVICTED || facts.state() == LockState.UNANSWERED;
        evict.setVisible(holders <= 1);
        evict.setEnabled(allowed && holders == 1);
        evict.setText(marked ? "Show the eviction…" : "Evict the holder…");
        why.setText(why(holders));
    }

    private String why(int holders) {
        if (holders == 0) {
            return "Nobody holds this lock.";
        }
        if (!allowed) {
            return "Only an operator may evict; you are a viewer.";
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
        Div head = new Div(title, line);
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
