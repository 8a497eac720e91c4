package io.lockkeeper.model;

import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/** Reads the stages of a step, in which the names of constants stand for their values. */
final class SettleStages {

    /** The acquirers of the leases that are live and kept. */
    private static final String KEPT_AND_LIVE = """
            { $map: { as: 'h', in: '$$h.acquirer', input: { $filter: {
                input: { $ifNull: ['$holders', []] },
                as: 'h',
                cond: { $and: [
                    { $gt: ['$$h.keep', null] },
                    { $not: ['$$h.evicted'] },
                    { $gt: ['$$h.expiresAt', '$$NOW'] }
                ] }
            } } } }
            """;

    private SettleStages() {}

    static List<BsonDocument> stages(String... json) {
        return Arrays.stream(json).map(SettleStages::stage).toList();
    }

    /** Encoded once, because every call sends the same bytes; immutable as well. */
    private static BsonDocument stage(String json) {
        return RawBsonDocument.parse(json.replace("IS_SOUND", SoundLock.IS_SOUND)
                .replace("KEPT_AND_LIVE", KEPT_AND_LIVE)
                .replace("MAX_ENTRIES", Integer.toString(LockDocument.MAX_ENTRIES))
                .replace("MAX_TOKENS", Integer.toString(Keep.MAX_TOKENS))
                .replace("AHEAD", Long.toString(Keep.AHEAD.toNanos() / 1000))
                .replace("MAX_STACKS", Integer.toString(LockDocument.MAX_STACKS))
                .replace("TOLD_FOR", Long.toString(TakenOut.TOLD_FOR.toMillis()))
                .replace("MOST_TOLD", Integer.toString(TakenOut.MOST))
                .replace("PAUSE_WEIGHT", Integer.toString(Pause.WEIGHT))
                .replace("WAITER_TTL", Long.toString(Waiter.TTL.toMillis()))
                .replace("CLAIM_TIME", Long.toString(Holder.CLAIM_TIME.toMillis())));
    }
}
