package io.lockkeeper.model;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What Lockkeeper needs of a server beyond its version: a server that speaks MongoDB's protocol, and calls itself a replica set of 5.0, may
 * lack it. Found by the very commands of a lock, which match no document and change nothing, and by its pipelines on a document that is
 * nowhere.
 */
public final class ServerAbilities {

    /** Matches no document, on a sharded collection as well: no lock has an empty name. */
    private static final BsonDocument NO_LOCK = BsonDocument.parse("{ _id: '', $expr: { $literal: false } }");

    private static final LockName LOCK = new LockName("-");

    private static final BsonDocument READ = BsonDocument.parse(
            "{ find: '%s', projection: { _id: 1 }, limit: 1, singleBatch: true, readConcern: { level: 'majority' } }"
                    .formatted(LockDocument.COLLECTION));

    /** Brings one document, also where the collection has none, or is not there. */
    private static final List<BsonDocument> ONE_DOCUMENT = List.of(
            new BsonDocument("$match", NO_LOCK),
            BsonDocument.parse("{ $facet: { none: [ { $limit: 1 } ] } }"),
            BsonDocument.parse("{ $replaceWith: { _id: { $literal: '-' } } }"));

    private static final BsonDocument WATCH =
            BsonDocument.parse("{ aggregate: '%s', pipeline: [ { $changeStream: {} } ], cursor: { batchSize: 0 } }"
                    .formatted(LockDocument.COLLECTION));

    /** The codes with which servers reject a command, a stage, an operator, a variable or an option that they do not know. */
    private static final Set<Integer> UNKNOWN_TO_IT = Set.of(
            2, // BadValue
            9, // FailedToParse
            14, // TypeMismatch
            17, // ProtocolError
            40, // ConflictingUpdateOperators
            52, // DollarPrefixedFieldName
            59, // CommandNotFound
            115, // CommandNotSupported
            168, // InvalidPipelineOperator
            238, // NotImplemented
            303, // feature not supported, of other makers
            304); // stage not supported, of other makers

    /** The wire version of MongoDB 5.0. */
    private static final int WIRE_VERSION_5_0 = 13;

    /** Locations in the server's code: how it refuses what it cannot parse, but for the codes of elections and of duplicate keys. */
    private static final int LOCATIONS = 14_000;

    private static final int ASSERTION_OF_OTHERS = 100_000_000;

    private ServerAbilities() {}

    /**
     * Asks the server, which changes nothing.
     *
     * @param hello its answer to {@code hello}
     * @param locks runs a command on the database of the locks, on the primary
     * @return one sentence that names all that is missing; empty if nothing is, or if the server does not even claim to be a replica set or
     *     a sharded cluster of 5.0
     * @throws MongoException if the server does not answer
     */
    public static Optional<String> missing(BsonDocument hello, UnaryOperator<BsonDocument> locks) {
        if (!claimsToBeFit(hello)) {
            return Optional.empty();
        }
        List<String> missing = new ArrayList<>(fields(hello));
        if (!hello.containsKey("setName") && !tellsTime(locks)) {
            missing.add("the field operationTime of an answer");
        }
        refusal(change(), locks)
                .or(() -> refusal(changeOfMany(), locks))
                .or(() -> evaluated(locks))
                .ifPresent(
                        said -> missing.add("updates by an aggregation pipeline with $$NOW (it says: " + said + ")"));
        watch(locks).ifPresent(said -> missing.add("change streams (it says: " + said + ")"));
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "This server speaks MongoDB's protocol but lacks what locks need: %s. No lock can be acquired or released. Use MongoDB 5.0 or newer"
                                .formatted(String.join("; ", missing)));
    }

    private static boolean claimsToBeFit(BsonDocument hello) {
        return hello.getInt32("maxWireVersion", new BsonInt32(0)).getValue() >= WIRE_VERSION_5_0
                && (hello.containsKey("setName") || hello.containsKey("msg"));
    }

    /** A mongos has no last write of its own. */
    private static List<String> fields(BsonDocument hello) {
        List<String> missing = new ArrayList<>();
        if (!hello.containsKey("topologyVersion")) {
            missing.add("the field topologyVersion of hello");
        }
        if (hello.containsKey("setName") && !hello.isDocument("lastWrite")) {
            missing.add("the field lastWrite of hello");
        }
        return missing;
    }

    /** A mongos says so of the reads that it passes on; any other refusal is for others to explain. */
    private static boolean tellsTime(UnaryOperator<BsonDocument> locks) {
        try {
            return locks.apply(READ).isTimestamp("operationTime");
        } catch (MongoCommandException e) {
            return true;
        }
    }

    /** With each operator of a pipeline that grants a lock. */
    private static BsonDocument change() {
        BsonDocument command = Settle.change(attempt(), "").command(WriteConcern.MAJORITY);
        return command.append("query", NO_LOCK).append("upsert", BsonBoolean.FALSE);
    }

    private static BsonDocument changeOfMany() {
        BsonDocument update = new BsonDocument("q", NO_LOCK)
                .append("u", new BsonArray(Settle.change(attempt(), "").pipeline()))
                .append("multi", BsonBoolean.TRUE);
        return new BsonDocument("update", new BsonString(LockDocument.COLLECTION))
                .append("updates", new BsonArray(List.of(update)))
                .append("writeConcern", WriteConcern.MAJORITY.asDocument());
    }

    private static Ask.TryEnqueue attempt() {
        return new Ask.TryEnqueue(LOCK, request(""), Duration.ZERO);
    }

    private static Request request(String acquirer) {
        return Request.exclusive(acquirer, Duration.ofSeconds(30), new Owner("", "", "", "", 0, "", ""));
    }

    /**
     * Has the server do what becomes of a lock: one is granted it, another waits and is handed it. A server may take a pipeline without an
     * objection that it cannot run, or that it runs in another way.
     */
    private static Optional<String> evaluated(UnaryOperator<BsonDocument> locks) {
        List<BsonDocument> pipeline = new ArrayList<>(ONE_DOCUMENT);
        Stream.of(
                        new Ask.Enqueue(LOCK, request("one")),
                        new Ask.Enqueue(LOCK, request("other")),
                        new Ask.Touch(LOCK, "one"),
                        new Ask.Remove(LOCK, "one"))
                .forEach(ask -> pipeline.addAll(Settle.change(ask, "-").pipeline()));
        BsonDocument command = new BsonDocument("aggregate", new BsonString(LockDocument.COLLECTION))
                .append("pipeline", new BsonArray(pipeline))
                .append("cursor", new BsonDocument());
        try {
            return locks.apply(command).getDocument("cursor").getArray("firstBatch").stream()
                    .map(BsonValue::asDocument)
                    .filter(left -> !isHandedOver(left))
                    .map(left -> "a lock that was handed over is %s".formatted(left.toJson()))
                    .findFirst();
        } catch (MongoCommandException e) {
            return judged(e);
        }
    }

    private static boolean isHandedOver(BsonDocument lock) {
        return lock.getArray("queue", new BsonArray()).isEmpty()
                && lock.getArray("holders", new BsonArray()).stream()
                        .map(holder -> holder.asDocument().get("acquirer"))
                        .toList()
                        .equals(List.of(new BsonString("other")));
    }

    private static Optional<String> watch(UnaryOperator<BsonDocument> locks) {
        try {
            BsonDocument cursor = locks.apply(WATCH).getDocument("cursor", new BsonDocument());
            var unused = locks.apply(new BsonDocument("killCursors", new BsonString(LockDocument.COLLECTION))
                    .append("cursors", new BsonArray(List.of(cursor.getInt64("id", new BsonInt64(0))))));
            return Optional.empty();
        } catch (MongoCommandException e) {
            return judged(e);
        }
    }

    private static Optional<String> refusal(BsonDocument command, UnaryOperator<BsonDocument> locks) {
        try {
            BsonDocument answer = locks.apply(command);
            return answer.getArray("writeErrors", new BsonArray()).stream()
                    .map(error -> error.asDocument())
                    .filter(error ->
                            isUnknown(error.getInt32("code", new BsonInt32(0)).getValue()))
                    .map(error -> error.getString("errmsg", new BsonString("?")).getValue())
                    .findFirst();
        } catch (MongoCommandException e) {
            return judged(e);
        }
    }

    /** Any other refusal is for those to explain who look at privileges, collections and elections. */
    private static Optional<String> judged(MongoCommandException e) {
        return isUnknown(e.getCode()) ? Optional.of(e.getErrorMessage()) : Optional.empty();
    }

    private static boolean isUnknown(int code) {
        return UNKNOWN_TO_IT.contains(code) || (code > LOCATIONS && code < ASSERTION_OF_OTHERS);
    }
}
