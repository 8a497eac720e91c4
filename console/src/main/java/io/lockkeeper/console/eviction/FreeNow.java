package io.lockkeeper.console.eviction;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.details.Details;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.data.value.ValueChangeMode;
import io.lockkeeper.console.shell.Words;

/** The second way, for a process that is known to be dead: no quarantine, and the lock's name to type. */
final class FreeNow extends Details {

    private final TextField typed = new TextField("Type the lock’s name");
    private final Button free = new Button("Free it now");
    private final String lock;
    private boolean live = true;

    FreeNow(String lock, Runnable onFree) {
        super("The process is dead, free it now");
        this.lock = Words.visible(lock);
        addClassName("free-now");
        typed.setHelperText(this.lock);
        typed.setValueChangeMode(ValueChangeMode.EAGER);
        typed.addValueChangeListener(change -> update());
        typed.setAutocomplete(com.vaadin.flow.component.textfield.Autocomplete.OFF);
        free.addThemeVariants(ButtonVariant.LUMO_ERROR);
        free.addClickListener(click -> onFree.run());
        add(
                new Paragraph(
                        "The lease is removed at once and the lock goes on, without time for the holder to stop. If the process still runs, two processes will believe that they hold the lock, and only the token keeps the first one out. Make sure that it is dead."),
                typed,
                free);
        update();
    }

    void setLive(boolean live) {
        this.live = live;
        update();
    }

    private void update() {
        typed.setEnabled(live);
        free.setEnabled(live && typed.getValue().equals(lock));
    }
}
