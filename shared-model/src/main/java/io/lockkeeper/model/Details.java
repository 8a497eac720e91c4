package io.lockkeeper.model;

import static java.util.stream.Collectors.joining;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Keys and values for operators, beside the note, in the order given. Small, because a lock's
 * document carries those of all its holders and waiters.
 *
 * @param values any text without control characters under any key, also keys with dots or dollars
 */
public record Details(Map<String, String> values) {

    public static final int MAX_COUNT = 16;
    public static final int MAX_KEY_BYTES = 64;
    public static final int MAX_VALUE_BYTES = 256;
    public static final int MAX_BYTES = 1024;
    public static final Details NONE = new Details(Map.of());

    /**
     * Checks and copies them.
     *
     * @throws IllegalArgumentException if there are more than {@value #MAX_COUNT}, they take more than {@value #MAX_BYTES} bytes
     *     of UTF-8 altogether, a key is blank or takes more than {@value #MAX_KEY_BYTES}, a value takes more than
     *     {@value #MAX_VALUE_BYTES}, or one contains a control character
     */
    public Details {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        values.forEach(Details::check);
        if (values.size() > MAX_COUNT) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%d details are too many: at most %d are allowed, and here are %s",
                    values.size(),
                    MAX_COUNT,
                    values.keySet()));
        }
        int bytes = values.entrySet().stream()
                .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
                .mapToInt(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .sum();
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "Details %s take %d bytes of UTF-8 altogether; at most %d are allowed",
                    values.keySet(),
                    bytes,
                    MAX_BYTES));
        }
    }

    /** These and one more, which replaces another one under the same key. */
    public Details with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(key, value);
        return new Details(more);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** For example {@code order=4711, customer=88}. */
    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(joining(", "));
    }

    private static void check(String key, String value) {
        if (key.isBlank()) {
            throw new IllegalArgumentException("The key of detail \"%s\" is blank".formatted(value));
        }
        Texts.checked("Detail key", key, MAX_KEY_BYTES);
        Texts.checked("Detail \"" + key + '"', value, MAX_VALUE_BYTES); // no format: each request comes by here
    }
}
