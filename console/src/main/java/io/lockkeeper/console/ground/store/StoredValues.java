package io.lockkeeper.console.ground.store;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.scope.StoredScope;
import io.lockkeeper.model.StoredTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** The fields of a stored document, read one by one: of what is of another type than it should be, a default stands for the value, and a fault is noted. */
public final class StoredValues {

    /** How the id begins of a document whose own one is no text. */
    private static final String NO_ID = "_id: ";

    private static final int LONGEST_ID = 60;
    private static final StoredScope SCOPES = new StoredScope();

    private final Document stored;
    private final List<String> faults = new ArrayList<>();

    public StoredValues(Document stored) {
        this.stored = stored;
    }

    /** Whether a document can be changed by this {@linkplain #id id}: its own one is a text. */
    public static boolean isText(String id) {
        return !id.startsWith(NO_ID);
    }

    /** The document's id; if that is no text, one that is the {@linkplain #isText id of no document} and says what it is. */
    public String id() {
        return required("_id", String.class).orElseGet(this::unusual);
    }

    private String unusual() {
        String id = String.valueOf(stored.get("_id"));
        return NO_ID + (id.length() > LONGEST_ID ? id.substring(0, LONGEST_ID) + "…" : id);
    }

    /** A text that has to be there; empty if it is not. */
    public String text(String field) {
        return required(field, String.class).orElse("");
    }

    public @Nullable String textOrNull(String field) {
        return optional(field, String.class).orElse(null);
    }

    /** A moment; 1970 if it is not there. */
    public Instant moment(String field) {
        return time(field).orElse(Instant.EPOCH);
    }

    public @Nullable Instant momentOrNull(String field) {
        return time(field).orElse(null);
    }

    private Optional<Instant> time(String field) {
        Optional<Date> date = optional(field, Date.class);
        Optional<Instant> time =
                date.flatMap(each -> StoredTimes.ofMillis(each.toInstant().toEpochMilli()));
        if (time.isEmpty()) {
            date.ifPresent(each -> fault(field, each));
        }
        return time;
    }

    /** False if it is not there. */
    public boolean flag(String field) {
        return optional(field, Boolean.class).orElse(false);
    }

    /** One of a closed set, by its name; the otherwise one if it is none of them. */
    public <E extends Enum<E>> E oneOf(Class<E> type, String field, E otherwise) {
        Object value = stored.get(field);
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.name().equals(value))
                .findFirst()
                .orElseGet(() -> {
                    fault(field, value);
                    return otherwise;
                });
    }

    /** A document within, if there is one. */
    public Optional<Document> within(String field) {
        return optional(field, Document.class);
    }

    /** Which locks; none where that cannot be read, and null if the field is not there. */
    public @Nullable LockScope scope(String field) {
        LockScope scope = within(field).map(SCOPES::convert).orElse(null);
        return scope == null && isAtFault(field) ? LockScope.NOTHING : scope;
    }

    /** Notes that this field's value, which may be a secret, is of no known form. */
    public void unknownForm(String field) {
        faults.add(field + " is of no known form");
    }

    /** Whether the field is there and is something else than it should be. */
    public boolean isAtFault(String field) {
        return faults.stream().anyMatch(fault -> fault.startsWith(field + " is "));
    }

    private void fault(String field, @Nullable Object value) {
        faults.add("%s is %s".formatted(field, value == null ? "missing" : kind(value)));
    }

    /** What is wrong, as the end of a sentence; null if nothing is. */
    public @Nullable String damage() {
        return faults.isEmpty() ? null : String.join(", ", faults);
    }

    private <T> Optional<T> required(String field, Class<T> type) {
        Optional<T> found = optional(field, type);
        if (found.isEmpty() && !isAtFault(field)) {
            fault(field, null);
        }
        return found;
    }

    private <T> Optional<T> optional(String field, Class<T> type) {
        Object value = stored.get(field);
        if (type.isInstance(value)) {
            return Optional.of(type.cast(value));
        }
        if (value != null) {
            fault(field, value);
        }
        return Optional.empty();
    }

    /** A short text is said; anything else may be a secret, or long. */
    private static String kind(Object value) {
        return value instanceof String text && text.length() <= 20
                ? "\"%s\"".formatted(Formats.visible(text))
                : value instanceof String ? "of no known form" : "no such value";
    }
}
