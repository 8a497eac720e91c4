package io.lockkeeper.console.remember.history;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * How far records were deleted to limit the history's size.
 *
 * @param id always {@value #ID}
 * @param since leases and waits that ended since then are kept
 */
@Document("streams")
record KeptSince(@Id String id, Instant since) {

    static final String ID = "history-size";
}
