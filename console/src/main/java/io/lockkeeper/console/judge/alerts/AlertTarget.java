package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.components.LastChange;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * Whom alerts are sent to.
 *
 * @param name what people call it
 * @param address as people see it: a webhook's host, or the recipients of e-mail, separated by commas
 * @param secret a webhook's URL and its key, encrypted; null for e-mail
 * @param format what a webhook's receiver understands; null for Lockkeeper's own, and for e-mail
 * @param changedAt when it was last changed
 */
@Document("alert_targets")
public record AlertTarget(
        @Id String name,
        Channel channel,
        String address,
        @Nullable Sealed secret,
        @Nullable WebhookFormat format,
        Instant changedAt,
        String changedBy) {

    AlertTarget changedAt(Instant at) {
        return new AlertTarget(name, channel, address, secret, format, at, changedBy);
    }

    /** The name of its kind for people. */
    String kind() {
        return webhookFormat() == WebhookFormat.LOCKKEEPER
                ? channel.title()
                : webhookFormat().title();
    }

    /** The format that its receiver understands; unused for e-mail. */
    public WebhookFormat webhookFormat() {
        return Objects.requireNonNullElse(format, WebhookFormat.LOCKKEEPER);
    }

    LastChange lastChange() {
        return new LastChange(changedAt, changedBy);
    }

    public enum Channel {
        WEBHOOK("Webhook"),
        MAIL("E-mail");

        private final String title;

        Channel(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }
}
