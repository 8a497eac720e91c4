package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.people.users.AdminChanges;
import io.lockkeeper.console.people.users.Author;
import java.time.Instant;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Administrators' changes of alerts: none is made while no alert is sent. */
@Component
class AlertChanges {

    private static final int LONGEST_NAME = 60;

    private final AdminChanges changes;
    private final ConsolePrivileges keeping;
    private final ServerClock clock;

    AlertChanges(AdminChanges changes, ConsolePrivileges keeping, ServerClock clock) {
        this.changes = changes;
        this.keeping = keeping;
        this.clock = clock;
    }

    Instant now() {
        return clock.now();
    }

    /** @param name of the rule or the target */
    void make(Author author, String name, String what, Runnable change) {
        keeping.whyNothingIsSent().ifPresent(why -> {
            throw new RefusedException("Nothing was changed: %s.".formatted(why));
        });
        changes.make(author, subject(name), what, change);
    }

    void requireStill(Author author) {
        changes.requireStill(author);
    }

    /** Records what was done without a change of what is stored. */
    void record(Author author, String name, String what) {
        changes.record(author, subject(name), what);
    }

    private static String subject(String name) {
        return "alert: " + name;
    }

    static String name(String typed) {
        String name = typed.strip();
        if (name.isEmpty() || name.length() > LONGEST_NAME || !name.matches("[\\p{L}\\p{N} ._@:/+-]+")) {
            throw new InvalidException(String.format(
                    Locale.ROOT, "A name has 1 to %d letters, digits, spaces or . _ @ : / + -", LONGEST_NAME));
        }
        return name;
    }

    static void requireAtMost(int most, String what, String typed) {
        if (typed.length() > most) {
            throw new InvalidException(
                    "The %s has %s characters; at most %s are allowed.".formatted(what, typed.length(), most));
        }
    }
}
