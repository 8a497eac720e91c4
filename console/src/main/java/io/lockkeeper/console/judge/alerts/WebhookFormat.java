package io.lockkeeper.console.judge.alerts;

/** The formats that webhooks' receivers understand. */
public enum WebhookFormat {
    LOCKKEEPER("Lockkeeper", "https://hooks.example.com/…"),
    SLACK("Slack", "https://hooks.slack.com/services/…"),
    TEAMS("Microsoft Teams", "https://….api.powerplatform.com/…"),
    PAGERDUTY("PagerDuty", "https://events.pagerduty.com/v2/enqueue");

    private final String title;
    private final String example;

    WebhookFormat(String title, String example) {
        this.title = title;
        this.example = example;
    }

    String title() {
        return title;
    }

    /** An address of such a receiver. */
    String example() {
        return example;
    }

    /** Whether its receiver verifies a signature. */
    boolean isSigned() {
        return this == LOCKKEEPER;
    }

    /** Whether its receiver distinguishes senders by a key in the body. */
    boolean hasRoutingKey() {
        return this == PAGERDUTY;
    }
}
