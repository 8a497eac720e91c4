package io.lockkeeper.console.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.shell.TypedName;

/** The second way, for a process that is known to be dead: no quarantine, and the lock's name to type. */
public final class EvictNow extends NativeDetails {

    private final TypedName typed;
    private final Button evict = new Button("Evict now");
    private boolean live = true;

    /** @param onEvict called once the name was typed, on a click */
    public EvictNow(String lock, Runnable onEvict) {
        super("The process is dead: evict now");
        typed = new TypedName("Type the lock’s name", lock, this::update);
        addClassName("evict-now");
        evict.addThemeVariants(ButtonVariant.LUMO_ERROR);
        evict.addClickListener(click -> onEvict.run());
        Paragraph warning = new Paragraph(
                "The lease is removed at once and the lock is handed to the next waiter, without time for the"
                        + " holder to stop. If the process still runs, two processes will believe that they hold"
                        + " the lock, and only the token keeps the first one out. Make sure that it is dead.");
        setContent(new Div(warning, typed, evict));
        // A dialog moves the focus among the elements that it takes for focusable: of a summary it has to be told.
        getSummary().getElement().setAttribute("tabindex", "0");
        update();
    }

    /** Whether there is still something to evict. */
    public void setLive(boolean live) {
        this.live = live;
        update();
    }

    private void update() {
        typed.setEnabled(live);
        evict.setEnabled(live && typed.isTyped());
    }
}
