package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.TypedName;

/**
 * The second way, for a process that is known to be dead: no quarantine, and the lock's name to type. While it is unfolded, its button
 * takes the place of the first way's in the dialog's footer, so that nobody clicks the other one.
 */
public final class EvictNow extends NativeDetails {

    private final TypedName typed;
    private final Button evict = new Button("Evict now");
    private boolean live = true;

    /**
     * @param onEvict called once the name was typed, on a click
     * @param onToggle called when it was folded or unfolded
     */
    public EvictNow(String lock, Runnable onEvict, Runnable onToggle) {
        super("The process is dead: evict now");
        typed = new TypedName("Type %s to confirm", lock, this::update);
        addClassName("evict-now");
        evict.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_ERROR);
        evict.addClickListener(click -> onEvict.run());
        Paragraph warning = new Paragraph(
                "The lease is removed at once and the lock is handed to the next waiter, without time for the"
                        + " holder to stop. If the process still runs, two processes will believe that they hold"
                        + " the lock, and only the token keeps the first one out. Make sure that it is dead.");
        setContent(new Div(warning, typed));
        // A dialog moves the focus among the elements that it takes for focusable: of a summary it has to be told.
        getSummary().getElement().setAttribute("tabindex", "0");
        addToggleListener(toggled -> {
            update();
            onToggle.run();
        });
        update();
    }

    /** What does it, for the dialog's footer. */
    public Button button() {
        return evict;
    }

    /** Whether it was chosen and is possible. */
    public boolean isChosen() {
        return live && isOpen();
    }

    /** Whether there is still something to evict. */
    public void setLive(boolean live) {
        this.live = live;
        update();
    }

    private void update() {
        typed.setEnabled(live);
        evict.setVisible(isChosen());
        evict.setEnabled(typed.isTyped());
    }
}
