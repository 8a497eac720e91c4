package io.lockkeeper.console.judge.alerts;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.PasswordField;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.ShownOnce;
import io.lockkeeper.console.ground.components.Toasts;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks where messages go: whom e-mail goes to, or the address of a webhook and what its receiver understands. Then it shows the secret
 * that a webhook's messages are signed with.
 */
final class TargetDialog {

    private final TextField name = new TextField("Name");
    private final @Nullable AlertTarget known;
    private final @Nullable Instant seen;
    private final Targets targets;
    private final Background background;
    private final Runnable changed;

    /**
     * @param known the target to change; null to add one
     */
    TargetDialog(@Nullable AlertTarget known, Targets targets, Background background, Runnable changed) {
        this.known = known;
        this.seen = known == null ? null : known.changedAt();
        this.targets = targets;
        this.background = background;
        this.changed = changed;
        name.setValue(known == null ? "" : known.name());
        name.setReadOnly(known != null);
    }

    void openMail() {
        TextField recipients = new TextField("Recipients");
        recipients.setValue(known == null ? "" : known.address());
        recipients.setHelperText("Separated by commas");
        open(
                known == null ? "Add e-mail" : "Change the recipients of %s".formatted(known.name()),
                fields(targets.whyNoMail(), recipients),
                () -> targets.saveMail(name.getValue(), recipients.getValue(), seen),
                saved -> changed.run());
    }

    void openWebhook() {
        TextField url = new TextField("Address");
        url.setHelperText("Stored encrypted. From then on the page shows only its host.");
        PasswordField key = new PasswordField("Integration key");
        key.setHelperText("Of the service's integration “Events API v2”. Stored encrypted, and never shown again.");
        Select<WebhookFormat> format = new Select<>();
        format.setLabel("Receiver");
        format.setItems(WebhookFormat.values());
        format.setItemLabelGenerator(WebhookFormat::title);
        format.addValueChangeListener(change -> suit(change.getValue(), url, key));
        format.setValue(known == null ? WebhookFormat.LOCKKEEPER : known.webhookFormat());
        Div fields = fields(targets.whyNoWebhook(), format, url, key);
        if (known != null && known.webhookFormat().isSigned()) {
            fields.add(new Paragraph(
                    "This makes a new signing secret. The receiver refuses messages until you give it that secret."));
        }
        open(
                known == null ? "Add a webhook" : "Change the webhook %s".formatted(known.name()),
                fields,
                () -> targets.saveWebhook(name.getValue(), url.getValue(), format.getValue(), key.getValue(), seen),
                this::saved);
    }

    private static void suit(WebhookFormat chosen, TextField url, PasswordField key) {
        url.setPlaceholder(chosen.example());
        if (chosen == WebhookFormat.PAGERDUTY && url.isEmpty()) {
            url.setValue(chosen.example());
        }
        key.setVisible(chosen.hasRoutingKey());
        if (!chosen.hasRoutingKey()) {
            key.clear();
        }
    }

    private Div fields(Optional<String> fault, Component... asked) {
        Div fields = styled(new Div(name), "fields");
        fields.add(asked);
        fault.ifPresent(why -> fields.addComponentAsFirst(styled(new Paragraph(why), "fault")));
        return fields;
    }

    private <T> void open(String title, Div fields, Callable<T> save, Consumer<T> saved) {
        new Confirmation<>(title, fields, known == null ? "Add" : "Change", background, save, saved).open();
    }

    private void saved(Optional<String> secret) {
        changed.run();
        secret.ifPresentOrElse(this::show, () -> Toasts.say("Saved. Send a test to see whether it arrives."));
    }

    private void show(String secret) {
        new ShownOnce(
                        "The signing secret of %s".formatted(name.getValue()),
                        secret,
                        "It is shown only once. The receiver uses it to verify that a message comes from this console: pass it on by a channel that you trust.")
                .open();
    }
}
