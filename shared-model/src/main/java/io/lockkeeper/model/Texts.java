package io.lockkeeper.model;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The rules that every text in a lock document obeys, so that none can deceive a log, a terminal or a screen. */
final class Texts {

    private Texts() {}

    /** Returns {@code text}, or throws an {@link IllegalArgumentException} that names the rule which it breaks. */
    static String checked(String what, String text, int maxBytes) {
        if (isPlain(text, maxBytes)) {
            return text;
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > maxBytes) {
            throw refused(
                    what,
                    text,
                    String.format(Locale.ROOT, "is %d bytes of UTF-8; at most %d are allowed", bytes, maxBytes));
        }
        text.codePoints().filter(Texts::isForbidden).findFirst().ifPresent(codePoint -> {
            throw refused(what, text, String.format(Locale.ROOT, "contains U+%04X (%s)", codePoint, kindOf(codePoint)));
        });
        return text;
    }

    /** Makes a text that no person chose, such as a thread's name, fit: forbidden characters become '?', the end is cut. */
    static String fitted(String text, int maxBytes) {
        if (isPlain(text, maxBytes)) {
            return text;
        }
        StringBuilder fitted = new StringBuilder();
        int bytes = 0;
        for (int codePoint : text.codePoints().toArray()) {
            int kept = isForbidden(codePoint) ? '?' : codePoint;
            bytes += Character.toString(kept).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > maxBytes) {
                break;
            }
            fitted.appendCodePoint(kept);
        }
        return fitted.toString();
    }

    /** Whether it is short and printable ASCII, as nearly every text is: each owner in each answer has seven of them. */
    private static boolean isPlain(String text, int maxBytes) {
        if (text.length() > maxBytes) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each < ' ' || each > '~') {
                return false;
            }
        }
        return true;
    }

    static IllegalArgumentException refused(String what, String text, String why) {
        return new IllegalArgumentException("%s \"%s\" %s".formatted(what, fitted(text, 300), why));
    }

    private static boolean isForbidden(int codePoint) {
        return isControl(codePoint) || isBidi(codePoint) || isSurrogate(codePoint);
    }

    private static String kindOf(int codePoint) {
        return isControl(codePoint)
                ? "a control character"
                : isBidi(codePoint) ? "a bidirectional control" : "half of a surrogate pair";
    }

    static boolean isControl(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static boolean isBidi(int codePoint) {
        return codePoint == 0x061C
                || codePoint == 0x200E
                || codePoint == 0x200F
                || (codePoint >= 0x202A && codePoint <= 0x202E)
                || (codePoint >= 0x2066 && codePoint <= 0x2069);
    }

    private static boolean isSurrogate(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }
}
