package io.lockkeeper.console.judge.findings;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A finding that somebody knows about, and that is not counted until a given time.
 *
 * @param finding the finding's id; without the lease where it is about later leases of the lock, too
 * @param reason why, in the user's words
 * @param at when, by the server's clock
 * @param until when it counts again; the server deletes the record then
 */
@Document("dismissals")
public record Dismissal(
        @Id String finding,
        String by,
        String reason,
        Instant at,

        @Indexed(name = "lockkeeper_dismissals_expiry", expireAfter = "0s")
        Instant until) {}
