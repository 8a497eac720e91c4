package io.lockkeeper.model;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The characters by which two names could differ without looking different: those that are drawn as nothing, spaces other than U+0020, and
 * U+FFFD, which stands for text that could not be decoded.
 *
 * <p>Two kinds are allowed where they are visible: joiners in emoji and in scripts whose letters join, and the choice of a symbol's picture
 * after the symbol.
 */
final class InvisibleCharacters {

    private static final int REPLACEMENT = 0xFFFD;
    private static final int NON_JOINER = 0x200C;
    private static final int JOINER = 0x200D;
    private static final int FIRST_SELECTOR = 0xFE00;
    private static final int LAST_SELECTOR = 0xFE0F;

    private static final Set<UnicodeScript> JOINING = EnumSet.of(
            UnicodeScript.ARABIC,
            UnicodeScript.SYRIAC,
            UnicodeScript.NKO,
            UnicodeScript.MONGOLIAN,
            UnicodeScript.DEVANAGARI,
            UnicodeScript.BENGALI,
            UnicodeScript.GURMUKHI,
            UnicodeScript.GUJARATI,
            UnicodeScript.ORIYA,
            UnicodeScript.TAMIL,
            UnicodeScript.TELUGU,
            UnicodeScript.KANNADA,
            UnicodeScript.MALAYALAM,
            UnicodeScript.SINHALA,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);

    private InvisibleCharacters() {}

    /** What is wrong with the first, for example {@code contains U+200B (an invisible character)}. */
    static Optional<String> firstIn(String text) {
        int before = 0;
        for (int codePoint : text.codePoints().toArray()) {
            if (codePoint > '~' && misleads(codePoint, before)) {
                return Optional.of(String.format(Locale.ROOT, "contains U+%04X (%s)", codePoint, kindOf(codePoint)));
            }
            before = codePoint;
        }
        return Optional.empty();
    }

    private static boolean misleads(int codePoint, int before) {
        if (codePoint == NON_JOINER || codePoint == JOINER) {
            return !isPicture(before) && !JOINING.contains(UnicodeScript.of(before));
        }
        if (codePoint >= FIRST_SELECTOR && codePoint <= LAST_SELECTOR) {
            return !isPicture(before);
        }
        return codePoint == REPLACEMENT || LockName.isSpace(codePoint) || isDrawnAsNothing(codePoint);
    }

    /** A symbol, or what changes its picture. */
    private static boolean isPicture(int codePoint) {
        return (codePoint > '~' && Character.getType(codePoint) == Character.OTHER_SYMBOL)
                || (codePoint >= FIRST_SELECTOR && codePoint <= LAST_SELECTOR)
                || (codePoint >= 0x1F3FB && codePoint <= 0x1F3FF);
    }

    /** Format characters, and the others that Unicode has fonts ignore. */
    private static boolean isDrawnAsNothing(int codePoint) {
        return Character.getType(codePoint) == Character.FORMAT
                || codePoint == 0x034F
                || (codePoint >= 0x115F && codePoint <= 0x1160)
                || (codePoint >= 0x17B4 && codePoint <= 0x17B5)
                || (codePoint >= 0x180B && codePoint <= 0x180F)
                || (codePoint >= 0x2060 && codePoint <= 0x206F)
                || codePoint == 0x2800
                || codePoint == 0x3164
                || codePoint == 0xFFA0
                || (codePoint >= 0xFFF0 && codePoint <= 0xFFF8)
                || (codePoint >= 0xE0000 && codePoint <= 0xE0FFF);
    }

    private static String kindOf(int codePoint) {
        if (codePoint == REPLACEMENT) {
            return "the replacement character: the name was not read in the character set that it was written in;"
                    + " set LC_ALL=C.UTF-8 where the process starts";
        }
        return LockName.isSpace(codePoint) ? "a space other than U+0020" : "an invisible character";
    }
}
