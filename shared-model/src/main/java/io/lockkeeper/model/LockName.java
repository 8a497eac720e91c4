package io.lockkeeper.model;

import java.text.Normalizer;
import java.text.Normalizer.Form;

/**
 * The name of a lock, which is the {@code _id} of its document: 1 to 256 bytes of UTF-8 in normal form NFC, without
 * control, bidirectional or invisible characters, without a space at either end, and with no other space than U+0020. Two
 * names that look alike but are stored differently would be two locks, which is why other forms are refused and not
 * normalized. U+FFFD is refused, too: it stands where text was read in the wrong character set, and there two names are one.
 *
 * <p>The rule holds for names that are asked for. Documents that have other names are read, shown and evicted as they are.
 *
 * @see "Decision: 2026-11-26-names-that-cannot-be-told-apart"
 */
public record LockName(String value) {

    public static final int MAX_BYTES = 256;

    /**
     * Checks the rules.
     *
     * @throws IllegalArgumentException if the value breaks one; the message names value and rule
     */
    public LockName {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("Lock name is empty; it needs 1 to " + MAX_BYTES + " bytes of UTF-8");
        }
        Texts.checked("Lock name", value, MAX_BYTES);
        if (isSpace(value.codePointAt(0)) || isSpace(value.codePointBefore(value.length()))) {
            throw Texts.refused("Lock name", value, "begins or ends with a space");
        }
        InvisibleCharacters.firstIn(value).ifPresent(found -> {
            throw Texts.refused("Lock name", value, found);
        });
        if (!Normalizer.isNormalized(value, Form.NFC)) {
            throw Texts.refused("Lock name", value, "is not in Unicode normal form NFC");
        }
    }

    static boolean isSpace(int codePoint) {
        return Character.isSpaceChar(codePoint) || Character.isWhitespace(codePoint);
    }

    @Override
    public String toString() {
        return value;
    }
}
