package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.people.users.AdminChanges;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.people.users.Author;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** How long the history is kept, for administrators to see and change. Each change is on record. Waits for MongoDB. */
@Component
public class RetentionSettings {

    private final Retention retention;
    private final AdminChanges changes;
    private final ServerClock clock;

    RetentionSettings(Retention retention, AdminChanges changes, ServerClock clock) {
        this.retention = retention;
        this.changes = changes;
        this.clock = clock;
    }

    public Retention.Limits read() {
        AdminCheck.present();
        return retention.read();
    }

    /**
     * Keeps the history for so long from now on, and makes it so large at most.
     *
     * @param seen when that was last changed, as the author saw it; null while the environment says it
     * @throws InvalidException if a number is out of its bounds
     * @throws OutdatedException if somebody has changed it since
     */
    public Retention.Limits set(int days, long megabytes, @Nullable Instant seen) {
        check(days, megabytes);
        Author author = AdminCheck.present();
        String what =
                String.format(Locale.ROOT, "the history is kept for %,d days, and %,d MB at most", days, megabytes);
        changes.make(author, "history", what, () -> {
            LastChange known = retention.read().chosen();
            LastChange.require("retention of the history", seen, known);
            LastChange change = new LastChange(LastChange.next(known, clock.now()), author.words());
            retention.choose(days, DataSize.ofMegabytes(megabytes), change);
        });
        return retention.read();
    }

    private static void check(int days, long megabytes) {
        if (days < 1 || days > Retention.MOST_DAYS) {
            throw new InvalidException(String.format(
                    Locale.ROOT, "Keep the history for 1 to %,d days. Nothing was changed.", Retention.MOST_DAYS));
        }
        if (megabytes < Retention.FEWEST_MEGABYTES || megabytes > Retention.MOST_MEGABYTES) {
            throw new InvalidException(String.format(
                    Locale.ROOT,
                    "The history may have from %,d to %,d MB. Nothing was changed.",
                    Retention.FEWEST_MEGABYTES,
                    Retention.MOST_MEGABYTES));
        }
    }
}
