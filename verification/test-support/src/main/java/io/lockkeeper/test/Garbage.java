package io.lockkeeper.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Texts and documents that should not be stored, and some day are. The seed repeats them. */
public final class Garbage {
    private static final List<String> SPECIMENS = List.of(
            "$foo",
            "$$ROOT",
            "$$NOW",
            "$ask.stamp",
            "a.b",
            "{$ne:null}",
            "'; DROP",
            "<script>alert(1)</script>",
            "=1+1",
            "%s%n",
            "null",
            "NaN",
            "..",
            "/",
            "\\",
            "\"",
            "\u0000",
            "\u001b[31m",
            "\u202e",
            "\ud800",
            "\udc00",
            "e\u0301",
            "\u00e9",
            "\ufeff",
            "\u2028",
            " ",
            "\u00a0",
            "\ud83d\ude00",
            "BsonNull",
            "?");
    private static final int DEEPEST = 4;

    private final long seed;
    private final RandomGenerator random;

    private Garbage(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /** With the seed of the property {@code lockkeeper.fuzz.seed}, or else a new one. */
    public static Garbage fresh() {
        return new Garbage(Long.getLong("lockkeeper.fuzz.seed", System.nanoTime()));
    }

    /** How many to try: what the property {@code lockkeeper.fuzz} says, or else so many. */
    public static int count(int usual) {
        return Integer.getInteger("lockkeeper.fuzz", usual);
    }

    @Override
    public String toString() {
        return "-Dlockkeeper.fuzz.seed=" + seed;
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Mostly short, now and then longer than any bound. */
    public String text() {
        int parts = below(50) == 0 ? below(300) : below(4);
        return Stream.generate(this::part).limit(parts).reduce("", String::concat);
    }

    private String part() {
        return switch (below(4)) {
            case 0 -> SPECIMENS.get(below(SPECIMENS.size()));
            case 1 -> Character.toString(below(Character.MAX_CODE_POINT + 1));
            default -> Integer.toString(below(1_000_000), 36);
        };
    }

    public BsonValue value() {
        return value(0);
    }

    private BsonValue value(int depth) {
        List<Supplier<BsonValue>> leaves = List.of(
                () -> new BsonString(text()),
                () -> new BsonInt32(random.nextInt()),
                () -> new BsonInt64(random.nextLong()),
                () -> new BsonDouble(List.of(Double.NaN, Double.POSITIVE_INFINITY, -0.0, 1e300)
                        .get(below(4))),
                () -> new BsonDecimal128(List.of(
                                Decimal128.NaN,
                                Decimal128.POSITIVE_INFINITY,
                                Decimal128.parse("1E6111"),
                                Decimal128.NEGATIVE_ZERO)
                        .get(below(4))),
                () -> new BsonDateTime(random.nextLong()),
                () -> new BsonBoolean(random.nextBoolean()),
                BsonNull::new,
                BsonMinKey::new,
                BsonMaxKey::new,
                () -> new BsonTimestamp(random.nextLong()),
                () -> new BsonRegularExpression("a+"),
                () -> new BsonBinary(new byte[below(20)]));
        return switch (depth == DEEPEST ? 2 : below(6)) {
            case 0 -> document(depth + 1);
            case 1 -> array(depth + 1);
            default -> leaves.get(below(leaves.size())).get();
        };
    }

    private BsonDocument document(int depth) {
        BsonDocument document = new BsonDocument();
        for (int i = below(4); i > 0; i--) {
            document.append(fieldName(), value(depth));
        }
        return document;
    }

    private BsonArray array(int depth) {
        List<BsonValue> values = new ArrayList<>();
        for (int i = below(4); i > 0; i--) {
            values.add(value(depth));
        }
        return new BsonArray(values);
    }

    private String fieldName() {
        return text().replace("\u0000", "").replace("$", "S");
    }

    /** The same document with one to three things in it changed: a value of another kind, a field missing, a field too many. */
    public BsonDocument damaged(BsonDocument sound) {
        BsonDocument damaged = sound.clone();
        for (int i = 1 + below(3); i > 0; i--) {
            damage(damaged);
        }
        return damaged;
    }

    private void damage(BsonDocument document) {
        List<String> fields =
                document.keySet().stream().filter(field -> !field.equals("_id")).toList();
        if (fields.isEmpty() || below(12) == 0) {
            document.append(fieldName() + "_", value());
            return;
        }
        String field = fields.get(below(fields.size()));
        if (below(3) > 0 && inner(Objects.requireNonNull(document.get(field))) instanceof BsonDocument within) {
            damage(within);
        } else if (below(2) == 0) {
            document.remove(field);
        } else {
            document.put(field, value());
        }
    }

    private BsonValue inner(BsonValue value) {
        return value.isArray() && !value.asArray().isEmpty()
                ? value.asArray().get(below(value.asArray().size()))
                : value;
    }
}
