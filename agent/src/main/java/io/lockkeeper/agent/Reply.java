package io.lockkeeper.agent;

import com.mongodb.MongoException;
import io.lockkeeper.model.Snapshot;
import java.util.Optional;

/** What became of one change that was sent to the server. */
sealed interface Reply {

    /** It is applied and acknowledged by a majority; the lock as it left it, or nothing where the lock has no document. */
    record Answered(Optional<Snapshot> snapshot) implements Reply {}

    /** It may have been applied, or may still be. */
    record Unknown(MongoException cause) implements Reply {}

    /** The server said no; it is not applied. */
    record Refused(RuntimeException cause) implements Reply {}
}
