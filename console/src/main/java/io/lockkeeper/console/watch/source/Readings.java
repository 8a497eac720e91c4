package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The readings of one document by a collection's sources. If one of them reads a lock, it is not an unreadable lock of the others. */
final class Readings {

    private final Map<FollowedSource, Lock> read = new HashMap<>();

    private Readings() {}

    static Readings of(List<FollowedSource> sources, @Nullable BsonDocument document, TtlIndexes indexes) {
        Readings readings = new Readings();
        if (document != null) {
            sources.forEach(
                    source -> source.read(document, indexes).ifPresent(lock -> readings.read.put(source, lock)));
        }
        if (readings.read.values().stream().anyMatch(Lock::isReadable)) {
            readings.read.values().removeIf(lock -> !lock.isReadable());
        }
        return readings;
    }

    Optional<Lock> by(FollowedSource source) {
        return Optional.ofNullable(read.get(source));
    }
}
