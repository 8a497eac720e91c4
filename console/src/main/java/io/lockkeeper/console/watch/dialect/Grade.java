package io.lockkeeper.console.watch.dialect;

import java.util.Arrays;
import java.util.Optional;

/** How safe it is to release a lock by force while its old holder may still live. */
public enum Grade {
    /** Unlock and renewal are fenced by a token of each acquisition. */
    A("A", "fenced by each acquisition"),
    /** Fenced, but by a name that a restarted process may share. */
    A_MINUS("A-", "fenced by a name that a restarted process may share"),
    /** Fenced, but deleting the document is wrong. */
    B("B", "fenced, but its document must not be deleted"),
    /** Not fenced: a holder that still lives can free or extend its successor's lock. */
    C("C", "not fenced: an old holder can free its successor's lock"),
    /** Only for looking. */
    D("D", "show only");

    private final String text;
    private final String meaning;

    Grade(String text, String meaning) {
        this.text = text;
        this.meaning = meaning;
    }

    /** The grade as in files and on pages. */
    public String text() {
        return text;
    }

    public String meaning() {
        return meaning;
    }

    static Optional<Grade> of(String text) {
        return Arrays.stream(values()).filter(grade -> grade.text.equals(text)).findFirst();
    }
}
