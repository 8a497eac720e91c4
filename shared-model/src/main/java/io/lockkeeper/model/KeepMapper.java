package io.lockkeeper.model;

import static io.lockkeeper.model.StoredFields.isThere;
import static io.lockkeeper.model.StoredFields.number;
import static io.lockkeeper.model.StoredFields.text;
import static io.lockkeeper.model.StoredTimes.instant;

import java.time.Duration;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** The BSON mapping of the fields that only kept leases, and requests for them, have. */
final class KeepMapper {

    private static final String KEEP = "keep";
    private static final String TOKENS = "tokens";
    private static final String COHORT = "cohort";
    private static final String USE = "use";

    private KeepMapper() {}

    static @Nullable Keep keep(BsonDocument entry) {
        Duration time = isThere(entry, KEEP)
                ? Duration.ofMillis(number(entry, KEEP, 1, StoredTimes.LONGEST.toMillis()))
                : Duration.ZERO;
        return isThere(entry, TOKENS)
                ? new Keep(time, (int) number(entry, TOKENS, 1, Keep.MAX_TOKENS), entry.containsKey(COHORT))
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
        return LockMapper.readable(holder, USE, () -> latest(holder.getDocument(USE)));
    }

    private static LatestUse latest(BsonDocument use) {
        return new LatestUse(
                use.getBoolean("idle").getValue(),
                instant(use, "since"),
                text(use, "thread"),
                text(use, "note"),
                (int) number(use, "count", 0, Integer.MAX_VALUE),
                (int) number(use, "waiting", 0, Integer.MAX_VALUE));
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
