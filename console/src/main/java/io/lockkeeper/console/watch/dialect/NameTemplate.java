package io.lockkeeper.console.watch.dialect;

import java.util.List;
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
