package io.lockkeeper.console.watch.dialect;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Documents of held locks, made up from what a dialect's file says of them. */
final class HeldExamples {

    /** The time at which they are held. */
    static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private static final Duration LASTS = Duration.ofHours(1);
    private static final BsonValue TEXT = new BsonString("example");

    private final FileDialect dialect;
    private final BsonDocument document = new BsonDocument();

    private HeldExamples(FileDialect dialect) {
        this.dialect = dialect;
    }

    /** A held document for each way in which the lock can be held. */
    static List<BsonDocument> of(FileDialect dialect) {
        return dialect.lock().heldTest() instanceof HeldTest.AnyFilled(List<FieldPath> fields)
                ? fields.stream()
                        .map(field -> new HeldExamples(dialect)
                                .made(fields.stream()
                                        .filter(other -> !other.equals(field))
                                        .toList()))
                        .toList()
                : List.of(new HeldExamples(dialect).made(List.of()));
    }

    private BsonDocument made(List<FieldPath> blank) {
        dialect.shape().fields().forEach((path, rule) -> put(path, value(rule)));
        pull().ifPresent(it -> {
            put(it.from(), new BsonArray(List.of(new BsonDocument(it.by(), TEXT))));
            put(it.count(), new BsonInt32(1));
        });
        Stream.of(dialect.lock().identity(), dialect.lock().heldTest().fields())
                .flatMap(List::stream)
                .filter(path -> path.first(document).isEmpty())
                .forEach(path -> put(path, TEXT));
        Stream.concat(dialect.lock().acquired().stream(), dialect.lock().heartbeat().stream())
                .forEach(field -> put(field.path(), time(field, NOW)));
        dialect.lock().expiry().source().ifPresent(field -> put(field.path(), time(field, expiry())));
        dialect.shape().noLock().forEach((path, rule) -> {
            if (rule instanceof FieldRule.Other(List<BsonValue> others)) {
                put(path, others.getFirst());
            }
        });
        if (dialect.lock().heldTest() instanceof HeldTest.FieldIs(FieldPath field, BsonValue value)) {
            put(field, fitting(field, value));
        }
        blank.forEach(this::blank);
        return document;
    }

    private Optional<Recipe.Pull> pull() {
        return dialect.force()
                .release()
                .filter(Recipe.Change.class::isInstance)
                .flatMap(it -> ((Recipe.Change) it).pull());
    }

    private Instant expiry() {
        return dialect.lock().expiry() instanceof ExpiryRule.InField ? NOW.plus(LASTS) : NOW;
    }

    private BsonValue time(TimeField field, Instant at) {
        return field.form() == TimeForm.OBJECT_ID
                ? new BsonObjectId(new ObjectId(Date.from(at)))
                : fitting(field.path(), field.form().write(at));
    }

    /** Drivers write the same number in different types. */
    private BsonValue fitting(FieldPath path, BsonValue value) {
        FieldRule rule = dialect.shape().fields().get(path);
        if (rule == null || !value.isNumber()) {
            return value;
        }
        long number = value.asNumber().longValue();
        return Stream.of(value, new BsonInt32((int) number), new BsonInt64(number), new BsonDouble(number))
                .filter(rule::fits)
                .findFirst()
                .orElse(value);
    }

    private void blank(FieldPath path) {
        FieldRule rule = dialect.shape().fields().get(path);
        put(
                path,
                Stream.of(BsonNull.VALUE, new BsonString(""), new BsonArray())
                        .filter(value -> rule == null || rule.fits(value))
                        .findFirst()
                        .orElse(null));
    }

    private static @Nullable BsonValue value(FieldRule rule) {
        return switch (rule) {
            case FieldRule.Exactly(BsonValue value) -> value;
            case FieldRule.Other other -> TEXT;
            case FieldRule.OfKind(Set<BsonKind> kinds) -> Collections.min(kinds).example();
        };
    }

    private void put(FieldPath path, @Nullable BsonValue value) {
        put(document, path.text(), value);
    }

    private static void put(BsonDocument at, String path, @Nullable BsonValue value) {
        int dot = path.indexOf('.');
        if (dot >= 0) {
            put(inner(at, path.substring(0, dot)), path.substring(dot + 1), value);
        } else if (value == null) {
            at.remove(path);
        } else {
            at.put(path, value);
        }
    }

    /** The object there, or the first one of the array there. */
    private static BsonDocument inner(BsonDocument at, String name) {
        BsonValue there = at.get(name);
        if (there != null && there.isArray()) {
            if (there.asArray().stream().noneMatch(BsonValue::isDocument)) {
                at.put(name, new BsonArray(List.of(new BsonDocument())));
            }
            return at.getArray(name).getFirst().asDocument();
        }
        if (there == null || !there.isDocument()) {
            at.put(name, new BsonDocument());
        }
        return at.getDocument(name);
    }
}
