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

    private final Finding finding;
    private final Dismissals dismissals;
    private final Background background;
    private final TextField reason = new TextField("Reason");
    private final Span problem = new Span();

    DismissDialog(Finding finding, Dismissals dismissals, Background background) {
        this.finding = finding;
        this.dismissals = dismissals;
        this.background = background;
        setHeaderTitle("Dismiss: " + finding.kind().title());
        addClassName("dismiss-dialog");
        reason.setMaxLength(Dismissals.LONGEST_REASON);
        reason.setWidthFull();
        problem.addClassName("problem");
        problem.getElement().setAttribute("role", "alert");
        add(
                new Paragraph("The finding stays listed below, but is not counted until that time is over"
                        + (finding.kind().outlivesLease() ? ", nor is the same of a later holder" : "")
                        + ". The lock is not affected."),
                reason,
                problem);
        Div choices = new Div(
                choice("For an hour", Duration.ofHours(1)),
                choice("For a day", Duration.ofDays(1)),
                choice("For 30 days", Duration.ofDays(30)));
        choices.addClassName("finding-choices");
        Button cancel = new Button("Cancel", click -> close());
        cancel.addThemeVariants(ButtonVariant.LUMO_TERTIARY);
        getFooter().add(cancel, choices);
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
                    dismissals.dismiss(finding, why, howLong);
                    return true;
                },
                done -> close(),
                failed -> problem.setText("The finding is not dismissed: MongoDB did not confirm it. Try again."));
    }
}
