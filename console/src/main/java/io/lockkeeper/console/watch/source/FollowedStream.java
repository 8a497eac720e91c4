package io.lockkeeper.console.watch.source;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;

/**
 * The change stream of a collection with sources, as it is stored.
 *
 * @param id which collection, see {@link #id}
 * @param token all before it is in the history; null if it never was kept
 * @param at when that was
 * @param missed the times of which nothing is recorded, the latest last; null if there are none
 * @param past how far its past is read; null if it is, or never was asked for
 */
@org.springframework.data.mongodb.core.mapping.Document("streams")
record FollowedStream(
        @Id String id,
        @Nullable Document token,
        @Nullable Instant at,
        @Nullable List<Missed> missed,
        @Nullable PastMark past) {

    static final String PREFIX = "source ";

    static String id(Place place) {
        return PREFIX + place;
    }

    @Nullable
    StreamMark mark() {
        return token == null || at == null ? null : new StreamMark(token.toBsonDocument(), at);
    }

    List<Missed> gaps() {
        return Objects.requireNonNullElse(missed, List.of());
    }
}
