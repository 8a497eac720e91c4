package io.lockkeeper.console.ask.overview;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A minute of the last hour, so that it is known after a restart. Several consoles write the same one.
 *
 * @param id of scope and minute
 * @param scope the scope's prefixes, as text
 * @param at when the minute began, by the server's clock; the server deletes the record after a while
 */
@Document(MinuteRecord.COLLECTION)
record MinuteRecord(
        @Id String id,
        String scope,

        @Indexed(name = "lockkeeper_minutes_expiry", expireAfter = "2h")
        Instant at,

        int held,
        int waiting,
        int grants,
        int evictions) {

    static final String COLLECTION = "minutes";

    Slice slice() {
        return Slice.seen(held, waiting, grants, evictions);
    }

    long number() {
        return at.getEpochSecond() / 60;
    }
}
