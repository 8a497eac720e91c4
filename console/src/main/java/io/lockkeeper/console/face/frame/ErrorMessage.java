package io.lockkeeper.console.face.frame;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;

/** An error message: what happened, what it means, and the next step. */
final class ErrorMessage extends Div {

    ErrorMessage(String what, String meaning) {
        addClassName("error-message");
        add(new H2(what), new Paragraph(meaning), new Anchor("locks", "Go to the locks"));
    }
}
