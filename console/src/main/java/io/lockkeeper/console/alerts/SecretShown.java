package io.lockkeeper.console.alerts;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Code;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;

/** Shows a webhook's signing secret, this once. A slip of the hand does not close it. */
final class SecretShown extends Dialog {

    SecretShown(String target, String secret) {
        setHeaderTitle("The signing secret of %s".formatted(target));
        addClassName("user-dialog");
        setCloseOnEsc(false);
        setCloseOnOutsideClick(false);
        Code shown = new Code(secret);
        shown.addClassName("password-shown");
        Button copy = new Button("Copy");
        copy.getElement()
                .executeJs(
                        "this.addEventListener('click', () => navigator.clipboard.writeText($0).then(() => this.textContent = 'Copied'))",
                        secret);
        Div line = new Div(shown, copy);
        line.addClassName("password-line");
        Div body = new Div(
                new Paragraph(
                        "It is shown only once. The receiver verifies with it that a message comes from this console: give it to the receiver by a channel that you trust."),
                line);
        body.addClassName("content");
        add(body);
        Button done = new Button("I have it", click -> close());
        done.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        getFooter().add(done);
    }
}
