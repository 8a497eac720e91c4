package io.lockkeeper.console.face.overview;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A quarter of an hour of the last week. Several consoles write the same one.
 *
 * @param id of scope and quarter
 * @param scope the scope's prefixes, as text
 * @param at when the quarter began, by the server's clock; the server deletes the record after a while
 * @param partlyUnseen whether none of the consoles saw all of it
 */
@Document(QuarterRecord.COLLECTION)
record QuarterRecord(
        @Id String id,
        String scope,

        @Indexed(name = "lockkeeper_quarters_expiry", expireAfter = "8d")
        Instant at,

        int held,
        int waiting,
        int grants,
        int evictions,
        boolean partlyUnseen) {

    static final String COLLECTION = "quarters";

    Slice slice() {
        return new Slice(true, held, waiting, grants, evictions, partlyUnseen);
    }

    /** Which one since 1970. */
    long number() {
        return at.getEpochSecond() / (HourCount.QUARTER * 60);
    }
}
