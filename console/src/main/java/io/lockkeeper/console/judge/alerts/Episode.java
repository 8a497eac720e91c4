package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.findings.Finding;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * Records that a rule has reported a finding to a target, for as long as the finding lasts, so that it is not reported again.
 *
 * @param id the {@link Route}'s key and the finding's id, so that only one of two consoles can report it
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
        if (!id.startsWith(rule + SEPARATOR) && !id.startsWith(rule + Route.SEPARATOR)) {
            throw new IllegalArgumentException("The id is not that of a finding of the rule");
        }
    }

    static Episode of(Route route, Finding finding, String delivery) {
        return new Episode(id(route, finding), route.rule().name(), Reported.of(finding), delivery, false);
    }

    /** The same, once it is reported that this operator works on it. */
    Episode takenBy(String operator) {
        return new Episode(id, rule, reported.takenBy(operator), delivery, delivered);
    }

    /** The finding's id. */
    String finding() {
        return id.substring(id.indexOf(SEPARATOR) + 1);
    }

    /** The key of the {@link Route} by which it was reported. */
    String route() {
        return id.substring(0, id.indexOf(SEPARATOR));
    }

    static String id(Route route, Finding finding) {
        return route.key() + SEPARATOR + finding.id();
    }
}
