package io.lockkeeper.model;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What stands in a collection before Lockkeeper creates or changes anything in it. Reads a bounded part of a collection of any size; what the
 * user may not read counts as not there.
 *
 * @param collection which one
 * @param obstacles what others keep or have set there; empty where the collection is free for us
 * @param refused whether nothing of ours is there beside the obstacles; where documents of ours are, or an index of this version, they are no
 *     reason to keep a service from its locks
 * @param indexes as the server lists them; empty where there are none, or the user may not list them
 */
public record CollectionLook(
        LockkeeperCollection collection, List<Obstacle> obstacles, boolean refused, List<BsonDocument> indexes) {

    private static final int SAMPLE = 1_000;
    private static final int LARGER_SAMPLE = 100_000;
    private static final BsonDocument FIELDS = BsonDocument.parse("{ $project: { _id: 0, fields: { $slice: [ { $map: {"
            + " input: { $objectToArray: '$$ROOT' }, in: '$$this.k' } }, 12 ] } } }");
    private static final Set<Integer> NOT_ALLOWED = Set.of(
            13, // Unauthorized
            26, // NamespaceNotFound: dropped meanwhile
            323, // APIStrictError
            8000); // AtlasError

    /**
     * Something that is not ours.
     *
     * @param found in words that follow <em>it</em>
     * @param harms whether it deletes our documents, keeps some out, or takes two for one
     */
    public record Obstacle(String found, boolean harms) {}

    /**
     * Looks at the collection.
     *
     * @param server runs a command on the database, on the primary
     * @throws MongoException if the server does not answer
     */
    public static CollectionLook at(LockkeeperCollection collection, UnaryOperator<BsonDocument> server) {
        return new Reading(collection, server).look();
    }

    /** What stands there, as the end of a sentence that begins with the collection. */
    public String found() {
        return obstacles.stream().map(Obstacle::found).collect(Collectors.joining(", and it "));
    }

    /** Whether our documents suffer from it. */
    public boolean harms() {
        return obstacles.stream().anyMatch(Obstacle::harms);
    }

    /** One look. */
    private record Reading(LockkeeperCollection collection, UnaryOperator<BsonDocument> server) {

        CollectionLook look() {
            Optional<BsonDocument> listed = listed();
            if (listed.isEmpty()) {
                return new CollectionLook(collection, List.of(), false, List.of());
            }
            String type = text(listed.get(), "type", "collection");
            if (!type.equals("collection")) {
                return new CollectionLook(collection, List.of(new Obstacle("is a " + type, true)), true, List.of());
            }
            List<BsonDocument> indexes = batch("listIndexes", new BsonDocument());
            List<Obstacle> obstacles = new ArrayList<>();
            options(listed.get().getDocument("options", new BsonDocument()))
                    .forEach(option -> obstacles.add(new Obstacle(option, true)));
            indexes.forEach(index -> index(index).ifPresent(obstacles::add));
            others().ifPresent(found -> obstacles.add(new Obstacle(found, false)));
            return new CollectionLook(collection, obstacles, !obstacles.isEmpty() && !isInUse(indexes), indexes);
        }

        /** Only the collection's name and type: a user without the privilege to list all collections may read no more. */
        private Optional<BsonDocument> listed() {
            BsonDocument named =
                    new BsonDocument("filter", new BsonDocument("name", new BsonString(collection.name())));
            BsonDocument list = new BsonDocument("listCollections", new BsonInt32(1));
            list.putAll(named);
            try {
                return first(server.apply(list));
            } catch (MongoCommandException e) {
                allowed(e);
            }
            list.append("nameOnly", BsonBoolean.TRUE).append("authorizedCollections", BsonBoolean.TRUE);
            try {
                return first(server.apply(list));
            } catch (MongoCommandException e) {
                allowed(e);
                return Optional.of(new BsonDocument());
            }
        }

        private static List<String> options(BsonDocument options) {
            List<String> found = new ArrayList<>();
            if (is("capped", options)) {
                found.add("is capped, so that MongoDB deletes its oldest documents");
            }
            if (!options.getDocument("validator", new BsonDocument()).isEmpty()) {
                found.add("has a validator");
            }
            if (options.containsKey("collation")) {
                BsonDocument collation = options.getDocument("collation");
                found.add("has a collation (%s, strength %s), by which different names may be equal"
                        .formatted(
                                text(collation, "locale", "?"),
                                collation
                                        .getNumber("strength", new BsonInt32(3))
                                        .intValue()));
            }
            return found;
        }

        /** The one of a clustered collection is that of its names, which every collection has. */
        private Optional<Obstacle> index(BsonDocument index) {
            boolean unique = is("unique", index) && !is("clustered", index);
            boolean purges = index.containsKey("expireAfterSeconds");
            if (collection.indexes().stream().anyMatch(ours -> ours.isNameOf(index)) || !(unique || purges)) {
                return Optional.empty();
            }
            Set<String> key = index.getDocument("key", new BsonDocument()).keySet();
            String harm = harm(index, key.iterator().next(), unique);
            String found = "has the %s index \"%s\" on %s%s"
                    .formatted(unique ? "unique" : "TTL", text(index, "name", "?"), String.join(", ", key), harm);
            return Optional.of(new Obstacle(found, !harm.isEmpty()));
        }

        private String harm(BsonDocument index, String field, boolean unique) {
            boolean onOurs = LockMapper.FIELDS.contains(field.split("\\.", 2)[0]);
            if (!unique) {
                return onOurs ? ", by which MongoDB deletes " + collection.contents() : "";
            }
            boolean skipsOurs = is("sparse", index) || index.containsKey("partialFilterExpression");
            return onOurs || !skipsOurs ? ", which keeps %s out".formatted(collection.contents()) : "";
        }

        private Optional<String> others() {
            return matching(SAMPLE, collection.isOthers()).stream()
                    .map(found -> "holds documents that are no %s (one has the fields %s)"
                            .formatted(collection.contents(), String.join(", ", texts(found.getArray("fields")))))
                    .findFirst();
        }

        private boolean isInUse(List<BsonDocument> indexes) {
            return collection.indexes().stream()
                            .anyMatch(ours -> ours.among(indexes).isPresent())
                    || !matching(LARGER_SAMPLE, collection.isOurs()).isEmpty();
        }

        /** The field names of one matching document among the first {@code sample}. */
        private List<BsonDocument> matching(int sample, BsonDocument filter) {
            BsonArray pipeline = new BsonArray(List.of(
                    new BsonDocument("$limit", new BsonInt32(sample)),
                    new BsonDocument("$match", filter),
                    new BsonDocument("$limit", new BsonInt32(1)),
                    FIELDS));
            return batch("aggregate", new BsonDocument("pipeline", pipeline).append("cursor", new BsonDocument()));
        }

        private List<BsonDocument> batch(String command, BsonDocument arguments) {
            BsonDocument whole = new BsonDocument(command, new BsonString(collection.name()));
            whole.putAll(arguments);
            try {
                return documents(server.apply(whole));
            } catch (MongoCommandException e) {
                allowed(e);
                return List.of();
            }
        }

        private static void allowed(MongoCommandException refusal) {
            if (!NOT_ALLOWED.contains(refusal.getCode())) {
                throw refusal;
            }
        }

        private static Optional<BsonDocument> first(BsonDocument answer) {
            return documents(answer).stream().findFirst();
        }

        private static List<BsonDocument> documents(BsonDocument answer) {
            return answer.getDocument("cursor").getArray("firstBatch").stream()
                    .map(BsonValue::asDocument)
                    .toList();
        }

        private static List<String> texts(BsonArray values) {
            return values.stream().map(value -> value.asString().getValue()).toList();
        }

        private static boolean is(String flag, BsonDocument options) {
            return options.getBoolean(flag, BsonBoolean.FALSE).getValue();
        }

        private static String text(BsonDocument document, String field, String otherwise) {
            return document.getString(field, new BsonString(otherwise)).getValue();
        }
    }
}
