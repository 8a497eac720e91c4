package io.lockkeeper.console.judge.alerts;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Pre;

/** Says what came of a test, and shows the message that was sent. */
final class SentTest extends Dialog {

    SentTest(AlertTarget target, Alerts.Tested tested) {
        setHeaderTitle("A test of %s".formatted(target.name()));
        addClassName("user-dialog");
        Paragraph outcome = new Paragraph(tested.outcome());
        outcome.addClassName(tested.arrived() ? "says" : "fault");
        outcome.getElement().setAttribute("role", "status");
        Pre message = styled(new Pre(tested.message()), "message-sent");
        add(styled(new Div(outcome, new Paragraph("What was sent:"), message), "content"));
        getFooter().add(new Button("Close", click -> close()));
    }
}
