package io.lockkeeper.console.watch.source;

import java.time.Instant;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/** Reads what happened in a collection before its feed began. */
@FunctionalInterface
interface EarlierChanges {

    /** Where none is read. */
    EarlierChanges NONE = (since, until) -> false;

    /**
     * Asks for it; answers whether it will be read.
     *
     * @param since {@link Instant#EPOCH} for as far back as the settings say, null for what an earlier console left
     * @param until all later is told by the feed
     */
    boolean want(@Nullable Instant since, BsonTimestamp until);
}
