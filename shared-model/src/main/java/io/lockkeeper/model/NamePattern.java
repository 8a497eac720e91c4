package io.lockkeeper.model;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A pattern of locks' names: {@code *} stands for any characters, also none, and everything else for itself. It matches a
 * name as a whole.
 *
 * @param text as it was typed, for example {@code billing:*}
 */
public record NamePattern(String text) {

    public static final int MAX_BYTES = 200;

    /** @throws IllegalArgumentException if it is empty, too long, or holds control characters */
    public NamePattern {
        if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "A pattern of names has 1 to %d bytes; a * stands for any characters.", MAX_BYTES));
        }
        if (text.codePoints().anyMatch(Texts::isControl)) {
            throw new IllegalArgumentException("A pattern of names contains no control characters.");
        }
    }

    /** Whether the name is one of those meant. It takes no longer than both lengths multiplied. */
    public boolean matches(String name) {
        int inName = 0;
        int inText = 0;
        int afterStar = -1;
        int retry = 0;
        while (inName < name.length()) {
            if (inText < text.length() && text.charAt(inText) == '*') {
                afterStar = ++inText;
                retry = inName;
            } else if (inText < text.length() && text.charAt(inText) == name.charAt(inName)) {
                inText++;
                inName++;
            } else if (afterStar >= 0) {
                inText = afterStar;
                inName = ++retry;
            } else {
                return false;
            }
        }
        return text.substring(inText).chars().allMatch(left -> left == '*');
    }
}
