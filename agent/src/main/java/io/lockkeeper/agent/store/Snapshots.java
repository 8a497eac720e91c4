package io.lockkeeper.agent.store;

import com.mongodb.client.FindIterable;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.DamagedLockException;
import io.lockkeeper.model.Snapshot;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the locks that a query finds. A damaged one is logged and left out. */
final class Snapshots {

    private static final Logger log = LoggerFactory.getLogger(Snapshots.class);

    private Snapshots() {}

    /**
     * The locks by name, in one answer where it fits in a message: 1,000 locks of one holder are half a megabyte.
     *
     * @param most how many the query may find
     * @param told learns the server's time
     */
    static Map<String, Snapshot> of(FindIterable<BsonDocument> found, int most, Consumer<Instant> told) {
        Map<String, Snapshot> snapshots = new HashMap<>();
        found.projection(Change.answerProjection())
                .batchSize(most + 1)
                .forEach(answer -> snapshot(answer).ifPresent(each -> {
                    told.accept(each.serverTime());
                    snapshots.put(each.lock().name(), each);
                }));
        return snapshots;
    }

    private static Optional<Snapshot> snapshot(BsonDocument answer) {
        try {
            return Optional.of(Change.answer(answer));
        } catch (DamagedLockException e) {
            log.error("{}; it is left as it is", e.getMessage());
            return Optional.empty();
        }
    }
}
