package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.watch.board.LockState;

/** The way to evict the one holder of a lock, or why there is none. */
final class EvictFoot extends Div {

    private final Button evict = new Button("Evict the holder…");
    private final Span why = new Span();
    private final String refusal;

    /** @param refusal why the user cannot evict; empty if the user can */
    EvictFoot(String refusal, Runnable onEvict) {
        this.refusal = refusal;
        addClassName("foot");
        evict.addThemeVariants(ButtonVariant.LUMO_ERROR);
        evict.addClickListener(click -> onEvict.run());
        why.addClassName("dim");
        add(evict, why);
    }

    void show(LockFacts facts) {
        int holders = facts.holders().size();
        boolean marked = facts.state() == LockState.EVICTED || facts.state() == LockState.UNANSWERED;
        evict.setVisible(holders <= 1);
        evict.setEnabled(refusal.isEmpty() && holders == 1);
        evict.setText(marked ? "Show the eviction…" : "Evict the holder…");
        String reason = why(holders);
        Components.text(why, reason);
        why.setVisible(!reason.isEmpty());
    }

    private String why(int holders) {
        if (!refusal.isEmpty()) {
            return refusal;
        }
        if (holders == 0) {
            return "Nobody holds this lock.";
        }
        return holders > 1 ? "Several hold this lock: choose the one to evict above." : "";
    }
}
