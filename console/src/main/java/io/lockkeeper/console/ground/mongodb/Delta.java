package io.lockkeeper.console.ground.mongodb;

import com.mongodb.client.model.changestream.UpdateDescription;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The changes of an update, as its event shows them. They can be applied to a document of which parts are {@link #UNKNOWN}: a change within
 * such a part leaves it unknown. A path is read in one way, so fields whose names contain dots are not understood.
 */
public record Delta(UpdateDescription update) {

    /** Stands for a value that is not known; as the last element of an array, it says that there may be more. */
    public static final BsonValue UNKNOWN = new BsonUndefined();

    public BsonDocument changed() {
        return Objects.requireNonNullElseGet(update.getUpdatedFields(), BsonDocument::new);
    }

    /** The paths of all that it changed. */
    public Stream<String> paths() {
        return Stream.of(changed().keySet().stream(), truncated(), removed().stream())
                .flatMap(each -> each);
    }

    /** Whether it says anything about the top-level field. */
    public boolean touches(String field) {
        return paths().map(Delta::top).anyMatch(field::equals);
    }

    /** Whether it only sets values. */
    public boolean onlySets() {
        return removed().isEmpty() && truncated().findAny().isEmpty();
    }

    private List<String> removed() {
        return Objects.requireNonNullElse(update.getRemovedFields(), List.of());
    }

    private Stream<String> truncated() {
        return update.getTruncatedArrays() == null
                ? Stream.of()
                : update.getTruncatedArrays().stream().map(cut -> cut.getField());
    }

    /** Changes the document as it was before the update to what it was after it. */
    public void applyTo(BsonDocument document) {
        applyTo(document, field -> true);
    }

    /** Applies the changes of some top-level fields. */
    public void applyTo(BsonDocument document, Predicate<String> fields) {
        if (update.getTruncatedArrays() != null) {
            update.getTruncatedArrays().stream()
                    .filter(cut -> fields.test(top(cut.getField())))
                    .forEach(cut -> truncate(document, cut.getField(), cut.getNewSize()));
        }
        changed().forEach((path, value) -> {
            if (fields.test(top(path))) {
                set(document, path, value);
            }
        });
        removed().stream().filter(path -> fields.test(top(path))).forEach(path -> remove(document, path));
    }

    public static boolean isUnknown(@Nullable BsonValue value) {
        return value instanceof BsonUndefined;
    }

    private static String top(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    private static void truncate(BsonDocument document, String path, int size) {
        BsonValue cut = at(document, path);
        if (cut instanceof BsonArray array) {
            boolean open = isOpen(array);
            if (array.size() > size) {
                array.subList(size, array.size()).clear();
            }
            while (open && array.size() < size) {
                array.add(UNKNOWN);
            }
        } else if (isUnknown(cut) && size == 0) {
            set(document, path, new BsonArray());
        }
    }

    private static void set(BsonDocument document, String path, BsonValue value) {
        int dot = path.lastIndexOf('.');
        String last = path.substring(dot + 1);
        switch (dot < 0 ? document : at(document, path.substring(0, dot))) {
            case BsonDocument parent -> parent.put(last, value);
            case BsonArray parent -> put(parent, Integer.parseInt(last), value);
            case BsonUndefined unknown -> {}
            case BsonValue other ->
                throw new IllegalStateException(
                        "The update changes %s, which is no part of the document".formatted(path));
        }
    }

    private static void put(BsonArray array, int index, BsonValue value) {
        while (isOpen(array) && array.size() < index + 2) {
            array.add(UNKNOWN);
        }
        if (index == array.size()) {
            array.add(value);
        } else {
            array.set(index, value);
        }
    }

    private static boolean isOpen(BsonArray array) {
        return !array.isEmpty() && isUnknown(array.getLast());
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
                case BsonArray parent when isOpen(parent) -> UNKNOWN;
                case BsonUndefined unknown -> UNKNOWN;
                default -> BsonNull.VALUE;
            };
        }
        return at;
    }
}
