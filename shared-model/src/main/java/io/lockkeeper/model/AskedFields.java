package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What one change asks, as the steps of {@link Settle} read it in the scratch field {@code ask}. */
final class AskedFields {

    private static final Duration AFTER_RECALL = Duration.ofSeconds(1);

    private AskedFields() {}

    /** The requests for one lock that one change combines, in their order. */
    static BsonDocument of(Collection<? extends Ask.Combinable> asks, String stamp) {
        BsonDocument fields = by(asks.stream().flatMap(AskedFields::touched), stamp)
                .append("removed", strings(acquirers(asks, Ask.Remove.class)))
                .append("leaving", strings(acquirers(asks, Ask.TryEnqueue.class)))
                .append("requests", requests(asks));
        asks.stream().flatMap(AskedFields::capacity).findFirst().ifPresent(each -> fields.append("capacity", each));
        if (asks.stream().anyMatch(AskedFields::recalls)) {
            fields.append("recalling", strings(recalling(asks).map(Ask::acquirer)))
                    .append("recallFor", LockMapper.millis(recallTime(asks)));
        }
        return fields;
    }

    /** An expression that gives each of many documents the requests for its lock. */
    static BsonDocument byLock(Map<String, BsonDocument> fields) {
        BsonDocument place = new BsonDocument(
                "$indexOfArray",
                new BsonArray(List.of(literal(strings(fields.keySet().stream())), new BsonString("$_id"))));
        BsonArray each = new BsonArray(List.copyOf(fields.values()));
        return new BsonDocument("$arrayElemAt", new BsonArray(List.of(literal(each), place)));
    }

    static BsonDocument literal(BsonValue value) {
        return new BsonDocument("$literal", value);
    }

    static BsonDocument touches(Collection<Beat> beats, String stamp) {
        BsonDocument fields = by(beats.stream().map(Beat::acquirer), stamp)
                .append(
                        "behind",
                        new BsonArray(beats.stream()
                                .map(beat -> new BsonInt32(beat.behind()))
                                .toList()));
        return beats.stream().noneMatch(AskedFields::tellsUse) ? fields : withUses(fields, beats);
    }

    /** Whether the beat is of a kept lease. */
    static boolean tellsUse(Beat beat) {
        return beat.use() != null;
    }

    private static BsonDocument withUses(BsonDocument fields, Collection<Beat> beats) {
        BsonArray acquirers = new BsonArray();
        BsonArray uses = new BsonArray();
        for (Beat beat : beats) {
            LatestUse use = beat.use();
            if (use != null) {
                acquirers.add(new BsonString(beat.acquirer()));
                uses.add(KeepMapper.toBson(use));
            }
        }
        return fields.append("used", acquirers).append("uses", uses);
    }

    static BsonDocument removes(Collection<String> acquirers, String stamp) {
        return by(Stream.of(), stamp).append("removed", strings(acquirers.stream()));
    }

    static BsonDocument lighten(Ask.Lighten ask, String stamp) {
        return by(Stream.of(ask.acquirer()), stamp).append("weight", new BsonInt32(ask.weight()));
    }

    static BsonDocument linger(Ask.Linger ask, String stamp) {
        return by(Stream.of(ask.acquirer()), stamp).append("atLeast", LockMapper.millis(ask.atLeast()));
    }

    static BsonDocument endKeep(Ask.EndKeep ask, String stamp) {
        return by(Stream.of(), stamp).append("seen", new BsonString(ask.acquirer()));
    }

    /** The report of a thread's stack, for which no acquirer counts as the caller. */
    static BsonDocument attach(Ask.Attach ask, String stamp) {
        return by(Stream.of(), stamp)
                .append("seen", new BsonString(ask.acquirer()))
                .append("state", new BsonString(ask.state().name()))
                .append("frames", LockMapper.texts(ask.frames()));
    }

    /** An operator's eviction: no waiter that the change grants counts as its caller, not even an evicted holder that waits again. */
    static BsonDocument eviction(Holder seen, String by, String reason, Duration quarantine, String stamp) {
        return by(Stream.of(), stamp)
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

    static BsonDocument pause(String by, String reason, Instant until, String stamp) {
        return by(Stream.of(), stamp)
                .append("by", new BsonString(by))
                .append("reason", new BsonString(reason))
                .append("until", new BsonDateTime(until.toEpochMilli()))
                .append("owner", LockMapper.toBson(Pause.owner(by, reason)));
    }

    static BsonDocument takeOut(String acquirer, String by, String reason, String stamp) {
        return by(Stream.of(), stamp)
                .append("seen", new BsonString(acquirer))
                .append("by", new BsonString(by))
                .append("reason", new BsonString(reason));
    }

    private static BsonDocument by(Stream<String> acquirers, String stamp) {
        return new BsonDocument("acquirers", strings(acquirers))
                .append("stamp", new BsonString(stamp))
                .append("woken", new BsonArray());
    }

    private static Stream<Ask.TryEnqueue> recalling(Collection<? extends Ask> asks) {
        return asks.stream()
                .filter(Ask.TryEnqueue.class::isInstance)
                .map(Ask.TryEnqueue.class::cast)
                .filter(AskedFields::recalls);
    }

    /** Whether the request waits for a kept lease. */
    static boolean recalls(Ask ask) {
        return ask instanceof Ask.TryEnqueue attempt && attempt.recall().isPositive();
    }

    /** How long such an entry lasts: somewhat longer than its agent waits, which removes it by then. */
    private static Duration recallTime(Collection<? extends Ask> asks) {
        return recalling(asks)
                .map(Ask.TryEnqueue::recall)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO)
                .plus(AFTER_RECALL);
    }

    private static Stream<String> touched(Ask.Combinable ask) {
        return ask instanceof Ask.Remove remove ? remove.waiting().stream() : Stream.of(ask.acquirer());
    }

    /** Requests that wait, then the tries, the lightest first: so no request stands behind one that leaves again. */
    private static BsonArray requests(Collection<? extends Ask.Combinable> asks) {
        return new BsonArray(asks.stream()
                .sorted(Comparator.comparingInt(AskedFields::weightOfTry))
                .flatMap(AskedFields::request)
                .toList());
    }

    private static int weightOfTry(Ask.Combinable ask) {
        return ask instanceof Ask.TryEnqueue attempt ? attempt.request().weight() : 0;
    }

    private static Stream<BsonDocument> request(Ask.Combinable ask) {
        return switch (ask) {
            case Ask.Enqueue enqueue -> Stream.of(entry(enqueue.request(), enqueue.behind()));
            case Ask.TryEnqueue attempt -> Stream.of(entry(attempt.request(), 0));
            default -> Stream.of();
        };
    }

    private static BsonDocument entry(Request request, int behind) {
        BsonDocument entry = new BsonDocument("acquirer", new BsonString(request.acquirer()))
                .append("weight", new BsonInt32(request.weight()))
                .append("ttl", LockMapper.millis(request.ttl()))
                .append("owner", LockMapper.toBson(request.owner()))
                .append("behind", new BsonInt32(behind));
        return KeepMapper.append(entry, request.keep());
    }

    private static Stream<BsonInt32> capacity(Ask.Combinable ask) {
        return switch (ask) {
            case Ask.Enqueue enqueue ->
                Stream.of(new BsonInt32(enqueue.request().capacity()));
            case Ask.TryEnqueue attempt ->
                Stream.of(new BsonInt32(attempt.request().capacity()));
            default -> Stream.of();
        };
    }

    private static Stream<String> acquirers(Collection<? extends Ask> asks, Class<? extends Ask> kind) {
        return asks.stream().filter(kind::isInstance).map(Ask::acquirer);
    }

    static BsonArray strings(Stream<String> strings) {
        return new BsonArray(strings.map(BsonString::new).toList());
    }
}
