package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.people.notes.LinkFields;
import io.lockkeeper.console.people.notes.LockNotes;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Sends a message to its target, once: by webhook or e-mail. */
@Component
class Post {

    private final AlertTargets targets;
    private final Webhooks webhooks;
    private final Mails mails;
    private final SecretsKey key;
    private final LockNotes notes;
    private final ServerClock clock;
    private final String consoleUrl;

    Post(
            AlertTargets targets,
            Webhooks webhooks,
            Mails mails,
            SecretsKey key,
            LockNotes notes,
            ServerClock clock,
            AlertSettings settings) {
        this.targets = targets;
        this.webhooks = webhooks;
        this.mails = mails;
        this.key = key;
        this.notes = notes;
        this.clock = clock;
        this.consoleUrl = settings.consoleUrl().strip();
    }

    void send(Delivery delivery) throws UndeliveredException {
        Optional<AlertTarget> target = targets.findById(delivery.target());
        if (target.isEmpty()) {
            throw new UndeliveredException("The target no longer exists.");
        }
        Letter letter = new Letter(delivery, consoleUrl, lock -> notes.about(LinkFields.of(lock)));
        switch (target.get().channel()) {
            case WEBHOOK -> webhooks.post(secret(target.get()), delivery.id(), letter.json(), clock.now());
            case MAIL -> mails.send(target.get().address(), delivery.id(), letter.subject(), letter.text());
        }
    }

    private WebhookSecret secret(AlertTarget target) throws UndeliveredException {
        if (target.secret() == null) {
            throw new UndeliveredException("Its secret is missing in the database. Set up the target again.");
        }
        try {
            return WebhookSecret.parse(key.open(target.name(), target.secret()));
        } catch (UnreadableSecretException e) {
            throw new UndeliveredException(String.valueOf(e.getMessage()));
        }
    }
}
