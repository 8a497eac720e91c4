package io.lockkeeper.host.line;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object that is written as one line. */
public final class JsonLine {

    private final Map<String, Object> members = new LinkedHashMap<>();

    public static JsonLine of(String name, Object value) {
        return new JsonLine().with(name, value);
    }

    /** The answer to a line that was not served. */
    public static JsonLine error(String code, String text) {
        return of("error", new JsonLine().with("code", code).with("text", text));
    }

    /** With a text, a number, a boolean, another object or a map or list of these. Nothing is added for null. */
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
        StringBuilder text = new StringBuilder();
        append(text, members);
        return text.toString();
    }

    private static void append(StringBuilder text, Object value) {
        switch (value) {
            case JsonLine object -> append(text, object.members);
            case Map<?, ?> object -> object(text, object);
            case List<?> values -> array(text, values);
            case Number number -> text.append(number);
            case Boolean flag -> text.append(flag);
            default -> quoted(text, value.toString());
        }
    }

    private static void object(StringBuilder text, Map<?, ?> object) {
        String before = "{";
        for (Map.Entry<?, ?> member : object.entrySet()) {
            text.append(before);
            quoted(text, member.getKey().toString());
            text.append(':');
            append(text, member.getValue());
            before = ",";
        }
        text.append(object.isEmpty() ? "{}" : "}");
    }

    private static void array(StringBuilder text, List<?> values) {
        String before = "[";
        for (Object value : values) {
            text.append(before);
            append(text, value);
            before = ",";
        }
        text.append(values.isEmpty() ? "[]" : "]");
    }

    private static void quoted(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ' || Character.isSurrogate(each) || each == '\u2028' || each == '\u2029') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}
