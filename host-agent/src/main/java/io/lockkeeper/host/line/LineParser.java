package io.lockkeeper.host.line;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object as RFC 8259 has it and nothing more: BSON's own reader takes single quotes, bare names and repeated names. Members
 * that are {@code null} are left out, as if they had not been sent. Numbers are {@link Long} or {@link Double}.
 */
final class LineParser {

    private static final int MAX_DEPTH = 8;
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]{0,17})(?<fraction>\\.[0-9]{1,18})?(?<exponent>[eE][-+]?[0-9]{1,2})?");
    private static final Pattern UNICODE = Pattern.compile("[0-9a-fA-F]{4}");

    private final String text;
    private int at;

    private LineParser(String text) {
        this.text = text;
    }

    static Map<String, Object> parse(String line) throws MalformedLineException {
        LineParser parser = new LineParser(line);
        parser.space();
        Map<String, Object> object = parser.object(1);
        parser.space();
        if (parser.at < line.length()) {
            throw parser.malformed("nothing more after the object");
        }
        return object;
    }

    private Map<String, Object> object(int depth) throws MalformedLineException {
        expect('{');
        Map<String, Object> members = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        space();
        while (!took('}')) {
            separate(names.isEmpty());
            String name = string();
            if (!names.add(name)) {
                throw malformed("each name once");
            }
            space();
            expect(':');
            Object value = value(depth);
            if (value != null) {
                members.put(name, value);
            }
            space();
        }
        return members;
    }

    private List<Object> array(int depth) throws MalformedLineException {
        expect('[');
        List<Object> values = new ArrayList<>();
        space();
        boolean first = true;
        while (!took(']')) {
            separate(first);
            first = false;
            Object value = value(depth);
            if (value != null) {
                values.add(value);
            }
            space();
        }
        return values;
    }

    private void separate(boolean first) throws MalformedLineException {
        if (!first) {
            expect(',');
        }
        space();
    }

    private @Nullable Object value(int depth) throws MalformedLineException {
        if (depth >= MAX_DEPTH) {
            throw malformed(String.format(Locale.ROOT, "at most %d levels", MAX_DEPTH));
        }
        space();
        return switch (peek()) {
            case '{' -> object(depth + 1);
            case '[' -> array(depth + 1);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private @Nullable Object word(String word, @Nullable Object meaning) throws MalformedLineException {
        if (!text.startsWith(word, at)) {
            throw malformed("a value");
        }
        at += word.length();
        return meaning;
    }

    private Object number() throws MalformedLineException {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(start, at);
        Matcher parts = NUMBER.matcher(number);
        if (!parts.matches()) {
            throw malformed("a value");
        }
        boolean whole = parts.group("fraction") == null && parts.group("exponent") == null;
        return whole ? (Object) Long.valueOf(number) : Double.valueOf(number);
    }

    private String string() throws MalformedLineException {
        expect('"');
        StringBuilder read = new StringBuilder();
        while (!took('"')) {
            char next = next();
            if (next < ' ') {
                throw malformed("control characters as \\u escapes");
            }
            read.append(next == '\\' ? escaped() : next);
        }
        return read.toString();
    }

    private char escaped() throws MalformedLineException {
        char kind = next();
        return switch (kind) {
            case '"', '\\', '/' -> kind;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw malformed("an escape of JSON");
        };
    }

    private char unicode() throws MalformedLineException {
        String digits = text.substring(at, Math.min(at + 4, text.length()));
        if (!UNICODE.matcher(digits).matches()) {
            throw malformed("four hexadecimal digits");
        }
        at += 4;
        return (char) Integer.parseInt(digits, 16);
    }

    private void space() {
        while (at < text.length() && " \t\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean took(char wanted) throws MalformedLineException {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char wanted) throws MalformedLineException {
        if (!took(wanted)) {
            throw malformed("'" + wanted + "'");
        }
    }

    private char next() throws MalformedLineException {
        char next = peek();
        at++;
        return next;
    }

    private char peek() throws MalformedLineException {
        if (at >= text.length()) {
            throw malformed("more");
        }
        return text.charAt(at);
    }

    private MalformedLineException malformed(String expected) {
        return new MalformedLineException(String.format(
                Locale.ROOT, "The line is no JSON object: at character %d, expected %s.", at + 1, expected));
    }
}
