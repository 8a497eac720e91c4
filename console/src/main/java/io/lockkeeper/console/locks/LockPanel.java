package io.lockkeeper.console.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.board.LockState;
import io.lockkeeper.console.shell.Words;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One lock beside the list: who holds it, who waits, and the way to set it free. */
final class LockPanel extends Section {

    private final H2 name = new H2();
    private final Span state = new Span();
    private final Span token = new Span();
    private final Div bands = new Div();
    private final Button evict = new Button("Evict the holder…");
    private final Span why = new Span();
    private final Set<String> unfolded = new HashSet<>();
    private final boolean allowed;
    private @Nullable LockFacts drawn;

    LockPanel(boolean allowed, Runnable close, Runnable onEvict) {
        this.allowed = allowed;
        addClassName("lock-panel");
        setAriaLabel("The lock");
        state.addClassName("state");
        token.addClassNames("num", "dim");
        bands.addClassName("bands");
        add(head(close), bands, foot(onEvict));
    }

    void show(LockFacts facts) {
        if (facts.equals(drawn)) {
            return;
        }
        drawn = facts;
        name.setText(Words.visible(facts.name()));
        state.setText(facts.state().words());
        state.setClassName("state " + facts.state().css());
        token.setText(facts.token() == 0 ? "" : "token " + facts.token());
        bands.removeAll();
        bands.add(new HolderBand(facts, unfolded), new QueueBand(facts));
        showAction(facts);
    }

    private void showAction(LockFacts facts) {
        boolean held = !facts.holders().isEmpty();
        boolean marked = facts.state() == LockState.EVICTED;
        evict.setEnabled(allowed && held);
        evict.setText(marked ? "The eviction…" : "Evict the holder…");
        why.setText(!held ? "Nobody holds this lock." : allowed ? "" : "Only an operator may evict; you are a viewer.");
    }

    private Component head(Runnable close) {
        Button copy = new Button(VaadinIcon.LINK.create());
        copy.addThemeVariants(ButtonVariant.LUMO_TERTIARY_INLINE, ButtonVariant.LUMO_SMALL);
        copy.setAriaLabel("Copy the link to this lock");
        copy.setTooltipText("Copy the link to this lock");
        copy.addAttachListener(attached ->
                copy.getElement().executeJs("this.addEventListener('click', () => window.lockkeeper.copyLink())"));
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
