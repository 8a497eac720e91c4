package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.model.StoredTimes;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDateTime;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** How a time is written. */
enum TimeForm {
    DATE {
        @Override
        Optional<Instant> read(BsonValue value) {
            return value.isDateTime() ? StoredTimes.ofMillis(value.asDateTime().getValue()) : Optional.empty();
        }

        @Override
        BsonValue write(Instant time) {
            return new BsonDateTime(time.toEpochMilli());
        }
    },
    MILLIS {
        @Override
        Optional<Instant> read(BsonValue value) {
            return number(value).flatMap(StoredTimes::ofMillis);
        }

        @Override
        BsonValue write(Instant time) {
            return new BsonInt64(time.toEpochMilli());
        }
    },
    MICROS {
        @Override
        Optional<Instant> read(BsonValue value) {
            return number(value).flatMap(it -> StoredTimes.ofMillis(Math.floorDiv(it, 1_000)));
        }

        @Override
        BsonValue write(Instant time) {
            return new BsonInt64(Math.multiplyExact(time.toEpochMilli(), 1_000));
        }
    },
    SECONDS {
        @Override
        Optional<Instant> read(BsonValue value) {
            return number(value)
                    .filter(it -> Math.abs(it) < FARTHEST_SECONDS)
                    .flatMap(it -> StoredTimes.ofMillis(it * 1_000));
        }

        @Override
        BsonValue write(Instant time) {
            return new BsonInt64(time.getEpochSecond());
        }
    },
    ISO {
        @Override
        Optional<Instant> read(BsonValue value) {
            try {
                return value.isString()
                        ? StoredTimes.ofMillis(
                                Instant.parse(value.asString().getValue()).toEpochMilli())
                        : Optional.empty();
            } catch (DateTimeException | ArithmeticException e) {
                return Optional.empty();
            }
        }

        @Override
        BsonValue write(Instant time) {
            return new BsonString(Instant.ofEpochMilli(time.toEpochMilli()).toString());
        }
    },
    /** The time at which an ObjectId was made, to the second. */
    OBJECT_ID {
        @Override
        Optional<Instant> read(BsonValue value) {
            return value.isObjectId()
                    ? Optional.of(value.asObjectId().getValue().getDate().toInstant())
                    : Optional.empty();
        }

        @Override
        BsonValue write(Instant time) {
            throw new UnsupportedOperationException("No id is made for a time");
        }
    };

    /** Beyond it, milliseconds would not fit into a long. */
    private static final long FARTHEST_SECONDS = Long.MAX_VALUE / 1_000;

    /** The time, or nothing where the value is none in this form. */
    abstract Optional<Instant> read(BsonValue value);

    abstract BsonValue write(Instant time);

    /** The kinds of a field that may hold it. */
    Stream<BsonKind> kinds() {
        return switch (this) {
            case DATE -> Stream.of(BsonKind.DATE);
            case MILLIS, MICROS, SECONDS -> Stream.of(BsonKind.INT, BsonKind.LONG, BsonKind.DOUBLE);
            case ISO -> Stream.of(BsonKind.STRING);
            case OBJECT_ID -> Stream.of(BsonKind.OBJECT_ID);
        };
    }

    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<TimeForm> of(String text) {
        return Arrays.stream(values()).filter(form -> form.text().equals(text)).findFirst();
    }

    private static Optional<Long> number(BsonValue value) {
        return value.isNumber() ? Optional.of(value.asNumber().longValue()) : Optional.empty();
    }
}
