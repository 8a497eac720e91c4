package io.lockkeeper.console.ground.components;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.refusal.RefusedException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.springframework.security.access.AccessDeniedException;

/** A dialog that does one thing once, and stays open with a sentence if that failed. */
public final class Confirmation<T> extends Dialog {

    private final Paragraph fault = styled(new Paragraph(), "fault");
    private final Button confirm;
    private final Background background;
    private final Callable<T> action;
    private final Consumer<T> done;

    public Confirmation(
            String title, Component content, String verb, Background background, Callable<T> action, Consumer<T> done) {
        this.background = background;
        this.action = action;
        this.done = done;
        setHeaderTitle(title);
        addClassName("user-dialog");
        fault.setVisible(false);
        fault.getElement().setAttribute("role", "alert");
        add(styled(new Div(content, fault), "content"));
        confirm = new Button(verb, click -> confirmed());
        confirm.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        confirm.setDisableOnClick(true);
        getFooter().add(new Button("Cancel", click -> close()), confirm);
    }

    private void confirmed() {
        background.change(action, this::succeeded, this::failed);
    }

    private void succeeded(T result) {
        close();
        done.accept(result);
    }

    private void failed(Exception why) {
        fault.setText(sentence(why));
        fault.setVisible(true);
        fault.scrollIntoView();
        confirm.setEnabled(true);
    }

    /** The sentence about the failure and its meaning. */
    public static String sentence(Exception why) {
        return switch (why) {
            case RefusedException refused -> String.valueOf(refused.getMessage());
            case AccessDeniedException denied -> denied.getMessage() + " Nothing was changed.";
            default -> "MongoDB did not confirm the change. Reload the page to see whether it was made.";
        };
    }
}
