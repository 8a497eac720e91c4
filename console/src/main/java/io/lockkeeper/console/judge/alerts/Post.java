package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.environment.NamedEnvironment;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.watch.facet.Facets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.stereotype.Component;

/** Sends a message to its target, once: by webhook or e-mail. */
@Component
class Post {

    /** The longest time, which with one more attempt is shorter than the outbox keeps others from sending the message. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final OwnRecords records;
    private final Webhooks webhooks;
    private final Mails mails;
    private final SecretsKey key;
    private final Letters letters;
    private final ServerClock clock;

    Post(OwnRecords records, Webhooks webhooks, Mails mails, SecretsKey key, Letters letters, ServerClock clock) {
        this.records = records;
        this.webhooks = webhooks;
        this.mails = mails;
        this.key = key;
        this.letters = letters;
        this.clock = clock;
    }

    void send(Delivery delivery) throws UndeliveredException {
        AlertTarget target = target(delivery.target());
        Letter letter = letters.of(delivery);
        switch (target.channel()) {
            case WEBHOOK -> post(letter, secret(target), target.webhookFormat());
            case MAIL ->
                mails.send(target.address(), delivery.id(), delivery.answered(), letter.subject(), letter.body());
        }
    }

    private AlertTarget target(String name) throws UndeliveredException {
        try {
            return records.whole(name, AlertTarget.class)
                    .orElseThrow(() -> new UndeliveredException("The target no longer exists."));
        } catch (RefusedException unreadable) {
            throw new UndeliveredException(String.valueOf(unreadable.getMessage()));
        }
    }

    private void post(Letter letter, WebhookSecret secret, WebhookFormat format) throws UndeliveredException {
        List<String> bodies = bodies(letter, format, secret.key());
        if (format.isSigned()) {
            webhooks.post(secret, letter.delivery().id(), bodies.getFirst(), clock.now());
        } else {
            postEach(secret.url(), bodies, letter.delivery().posted());
        }
    }

    private static List<String> bodies(Letter letter, WebhookFormat format, String key) {
        return switch (format) {
            case LOCKKEEPER -> List.of(letter.json());
            case SLACK -> List.of(SlackBody.of(letter));
            case TEAMS -> List.of(TeamsBody.of(letter));
            case PAGERDUTY -> PagerDutyEvents.of(letter, key);
        };
    }

    /** The message as its target receives it, but for its key, laid out for people. */
    String shown(Delivery delivery, AlertTarget target) {
        Letter letter = letters.of(delivery);
        return switch (target.channel()) {
            case MAIL -> letter.subject() + "\n\n" + letter.body();
            case WEBHOOK ->
                bodies(letter, target.webhookFormat(), "…").stream()
                        .map(body -> Letter.JSON.readTree(body).toPrettyString())
                        .collect(Collectors.joining("\n"));
        };
    }

    /** @param posted how many of them have arrived before */
    private void postEach(String url, List<String> events, int posted) throws UndeliveredException {
        Instant end = clock.now().plus(LONGEST);
        for (int next = Math.min(posted, events.size()); next < events.size(); next++) {
            if (clock.now().isAfter(end)) {
                String late = String.format(
                        Locale.ROOT, "It did not take all %d events within %d s.", events.size(), LONGEST.toSeconds());
                throw new UndeliveredException(late, null, next);
            }
            try {
                webhooks.post(url, events.get(next));
            } catch (UndeliveredException e) {
                throw e.after(next);
            }
        }
    }

    private WebhookSecret secret(AlertTarget target) throws UndeliveredException {
        if (target.secret() == null) {
            throw new UndeliveredException("Its secret is missing in the database. Set up the target again.");
        }
        try {
            return WebhookSecret.parse(key.open(target.name(), target.secret()));
        } catch (SecretsKey.UnreadableSecretException | DataRetrievalFailureException e) {
            throw new UndeliveredException(String.valueOf(e.getMessage()));
        }
    }

    /** Writes messages with the environment's name, links to this console and what is known of locks. */
    @Component
    static class Letters {

        private final Facets facets;
        private final String environment;
        private final String consoleUrl;

        Letters(Facets facets, NamedEnvironment environment, AlertSettings settings) {
            this.facets = facets;
            this.environment = environment.name();
            this.consoleUrl = settings.consoleUrl().strip();
        }

        Letter of(Delivery delivery) {
            return new Letter(delivery, environment, consoleUrl, facets);
        }
    }
}
