package io.lockkeeper.model;

import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One field of a lock's document that somebody has written by hand, and that no step may take for true.
 *
 * @param field its path, with the numbers of entries
 * @param value what stands there; null if nothing
 */
record Damage(String field, @Nullable BsonValue value) {

    private static final List<Damage> OF_A_LOCK = of("""
            { capacity: [0, -1, null, '1', NaN, 2147483648, { }], token: [-1, null, 'x', NaN, { $numberLong: '9223372036854775807' }, []],
              expiresAt: [null, 5, 'x', { $timestamp: { t: 1, i: 1 } }, { $date: { $numberLong: '9223372036854775807' } }],
              holders: [null, 5, 'x', { }, [5], [[]], [null]], queue: [null, 5, 'x', { }, [5], [[]], [null]] }
            """, true);

    private static final List<Damage> OF_AN_ENTRY = of("""
            { acquirer: [null, 5, { }], stamp: [null, 5], weight: [-1, 0, null, '1', NaN, 2147483646, { }], ttl: [-1, null, 'x', NaN, { $numberLong: '9223372036854775807' }],
              updatedAt: [null, 5, 'x', { $timestamp: { t: 1, i: 1 } }, { $date: { $numberLong: '-9223372036854775808' } }],
              expiresAt: [null, 5, 'x', { $minKey: 1 }, { $date: { $numberLong: '9223372036854775807' } }],
              owner: [null, 5, 'x', [], { agent: 'a' }] }
            """, true);

    private static final List<Damage> OF_A_HOLDER = of("""
            { acquiredAt: [null, 5, 'x'], token: [-1, 0, null, 'x', { $numberLong: '9223372036854775807' }] }
            """, true);

    private static final List<Damage> OF_A_WAITER = of("{ since: [null, 5, 'x'] }", true);

    private static final List<Damage> NEW_TO_A_HOLDER = of("{ evicted: [null, 5, false, []] }", false);

    private static final List<Damage> NEW_TO_AN_ENTRY =
            of("{ keep: [-5, 0, 'x', { $numberLong: '9223372036854775807' }], tokens: [0, -1, 65537, 'x'] }", false);

    /** What can be damaged of it. */
    static List<Damage> possibleTo(BsonDocument sound) {
        List<Damage> holders = within(sound, "holders");
        return Stream.of(OF_A_LOCK, holders, within(sound, "queue"))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Damage> within(BsonDocument sound, String entries) {
        if (sound.getArray(entries).isEmpty()) {
            return List.of();
        }
        boolean holders = entries.equals("holders");
        return Stream.of(
                        OF_AN_ENTRY,
                        NEW_TO_AN_ENTRY,
                        holders ? OF_A_HOLDER : OF_A_WAITER,
                        holders ? NEW_TO_A_HOLDER : List.<Damage>of())
                .flatMap(List::stream)
                .map(each -> new Damage(entries + ".0." + each.field, each.value))
                .toList();
    }

    /** A field as it should not be, or, where it has to be there, not at all. */
    private static List<Damage> of(String json, boolean required) {
        return BsonDocument.parse(json).entrySet().stream()
                .flatMap(field -> Stream.concat(
                        field.getValue().asArray().stream().map(value -> new Damage(field.getKey(), value)),
                        required ? Stream.of(new Damage(field.getKey(), null)) : Stream.of()))
                .toList();
    }

    BsonDocument done(BsonDocument sound) {
        BsonDocument damaged = copied(sound).asDocument();
        BsonDocument at = damaged;
        String last = field;
        if (field.contains(".")) {
            String[] path = field.split("\\.", -1);
            at = damaged.getArray(path[0]).get(0).asDocument();
            last = path[2];
        }
        if (value == null) {
            at.remove(last);
        } else {
            at.put(last, value);
        }
        return damaged;
    }

    /** What is stored comes as bytes, which nobody changes. */
    private static BsonValue copied(BsonValue value) {
        return switch (value) {
            case BsonDocument document -> {
                BsonDocument copy = new BsonDocument();
                document.forEach((key, each) -> copy.put(key, copied(each)));
                yield copy;
            }
            case BsonArray array ->
                new BsonArray(array.stream().map(Damage::copied).toList());
            default -> value;
        };
    }
}
