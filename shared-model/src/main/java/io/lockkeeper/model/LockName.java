package io.lockkeeper.model;

import java.text.Normalizer;
import java.text.Normalizer.Form;

/**
 * The name of a lock, which is the {@code _id} of its document: 1 to 256 bytes of UTF-8 in normal form NFC, without
 * control or bidirectional characters and without a space at either end. Two names that look alike but are stored
 * differently would be two locks, which is why other forms are refused and not normalized.
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
        if (!Normalizer.isNormalized(value, Form.NFC)) {
            throw Texts.refused("Lock name", value, "is not in Unicode normal form NFC");
        }
    }

    private static boolean isSpace(int codePoint) {
        return Character.isSpaceChar(codePoint) || Character.isWhitespace(codePoint);
    }

    @Override
    public String toString() {
        return value;
    }
}
