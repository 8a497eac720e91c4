package io.lockkeeper.console.watch.board;

import java.time.Instant;
import org.bson.Document;
import org.springframework.data.annotation.Id;

/**
 * Where a change stream was.
 *
 * @param id which stream
 * @param token the driver's resume token
 * @param at when that was, by the server's clock
 */
@org.springframework.data.mongodb.core.mapping.Document(StreamPlace.COLLECTION)
record StreamPlace(@Id String id, Document token, Instant at) {

    static final String COLLECTION = "streams";
    static final String BOARD = "board-stream";
}
