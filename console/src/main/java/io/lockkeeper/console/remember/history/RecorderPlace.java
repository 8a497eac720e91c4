package io.lockkeeper.console.remember.history;

import java.time.Instant;
import org.bson.Document;
import org.springframework.data.annotation.Id;

/**
 * The place up to which the history is recorded.
 *
 * @param id always {@value #ID}
 * @param token the change stream's resume token: all before it is recorded
 * @param at when that was, by the server's clock
 * @param begun since when there is a history
 * @param fence the fencing token of the recorder that wrote this: one that was deposed can no longer write
 */
@org.springframework.data.mongodb.core.mapping.Document("streams")
record RecorderPlace(@Id String id, Document token, Instant at, Instant begun, long fence) {

    static final String ID = "history";
    /** Fencing tokens stay below it. */
    private static final long MOST_FENCE = 1L << 53;

    /**
     * What all places that a recorder writes have in common.
     *
     * @param begun since when there is a history
     * @param fence of the recorder's term
     */
    record Term(Instant begun, long fence) {

        RecorderPlace at(Document token, Instant at) {
            return new RecorderPlace(ID, token, at, begun, fence);
        }
    }

    /** Checks that a recorder can have written it: its fence is in the range of tokens, and its times are after 1970. */
    RecorderPlace {
        if (fence < 0 || fence > MOST_FENCE || at.isBefore(Instant.EPOCH) || begun.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException("No recorder can have written that");
        }
    }
}
