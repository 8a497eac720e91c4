package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.findings.Finding;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * Records that a rule has reported a finding, for as long as the finding lasts, so that it is not reported again.
 *
 * @param id the rule's name and the finding's id, so that only one of two consoles can report it
 * @param rule the rule's name
 * @param reported the finding that was sent, and who was said to work on it
 * @param delivery the message that reported it
 * @param delivered whether that message has arrived
 */
@Document("alert_episodes")
record Episode(
        @Id String id,
        String rule,
        Reported reported,

        @Indexed(name = "lockkeeper_alert_episodes_delivery")
        String delivery,

        boolean delivered) {

    /** No name of a rule or lock contains a control character. */
    private static final String SEPARATOR = "\u001f";

    Episode {
        if (!id.startsWith(rule + SEPARATOR)) {
            throw new IllegalArgumentException("The id is not that of a finding of the rule");
        }
    }

    static Episode of(AlertRule rule, Finding finding, String delivery) {
        return new Episode(id(rule, finding), rule.name(), Reported.of(finding), delivery, false);
    }

    /** The same, once it is reported that this operator works on it. */
    Episode takenBy(String operator) {
        return new Episode(id, rule, reported.takenBy(operator), delivery, delivered);
    }

    /** The finding's id. */
    String finding() {
        return id.substring(rule.length() + 1);
    }

    static String id(AlertRule rule, Finding finding) {
        return id(rule.name(), finding.id());
    }

    private static String id(String rule, String finding) {
        return rule + SEPARATOR + finding;
    }
}
