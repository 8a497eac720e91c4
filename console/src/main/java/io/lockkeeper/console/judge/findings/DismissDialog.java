package io.lockkeeper.console.judge.findings;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import java.time.Duration;

/** Asks why a finding needs no attention, and for how long it is not to be counted: one button per duration. */
final class DismissDialog extends Dialog {

    private final Cause cause;
    private final Dismissals dismissals;
    private final Background background;
    private final TextField reason = new TextField("Reason");
    private final Span problem = new Span();

    DismissDialog(Cause cause, Dismissals dismissals, Background background) {
        this.cause = cause;
        this.dismissals = dismissals;
        this.background = background;
        setHeaderTitle("Dismiss: " + cause.first().kind().title());
        addClassName("dismiss-dialog");
        reason.setMaxLength(Dismissals.LONGEST_REASON);
        reason.setWidthFull();
        problem.addClassName("problem");
        problem.getElement().setAttribute("role", "alert");
        add(new Paragraph(words(cause)), reason, problem);
        Div choices = new Div(
                choice("For an hour", Duration.ofHours(1)),
                choice("For a day", Duration.ofDays(1)),
                choice("For 30 days", Duration.ofDays(30)));
        choices.addClassName("finding-choices");
        Button cancel = new Button("Cancel", click -> close());
        cancel.addThemeVariants(ButtonVariant.LUMO_TERTIARY);
        getFooter().add(cancel, choices);
    }

    private static String words(Cause cause) {
        String which = cause.others().isEmpty() ? "The finding stays" : "All findings of this cause stay";
        return "%s listed below, but not counted until that time is over%s. Locks are not affected."
                .formatted(which, cause.first().kind().outlivesLease() ? ", nor is the same of a later holder" : "");
    }

    private Button choice(String words, Duration howLong) {
        return new Button(words, click -> dismiss(howLong));
    }

    private void dismiss(Duration howLong) {
        String why = reason.getValue().strip();
        if (why.isEmpty()) {
            problem.setText("Enter a reason: the next person on call reads it.");
            reason.focus();
            return;
        }
        problem.setText("");
        background.change(
                () -> {
                    dismissals.dismiss(cause.all(), why, howLong);
                    return true;
                },
                done -> close(),
                failed -> problem.setText("The finding is not dismissed: MongoDB did not confirm it. Try again."));
    }
}
