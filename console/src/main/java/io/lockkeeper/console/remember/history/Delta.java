package io.lockkeeper.console.remember.history;

import com.mongodb.client.model.changestream.UpdateDescription;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What an update changed, as its event tells it. Of a lock's document no field's name contains a dot or is a number, so that a
 * path reads in one way.
 */
record Delta(UpdateDescription update) {

    private static final Pattern TOUCHED =
            Pattern.compile("expiresAt|(holders|queue)\\.\\d+\\.(updatedAt|expiresAt|stamp|behind|use(\\..+)?)");

    /** Whether it only proves entries alive: it tells no history. */
    boolean isTouch() {
        return isEmpty(update.getRemovedFields())
                && (update.getTruncatedArrays() == null
                        || update.getTruncatedArrays().isEmpty())
                && changed().keySet().stream()
                        .allMatch(path -> TOUCHED.matcher(path).matches());
    }

    BsonDocument changed() {
        return Objects.requireNonNullElseGet(update.getUpdatedFields(), BsonDocument::new);
    }

    /** Changes the document as it was before the update to what it was after it. */
    void applyTo(BsonDocument document) {
        if (update.getTruncatedArrays() != null) {
            update.getTruncatedArrays().forEach(cut -> truncate(document, cut.getField(), cut.getNewSize()));
        }
        changed().forEach((path, value) -> set(document, path, value));
        if (update.getRemovedFields() != null) {
            update.getRemovedFields().forEach(path -> remove(document, path));
        }
    }

    private static boolean isEmpty(@Nullable List<String> paths) {
        return paths == null || paths.isEmpty();
    }

    private static void truncate(BsonDocument document, String path, int size) {
        if (at(document, path) instanceof BsonArray array && array.size() > size) {
            array.subList(size, array.size()).clear();
        }
    }

    private static void set(BsonDocument document, String path, BsonValue value) {
        int dot = path.lastIndexOf('.');
        String last = path.substring(dot + 1);
        switch (dot < 0 ? document : at(document, path.substring(0, dot))) {
            case BsonDocument parent -> parent.put(last, value);
            case BsonArray parent -> put(parent, Integer.parseInt(last), value);
            case BsonValue other ->
                throw new IllegalStateException(
                        "The update changes %s, which is no part of the document".formatted(path));
        }
    }

    private static void put(BsonArray array, int index, BsonValue value) {
        if (index == array.size()) {
            array.add(value);
        } else {
            array.set(index, value);
        }
    }

    private static void remove(BsonDocument document, String path) {
        int dot = path.lastIndexOf('.');
        if ((dot < 0 ? document : at(document, path.substring(0, dot))) instanceof BsonDocument parent) {
            parent.remove(path.substring(dot + 1));
        }
    }

    private static BsonValue at(BsonDocument document, String path) {
        BsonValue at = document;
        for (String step : path.split("\\.", -1)) {
            at = switch (at) {
                case BsonDocument parent -> parent.get(step, BsonNull.VALUE);
                case BsonArray parent when Integer.parseInt(step) < parent.size() -> parent.get(Integer.parseInt(step));
                default -> BsonNull.VALUE;
            };
        }
        return at;
    }
}
