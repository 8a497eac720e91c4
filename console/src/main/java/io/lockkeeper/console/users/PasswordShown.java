package io.lockkeeper.console.users;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Code;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;

/** Shows a password for one login, this once. A slip of the hand does not close it. */
final class PasswordShown extends Dialog {

    PasswordShown(String user, String password) {
        setHeaderTitle("The password of %s".formatted(user));
        addClassName("user-dialog");
        setCloseOnEsc(false);
        setCloseOnOutsideClick(false);
        Code shown = new Code(password);
        shown.addClassName("password-shown");
        Button copy = new Button("Copy");
        copy.getElement()
                .executeJs(
                        "this.addEventListener('click', () => navigator.clipboard.writeText($0).then(() => this.textContent = 'Copied'))",
                        password);
        Div line = new Div(shown, copy);
        line.addClassName("password-line");
        Div body = new Div(
                new Paragraph(
                        "It is shown only once and valid for one login, at which its user chooses another. Hand it over in person or by a channel that you trust."),
                line);
        body.addClassName("content");
        add(body);
        Button done = new Button("I have it", click -> close());
        done.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        getFooter().add(done);
    }
}
