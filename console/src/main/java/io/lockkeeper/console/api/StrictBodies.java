package io.lockkeeper.console.api;

import com.fasterxml.jackson.annotation.Nulls;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/** Takes each field of a body in the type of its description only: no number for a text, no text for a number or a time. */
@Component
final class StrictBodies implements JsonMapperBuilderCustomizer {

    @Override
    public void customize(JsonMapper.Builder mapper) {
        mapper.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .withCoercionConfigDefaults(all -> all.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
                .withCoercionConfig(
                        LogicalType.Textual,
                        text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.EmptyString, CoercionAction.TryConvert))
                .addModule(new SimpleModule().addDeserializer(Instant.class, new WrittenInstant()));
    }

    /** Why a body was refused, after a colon: its field and what it must be; empty where no field is at fault. */
    static String fault(@Nullable Throwable cause) {
        if (!(cause instanceof MismatchedInputException wrong)
                || wrong.getPath().isEmpty()) {
            return "";
        }
        String field = wrong.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."))
                .replace(".[", "[");
        return ": %s must be %s".formatted(field, words(wrong.getTargetType()));
    }

    private static String words(@Nullable Class<?> type) {
        if (type == null) {
            return "of another type";
        }
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants())
                    .map(String::valueOf)
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return WORDS.stream()
                .filter(each -> each.types.contains(type))
                .map(Words::words)
                .findFirst()
                .orElse("an object");
    }

    private record Words(List<Class<?>> types, String words) {}

    private static final List<Words> WORDS = List.of(
            new Words(List.of(String.class), "text, in quotes"),
            new Words(List.of(int.class, Integer.class, long.class, Long.class), "a whole number, without quotes"),
            new Words(List.of(boolean.class, Boolean.class), "true or false, without quotes"),
            new Words(List.of(Instant.class), "a time, as in \"2026-11-23T12:00:00Z\""));

    /** A time as ISO 8601 has it: a number could be seconds or milliseconds. */
    private static final class WrittenInstant extends ValueDeserializer<Instant> {

        @Override
        public Instant deserialize(JsonParser json, DeserializationContext context) throws JacksonException {
            if (json.currentToken() != JsonToken.VALUE_STRING) {
                return (Instant) context.handleUnexpectedToken(Instant.class, json);
            }
            String text = json.getString();
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                return (Instant) context.handleWeirdStringValue(Instant.class, text, "not a time of ISO 8601");
            }
        }
    }
}
