package io.lockkeeper.console.watch.dialect;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * How a library's document shows its lock.
 *
 * @param oneDocument whether a name is meant to have one document, and nothing in the library keeps a second out
 * @param holders where its holders stand
 * @param acquired since when it is held
 * @param heartbeat when it was renewed last
 * @param expiry when it ends by itself
 * @param endsFree whether a lock past its expiry counts as free
 * @param heldTest whether it is held
 * @param heldMeans what "held" means here
 * @param fence where its fencing token stands
 * @param identity the fields that together identify an acquisition
 */
record LockRule(
        NameTemplate name,
        boolean oneDocument,
        List<FieldPath> holders,
        Optional<TimeField> acquired,
        Optional<TimeField> heartbeat,
        ExpiryRule expiry,
        boolean endsFree,
        HeldTest heldTest,
        String heldMeans,
        Optional<FieldPath> fence,
        List<FieldPath> identity) {

    DialectLock read(BsonDocument document, TtlIndexes indexes) {
        return new DialectLock(
                name(document),
                heldTest.isHeld(document),
                endsFree,
                heldTest.isHeld(document) ? holders(document) : List.of(),
                acquired.flatMap(field -> field.read(document)),
                heartbeat.flatMap(field -> field.read(document)),
                expiry.of(document, indexes),
                fence(document),
                Acquisition.of(document, identity),
                Optional.empty(),
                "");
    }

    DialectLock unreadable(BsonDocument document, String damage) {
        return DialectLock.unreadable(
                name(document, document.get("_id", BsonNull.VALUE)), Acquisition.of(document, identity), damage);
    }

    boolean isSurelyHeld(BsonDocument document) {
        return heldTest.filter().isPresent() && heldTest.isHeld(document);
    }

    /** Whether the time of an acquisition is one of the fields that identify it. */
    boolean identifiesByTime() {
        return acquired.filter(field -> identity.contains(field.path())).isPresent();
    }

    /** The times that it reads. */
    Stream<TimeField> times() {
        return Stream.of(acquired, heartbeat, expiry.source()).flatMap(Optional::stream);
    }

    private String name(BsonDocument document) {
        return name.fill(field ->
                new FieldPath(field).first(document).map(NameTemplate::text).orElse("?"));
    }

    /** The name, also of a document that may lack the fields of it. */
    private String name(BsonDocument document, BsonValue id) {
        boolean named =
                name.fields().stream().allMatch(field -> field.first(document).isPresent());
        return named ? name(document) : NameTemplate.text(id);
    }

    private List<String> holders(BsonDocument document) {
        return holders.stream()
                .flatMap(field -> field.values(document))
                .flatMap(value -> value.isArray() ? value.asArray().stream() : Stream.of(value))
                .filter(value -> !value.isNull())
                .map(NameTemplate::text)
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
    }

    private OptionalLong fence(BsonDocument document) {
        return fence.flatMap(field -> field.first(document))
                .filter(BsonValue::isNumber)
                .map(value -> OptionalLong.of(value.asNumber().longValue()))
                .orElseGet(OptionalLong::empty);
    }
}
