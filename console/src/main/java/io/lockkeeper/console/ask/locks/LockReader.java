package io.lockkeeper.console.ask.locks;

import com.mongodb.MongoException;
import com.mongodb.client.model.Filters;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.LockCollections;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Reads the document of one lock: of a free one that the board does not keep, or before it is changed. */
@Component
public class LockReader {

    private static final long LIMIT_MILLIS = 2_000;

    private final LockCollections collections;

    LockReader(LockCollections collections) {
        this.collections = collections;
    }

    /**
     * The document of a lock, if the lock is within the scope.
     *
     * @throws MongoException if MongoDB does not answer
     * @throws RefusedException if it is in a source that was removed, or has another library's locks
     */
    public Optional<Lock> read(LockScope scope, LockId lock) {
        if (!scope.sees(lock)) {
            return Optional.empty();
        }
        return Optional.ofNullable(collections
                        .ofOurs(lock.source())
                        .documents()
                        .aggregate(DocumentLimit.OF_LOCKS.matching(Filters.eq("_id", lock.name())))
                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                        .first())
                .map(Lock::of);
    }
}
