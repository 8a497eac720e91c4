package io.lockkeeper.host.line;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.JsonpCharacterEscapes;

/** A JSON object that is one line. */
public final class JsonLine {

    private static final int MAX_DEPTH = 8;
    private static final int MAX_NUMBER = 40;
    private static final String TOO_MUCH =
            String.format(Locale.ROOT, "at most %d levels, and %d characters of a number", MAX_DEPTH, MAX_NUMBER);

    /** It keeps no names that peers made up, and escapes the two line separators that some readers take for the end of a line. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
            .characterEscapes(JsonpCharacterEscapes.instance())
            .build();

    private final Map<String, Object> members = new LinkedHashMap<>();

    /**
     * Reads one object as RFC 8259 has it, each name once. Members that are {@code null} are left out, as if they had not been sent. Numbers
     * are {@link Long} or {@link Double}.
     */
    static Map<String, Object> parse(String line) throws MalformedLineException {
        try (JsonParser from = JSON.createParser(ObjectReadContext.empty(), line)) {
            try {
                if (from.nextToken() != JsonToken.START_OBJECT) {
                    throw malformed(from, "an object");
                }
                Map<String, Object> object = object(from);
                if (from.nextToken() != null) {
                    throw malformed(from, "nothing more after the object");
                }
                return object;
            } catch (StreamConstraintsException e) {
                throw malformed(from, TOO_MUCH);
            } catch (JacksonException e) {
                throw malformed(from, "JSON, with each name once");
            }
        }
    }

    /** As {@link #parse}, of a line that is no peer's. */
    public static Map<String, Object> read(String line) throws IOException {
        try {
            return parse(line);
        } catch (MalformedLineException e) {
            throw new IOException(e);
        }
    }

    private static MalformedLineException malformed(JsonParser from, String expected) {
        return new MalformedLineException(String.format(
                Locale.ROOT,
                "The line is no JSON object: at character %d, expected %s.",
                from.currentLocation().getCharOffset() + 1,
                expected));
    }

    private static Map<String, Object> object(JsonParser from) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name = from.nextName(); name != null; name = from.nextName()) {
            Object value = value(from, from.nextToken());
            if (value != null) {
                members.put(name, value);
            }
        }
        return members;
    }

    private static List<Object> array(JsonParser from) {
        List<Object> values = new ArrayList<>();
        for (JsonToken next = from.nextToken(); next != JsonToken.END_ARRAY; next = from.nextToken()) {
            Object value = value(from, next);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private static @Nullable Object value(JsonParser from, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(from);
            case START_ARRAY -> array(from);
            case VALUE_NUMBER_INT -> from.getLongValue();
            case VALUE_NUMBER_FLOAT -> from.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> from.getString();
        };
    }

    public static JsonLine of(String name, Object value) {
        return new JsonLine().with(name, value);
    }

    /** The answer to a line that was not served. */
    public static JsonLine error(String code, String text) {
        return of("error", new JsonLine().with("code", code).with("text", text));
    }

    /** With a text, a whole number, a boolean, another object or a map or list of these. Nothing is added for null. */
    public JsonLine with(String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
        return this;
    }

    /** With all that the other one has. */
    public JsonLine with(JsonLine more) {
        members.putAll(more.members);
        return this;
    }

    public Map<String, Object> members() {
        return members;
    }

    @Override
    public String toString() {
        StringWriter text = new StringWriter();
        try (JsonGenerator to = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            write(to, members);
        }
        return text.toString();
    }

    private static void write(JsonGenerator to, Object value) {
        switch (value) {
            case JsonLine object -> write(to, object.members);
            case Map<?, ?> object -> {
                to.writeStartObject();
                object.forEach((name, each) -> write(to.writeName(name.toString()), each));
                to.writeEndObject();
            }
            case List<?> values -> {
                to.writeStartArray();
                values.forEach(each -> write(to, each));
                to.writeEndArray();
            }
            case Number number -> to.writeNumber(number.longValue());
            case Boolean flag -> to.writeBoolean(flag);
            default -> to.writeString(value.toString());
        }
    }
}
