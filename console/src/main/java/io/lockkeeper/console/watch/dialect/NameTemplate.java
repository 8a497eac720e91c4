package io.lockkeeper.console.watch.dialect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonValue;

/**
 * A text in which fields stand in braces.
 *
 * @param text for example <code>{keyGroup}.{keyName}</code>
 */
record NameTemplate(String text) {

    private static final int MOST_READINGS = 20;
    private static final Pattern BRACES = Pattern.compile("\\{([^{}]+)}");

    List<FieldPath> fields() {
        return BRACES.matcher(text)
                .results()
                .map(each -> new FieldPath(each.group(1)))
                .toList();
    }

    String fill(Function<String, String> values) {
        return BRACES.matcher(text).replaceAll(each -> Matcher.quoteReplacement(values.apply(each.group(1))));
    }

    /**
     * The values of the fields with which it may have become that text. Where fields stand beside each other, one ends at any place where
     * the text between them stands: of very many, the first {@value #MOST_READINGS}.
     */
    List<Map<FieldPath, String>> readings(String filled) {
        List<Map<FieldPath, String>> found = new ArrayList<>();
        String[] between = BRACES.split(text, -1);
        if (filled.startsWith(between[0]) && filled.endsWith(between[between.length - 1])) {
            read(filled, between[0].length(), 1, between, new LinkedHashMap<>(), found);
        }
        return found;
    }

    private void read(
            String filled,
            int from,
            int field,
            String[] between,
            Map<FieldPath, String> values,
            List<Map<FieldPath, String>> found) {
        if (field == between.length) {
            if (from == filled.length()) {
                found.add(Map.copyOf(values));
            }
            return;
        }
        String next = between[field];
        boolean last = field == between.length - 1;
        int end = last ? filled.length() - next.length() : filled.indexOf(next, from + 1);
        while (end > from && filled.startsWith(next, end) && found.size() < MOST_READINGS) {
            values.put(fields().get(field - 1), filled.substring(from, end));
            read(filled, end + next.length(), field + 1, between, values, found);
            end = last ? -1 : filled.indexOf(next, end + 1);
        }
    }

    /** A value as people read it: an ObjectId or UUID in its usual form. */
    static String text(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case OBJECT_ID -> value.asObjectId().getValue().toHexString();
            case INT32, INT64 -> Long.toString(value.asNumber().longValue());
            case BINARY -> binary(value);
            default -> value.toString();
        };
    }

    private static String binary(BsonValue value) {
        boolean uuid = value.asBinary().getType() == 4;
        return uuid ? value.asBinary().asUuid().toString() : value.toString();
    }
}
