package io.lockkeeper.console.watch.source;

import java.time.Instant;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** Reads what happened in a collection before its feed began. */
@FunctionalInterface
interface EarlierChanges {

    /** Never reads the past. */
    EarlierChanges NONE = (since, until) -> false;

    /**
     * Requests the past, and returns whether it will be read.
     *
     * @param since {@link Instant#EPOCH} for as far back as the settings say, null for what an earlier console left
     * @param until the feed reports all that is later
     */
    boolean want(@Nullable Instant since, BsonTimestamp until);
}
