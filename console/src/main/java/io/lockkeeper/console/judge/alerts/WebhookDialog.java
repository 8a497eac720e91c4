package io.lockkeeper.console.judge.alerts;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.PasswordField;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.ShownOnce;
import io.lockkeeper.console.ground.components.Toasts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks where a webhook goes and what its receiver understands, and shows the secret that messages are signed with. */
final class WebhookDialog {

    private final TextField name = new TextField("Name");
    private final Select<WebhookFormat> format = new Select<>();
    private final TextField url = new TextField("Address");
    private final PasswordField routingKey = new PasswordField("Integration key");
    private final @Nullable AlertTarget known;
    private final Alerts alerts;
    private final Background background;
    private final Runnable changed;

    /**
     * @param known the target to change; null to add one
     */
    WebhookDialog(@Nullable AlertTarget known, Alerts alerts, Background background, Runnable changed) {
        this.known = known;
        this.alerts = alerts;
        this.background = background;
        this.changed = changed;
        name.setValue(known == null ? "" : known.name());
        name.setReadOnly(known != null);
        url.setHelperText("Stored encrypted. From then on the page shows only its host.");
        routingKey.setHelperText(
                "Of the service's integration “Events API v2”. Stored encrypted, and never shown again.");
        format.setLabel("Receiver");
        format.setItems(WebhookFormat.values());
        format.setItemLabelGenerator(WebhookFormat::title);
        format.addValueChangeListener(change -> show(change.getValue()));
        format.setValue(known == null ? WebhookFormat.LOCKKEEPER : known.webhookFormat());
    }

    private void show(WebhookFormat chosen) {
        url.setPlaceholder(chosen.example());
        if (chosen == WebhookFormat.PAGERDUTY && url.isEmpty()) {
            url.setValue(chosen.example());
        }
        routingKey.setVisible(chosen.hasRoutingKey());
        if (!chosen.hasRoutingKey()) {
            routingKey.clear();
        }
    }

    void open() {
        Div fields = styled(new Div(name, format, url, routingKey), "fields");
        alerts.whyNoWebhook().ifPresent(why -> {
            fields.addComponentAsFirst(styled(new Paragraph(why), "fault"));
        });
        if (known != null && known.webhookFormat().isSigned()) {
            fields.add(new Paragraph(
                    "This makes a new signing secret. The receiver refuses messages until you give it that secret."));
        }
        String title = known == null ? "Add a webhook" : "Change the webhook %s".formatted(known.name());
        new Confirmation<>(
                        title,
                        fields,
                        known == null ? "Add" : "Change",
                        background,
                        () -> alerts.saveWebhook(
                                name.getValue(),
                                url.getValue(),
                                format.getValue(),
                                routingKey.getValue(),
                                known == null ? null : known.changedAt()),
                        this::saved)
                .open();
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
