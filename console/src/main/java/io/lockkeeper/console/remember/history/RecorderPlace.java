package io.lockkeeper.console.remember.history;

import java.time.Instant;
import org.bson.Document;
import org.springframework.data.annotation.Id;

/**
 * Up to where the history is recorded.
 *
 * @param id always {@value #ID}
 * @param token the change stream's resume token: all before it is recorded
 * @param at when that was, by the server's clock
 * @param begun since when there is a history
 * @param fence the fencing token of the recorder that wrote this: one that was deposed writes no more
 */
@org.springframework.data.mongodb.core.mapping.Document("streams")
record RecorderPlace(@Id String id, Document token, Instant at, Instant begun, long fence) {

    static final String ID = "history";
}
