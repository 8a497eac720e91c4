package io.lockkeeper.model;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** What one change asks, as the steps of {@link Settle} read it in the scratch field {@code ask}. */
final class Ask {

    private Ask() {}

    static BsonDocument by(Collection<String> acquirers, String stamp) {
        return new BsonDocument(
                        "acquirers",
                        new BsonArray(acquirers.stream().map(BsonString::new).toList()))
                .append("stamp", new BsonString(stamp))
                .append("woken", new BsonArray());
    }

    static BsonDocument request(Request request, String stamp) {
        return by(List.of(request.acquirer()), stamp)
                .append("weight", new BsonInt32(request.weight()))
                .append("capacity", new BsonInt32(request.capacity()))
                .append("ttl", LockMapper.millis(request.ttl()))
                .append("owner", LockMapper.toBson(request.owner()));
    }

    static BsonDocument lighten(String acquirer, int weight, String stamp) {
        return by(List.of(acquirer), stamp).append("weight", new BsonInt32(weight));
    }

    static BsonDocument linger(String acquirer, Duration atLeast, String stamp) {
        return by(List.of(acquirer), stamp).append("atLeast", LockMapper.millis(atLeast));
    }

    /** An operator asks: nobody whom the change grants asked for it, not even who is evicted and waits again. */
    static BsonDocument eviction(Holder seen, String by, String reason, Duration quarantine, String stamp) {
        return by(List.of(), stamp)
                .append("seen", new BsonString(seen.acquirer()))
                .append("token", new BsonInt64(seen.token()))
                .append("by", new BsonString(by))
                .append("reason", new BsonString(reason))
                .append("quarantine", LockMapper.millis(quarantine))
                .append("now", BsonBoolean.FALSE);
    }

    static BsonDocument evictionNow(Holder seen, String by, String reason, String stamp) {
        return eviction(seen, by, reason, Duration.ZERO, stamp).append("now", BsonBoolean.TRUE);
    }
}
