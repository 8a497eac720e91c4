package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Code;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;

/** Shows a secret, this once. A slip of the hand does not close it. */
public final class ShownOnce extends Dialog {

    /** @param meaning what the secret is good for, and what to do with it */
    public ShownOnce(String title, String secret, String meaning) {
        setHeaderTitle(title);
        addClassName("user-dialog");
        setCloseOnEsc(false);
        setCloseOnOutsideClick(false);
        Code shown = new Code(secret);
        shown.addClassName("password-shown");
        Button copy = new Button("Copy");
        copy.getElement()
                .executeJs(
                        "this.addEventListener('click', () => window.lockkeeper.copied($0).then(done => this.textContent = done ? 'Copied' : 'Select it and copy it'))",
                        secret);
        Div line = new Div(shown, copy);
        line.addClassName("password-line");
        Div body = new Div(new Paragraph(meaning), line);
        body.addClassName("content");
        add(body);
        Button done = new Button("I have it", click -> close());
        done.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        getFooter().add(done);
    }
}
