package io.lockkeeper.console.ground.store;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * The version of the console's own data.
 *
 * @param id always {@value #ID}
 * @param version the number of the last step that was done
 * @param token the fencing token of the lease under which it was done: a migration that lost its lease writes no version
 * @param at when
 */
@Document("schema")
record DataVersion(@Id String id, int version, long token, Instant at) {

    static final String ID = "console";
}
