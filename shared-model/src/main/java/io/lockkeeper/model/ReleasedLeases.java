package io.lockkeeper.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * The condition that all leases that a change is to release are live and not evicted. It stands beside the names in the filter of a change
 * that creates no document: where the change matched, it has ended them, even if a later read no longer shows it.
 */
public final class ReleasedLeases {

    private static final BsonDocument LIVE = RawBsonDocument.parse("""
            { $map: { as: 'e', in: '$$e.token', input: { $filter: { input: '$holders', as: 'e', cond: { $and: [
                { $gt: ['$$e.expiresAt', '$$NOW'] }, { $not: ['$$e.evicted'] } ] } } } } }
            """);

    private ReleasedLeases() {}

    /** The tokens of the leases that are to be released. An acquirer does not name its lease: it may have been granted another since. */
    public static List<Long> of(Collection<? extends Ask.Combinable> asks) {
        return asks.stream()
                .filter(ask -> ask instanceof Ask.Remove remove && remove.releases())
                .map(ask -> ((Ask.Remove) ask).lease().getAsLong())
                .toList();
    }

    /** The condition for a document of one of these locks. */
    public static BsonDocument areLive(Map<LockName, ? extends Collection<? extends Ask.Combinable>> asks) {
        List<BsonValue> names = new ArrayList<>();
        List<BsonArray> released = new ArrayList<>();
        asks.forEach((lock, each) -> {
            names.add(new BsonString(lock.value()));
            released.add(new BsonArray(of(each).stream().map(BsonInt64::new).toList()));
        });
        BsonArray place = new BsonArray(List.of(AskedFields.literal(new BsonArray(names)), new BsonString("$_id")));
        BsonArray own = new BsonArray(
                List.of(AskedFields.literal(new BsonArray(released)), new BsonDocument("$indexOfArray", place)));
        return new BsonDocument(
                "$expr",
                new BsonDocument("$setIsSubset", new BsonArray(List.of(new BsonDocument("$arrayElemAt", own), LIVE))));
    }
}
