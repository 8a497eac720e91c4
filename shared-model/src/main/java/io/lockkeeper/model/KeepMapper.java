package io.lockkeeper.model;

import java.time.Duration;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** The BSON mapping of what only kept leases, and requests for them, have. */
final class KeepMapper {

    private static final String KEEP = "keep";
    private static final String TOKENS = "tokens";
    private static final String COHORT = "cohort";
    private static final String USE = "use";

    private KeepMapper() {}

    static @Nullable Keep keep(BsonDocument entry) {
        return entry.containsKey(TOKENS)
                ? new Keep(
                        entry.containsKey(KEEP) ? StoredTimes.duration(entry, KEEP) : Duration.ZERO,
                        entry.getNumber(TOKENS).intValue(),
                        entry.containsKey(COHORT))
                : null;
    }

    static BsonDocument append(BsonDocument entry, @Nullable Keep keep) {
        if (keep == null) {
            return entry;
        }
        if (!keep.time().isZero()) {
            entry.append(KEEP, new BsonInt64(keep.time().toMillis()));
        }
        entry.append(TOKENS, new BsonInt32(keep.tokens()));
        return keep.cohort() ? entry.append(COHORT, BsonBoolean.TRUE) : entry;
    }

    static @Nullable LatestUse use(BsonDocument holder) {
        return holder.containsKey(USE) ? latest(holder.getDocument(USE)) : null;
    }

    private static LatestUse latest(BsonDocument use) {
        return new LatestUse(
                use.getBoolean("idle").getValue(),
                StoredTimes.instant(use, "since"),
                use.getString("thread").getValue(),
                use.getString("note").getValue(),
                use.getNumber("count").intValue(),
                use.getNumber("waiting").intValue());
    }

    static BsonDocument append(BsonDocument holder, @Nullable LatestUse use) {
        return use == null ? holder : holder.append(USE, toBson(use));
    }

    static BsonDocument toBson(LatestUse use) {
        return new BsonDocument("idle", BsonBoolean.valueOf(use.idle()))
                .append("since", new BsonDateTime(use.since().toEpochMilli()))
                .append("thread", new BsonString(use.thread()))
                .append("note", new BsonString(use.note()))
                .append("count", new BsonInt32(use.count()))
                .append("waiting", new BsonInt32(use.waiting()));
    }
}
