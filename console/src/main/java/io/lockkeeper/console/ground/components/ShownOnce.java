package io.lockkeeper.console.ground.components;

import static io.lockkeeper.console.ground.components.Components.styled;

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
        Code shown = styled(new Code(secret), "password-shown");
        Button copy = new Button("Copy");
        copy.getElement()
                .executeJs(
                        "this.addEventListener('click', () => window.lockkeeper.copied($0).then(done => this.textContent = done ? 'Copied' : 'Select it and copy it'))",
                        secret);
        add(styled(new Div(new Paragraph(meaning), styled(new Div(shown, copy), "password-line")), "content"));
        Button done = new Button("I have it", click -> close());
        done.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        getFooter().add(done);
    }
}
