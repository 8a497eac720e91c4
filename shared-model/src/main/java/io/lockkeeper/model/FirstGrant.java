package io.lockkeeper.model;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * The fast path around {@link Settle} for a lock that has no document: creates it with its first holder. It does what Settle would do, and
 * costs the server less, because there is nothing to drop, promote or record. Where there is a document of that name, a lock or not, it
 * fails with a duplicate key and changes nothing.
 *
 * @param request who is to be granted; not for a lease that is kept
 */
public record FirstGrant(LockName lock, Request request) {

    /** No document matches, so the upsert inserts one or fails. */
    private static final BsonArray NEVER = BsonArray.parse("[ { _id: { $exists: true } } ]");

    private static final BsonDocument TOKEN =
            RawBsonDocument.parse("{ $multiply: [ { $toLong: '$$NOW' }, { $literal: { $numberLong: '1000' } } ] }");
    private static final BsonDocument NOW = RawBsonDocument.parse("{ $add: ['$$NOW', 1] }");
    private static final BsonDocument NOBODY_WAITS = RawBsonDocument.parse("{ $literal: [] }");

    /** The fast path to what is asked, if it is a request whose lease is not kept. */
    public static Optional<FirstGrant> of(Ask.Combinable ask) {
        return switch (ask) {
            case Ask.Enqueue enqueue -> of(enqueue.lock(), enqueue.request());
            case Ask.TryEnqueue attempt -> of(attempt.lock(), attempt.request());
            default -> Optional.empty();
        };
    }

    private static Optional<FirstGrant> of(LockName lock, Request request) {
        return request.keep() == null ? Optional.of(new FirstGrant(lock, request)) : Optional.empty();
    }

    /** The change, whose answer is that of Settle. */
    public Change change(String stamp) {
        BsonDocument none = new BsonDocument("_id", new BsonString(lock.value())).append("$nor", NEVER);
        BsonDocument expiresAt =
                new BsonDocument("$add", new BsonArray(List.of(NOW, LockMapper.millis(request.ttl()))));
        BsonDocument granted = new BsonDocument("capacity", new BsonInt32(request.capacity()))
                .append("token", TOKEN)
                .append("holders", new BsonArray(List.of(holder(stamp, expiresAt))))
                .append("queue", NOBODY_WAITS)
                .append("expiresAt", expiresAt);
        return new Change(none, List.of(new BsonDocument("$set", granted)), true);
    }

    private BsonValue holder(String stamp, BsonDocument expiresAt) {
        return new BsonDocument("acquirer", AskedFields.literal(new BsonString(request.acquirer())))
                .append("weight", new BsonInt32(request.weight()))
                .append("token", TOKEN)
                .append("ttl", AskedFields.literal(LockMapper.millis(request.ttl())))
                .append("acquiredAt", NOW)
                .append("updatedAt", NOW)
                .append("expiresAt", expiresAt)
                .append("stamp", AskedFields.literal(new BsonString(stamp)))
                .append("owner", AskedFields.literal(LockMapper.toBson(request.owner())));
    }
}
