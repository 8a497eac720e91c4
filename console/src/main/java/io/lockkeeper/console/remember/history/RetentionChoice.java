package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.components.LastChange;
import java.time.Duration;
import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.util.unit.DataSize;

/**
 * How long an administrator wants the history kept, and how large at most.
 *
 * @param id always {@value #ID}
 * @param days how long a record is kept after its end
 * @param megabytes how large the history may become
 * @param changedAt when that was chosen
 * @param changedBy by whom
 */
@Document("state")
record RetentionChoice(@Id String id, int days, long megabytes, Instant changedAt, String changedBy) {

    static final String ID = "history-retention";

    /** By another number all of the history would be deleted at once, or none of it ever. */
    RetentionChoice {
        if (days < 1
                || days > Retention.MOST_DAYS
                || megabytes < Retention.FEWEST_MEGABYTES
                || megabytes > Retention.MOST_MEGABYTES) {
            throw new IllegalArgumentException("No administrator can have chosen that");
        }
    }

    Retention.Limits limits() {
        return new Retention.Limits(
                Duration.ofDays(days), DataSize.ofMegabytes(megabytes), new LastChange(changedAt, changedBy));
    }
}
