package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.html.Div;
import java.util.Optional;

/** A sentence above a page about what it cannot do or show at the moment; hidden while there is none. */
public final class Notice extends Div {

    public Notice() {
        addClassName("notice");
        getElement().setAttribute("role", "status");
        setVisible(false);
    }

    public void show(Optional<String> sentence) {
        Components.text(this, sentence.orElse(""));
        setVisible(sentence.isPresent());
    }
}
