package io.lockkeeper.console.watch.dialect;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * A document after the update of a forced release, made in memory as MongoDB would make it. What MongoDB refuses for any document is an
 * {@link IllegalArgumentException}.
 */
record UpdatedDocument(BsonDocument document) {

    static BsonDocument of(BsonDocument before, BsonDocument update) {
        UpdatedDocument after = new UpdatedDocument(before.clone());
        requireNoConflict(update);
        part(update, "$set").forEach(after::set);
        part(update, "$unset").keySet().forEach(after::unset);
        part(update, "$pull").forEach((path, those) -> after.pull(path, those.asDocument()));
        part(update, "$inc").forEach((path, by) -> after.add(path, by.asNumber().longValue()));
        return after.document;
    }

    private static BsonDocument part(BsonDocument update, String name) {
        return update.getDocument(name, new BsonDocument());
    }

    private static void requireNoConflict(BsonDocument update) {
        List<String> paths = update.values().stream()
                .flatMap(part -> part.asDocument().keySet().stream())
                .toList();
        for (int i = 0; i < paths.size(); i++) {
            String path = paths.get(i);
            if (path.equals("_id") || path.startsWith("_id.")) {
                throw new IllegalArgumentException("MongoDB changes no _id");
            }
            if (paths.subList(0, i).stream()
                    .anyMatch(other -> (other + ".").startsWith(path + ".") || (path + ".").startsWith(other + "."))) {
                throw new IllegalArgumentException("MongoDB refuses two changes of “%s” at once".formatted(path));
            }
        }
    }

    private void set(String path, BsonValue value) {
        parent(path, true).put(last(path), value);
    }

    private void unset(String path) {
        parent(path, false).remove(last(path));
    }

    private void pull(String path, BsonDocument those) {
        String by = those.getFirstKey();
        BsonValue array = parent(path, false).get(last(path));
        if (array == null || !array.isArray()) {
            throw new IllegalArgumentException("“%s” has to be an array".formatted(path));
        }
        List<BsonValue> gone = those.getDocument(by).getArray("$in");
        BsonArray left = new BsonArray(array.asArray().stream()
                .filter(each ->
                        !each.isDocument() || !gone.contains(each.asDocument().get(by)))
                .toList());
        parent(path, false).put(last(path), left);
    }

    private void add(String path, long by) {
        BsonValue count = parent(path, true).get(last(path), new BsonInt64(0));
        if (!count.isNumber()) {
            throw new IllegalArgumentException("“%s” has to be a number".formatted(path));
        }
        set(path, new BsonInt64(count.asNumber().longValue() + by));
    }

    /** @param make whether objects are made where there is nothing, and anything else there is refused */
    private BsonDocument parent(String path, boolean make) {
        BsonDocument at = document;
        String[] names = path.split("\\.", -1);
        for (String name : List.of(names).subList(0, names.length - 1)) {
            if (make) {
                at.putIfAbsent(name, new BsonDocument());
            }
            BsonValue next = at.get(name, new BsonDocument());
            if (make && !next.isDocument()) {
                throw new IllegalArgumentException("“%s” leads through “%s”, which is no object".formatted(path, name));
            }
            at = next.isDocument() ? next.asDocument() : new BsonDocument();
        }
        return at;
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
