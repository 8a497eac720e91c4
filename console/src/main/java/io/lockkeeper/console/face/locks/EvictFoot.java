package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.LockState;
import java.util.Optional;
import java.util.function.Function;

/** The way to evict the one holder of a lock, or why there is none. */
final class EvictFoot extends Div {

    private final Button evict = new Button("Evict the holder…");
    private final Span why = new Span();
    private final Function<LockId, Optional<String>> refusal;

    /** @param refusal why the user cannot evict from a lock; empty if the user can */
    EvictFoot(Function<LockId, Optional<String>> refusal, Runnable onEvict) {
        this.refusal = refusal;
        addClassName("foot");
        evict.addThemeVariants(ButtonVariant.LUMO_ERROR);
        evict.addClickListener(click -> onEvict.run());
        why.addClassName("dim");
        add(evict, why);
    }

    void show(LockFacts facts) {
        String refused = refusal.apply(facts.id()).orElse("");
        int holders = holders(facts);
        boolean marked = facts.state() == LockState.EVICTED || facts.state() == LockState.UNANSWERED;
        evict.setVisible(holders <= 1);
        evict.setEnabled(refused.isEmpty() && holders == 1);
        evict.setText(marked ? "Show the eviction…" : "Evict the holder…");
        String reason = facts.library().stream().anyMatch(lock -> !lock.isReadable())
                ? "Its document cannot be read, so its holder cannot be evicted."
                : why(refused, holders);
        Components.text(why, reason);
        why.setVisible(!reason.isEmpty());
    }

    private static int holders(LockFacts facts) {
        boolean taken = facts.state() == LockState.HELD || facts.state() == LockState.EXPIRED;
        return facts.library().isEmpty()
                ? facts.holders().size()
                : taken ? facts.library().size() : 0;
    }

    private static String why(String refused, int holders) {
        if (!refused.isEmpty()) {
            return refused;
        }
        if (holders == 0) {
            return "No one holds this lock.";
        }
        return holders > 1 ? "Several hold this lock: choose the one to evict above." : "";
    }
}
