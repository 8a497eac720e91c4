package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.environment.NamedEnvironment;
import io.lockkeeper.console.people.notes.LinkFields;
import io.lockkeeper.console.people.notes.LockNotes;
import org.springframework.stereotype.Component;

/** Writes messages with the environment's name, links to this console and the notes on locks. */
@Component
class Letters {

    private final LockNotes notes;
    private final String environment;
    private final String consoleUrl;

    Letters(LockNotes notes, NamedEnvironment environment, AlertSettings settings) {
        this.notes = notes;
        this.environment = environment.name();
        this.consoleUrl = settings.consoleUrl().strip();
    }

    Letter of(Delivery delivery) {
        return new Letter(delivery, environment, consoleUrl, lock -> notes.about(LinkFields.of(lock)));
    }
}
