package io.lockkeeper.console.judge.alerts;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import org.jspecify.annotations.Nullable;

/** Asks whom e-mail goes to. */
final class MailDialog {

    private final TextField name = new TextField("Name");
    private final TextField recipients = new TextField("Recipients");
    private final @Nullable AlertTarget known;
    private final Alerts alerts;
    private final Background background;
    private final Runnable changed;

    /**
     * @param known the target to change; null to add one
     */
    MailDialog(@Nullable AlertTarget known, Alerts alerts, Background background, Runnable changed) {
        this.known = known;
        this.alerts = alerts;
        this.background = background;
        this.changed = changed;
        name.setValue(known == null ? "" : known.name());
        name.setReadOnly(known != null);
        recipients.setValue(known == null ? "" : known.address());
        recipients.setHelperText("Separated by commas");
    }

    void open() {
        Div fields = styled(new Div(name, recipients), "fields");
        alerts.whyNoMail().ifPresent(why -> {
            fields.addComponentAsFirst(styled(new Paragraph(why), "fault"));
        });
        String title = known == null ? "Add e-mail" : "Change the recipients of %s".formatted(known.name());
        new Confirmation<>(
                        title,
                        fields,
                        known == null ? "Add" : "Change",
                        background,
                        () -> alerts.saveMail(
                                name.getValue(), recipients.getValue(), known == null ? null : known.changedAt()),
                        saved -> changed.run())
                .open();
    }
}
