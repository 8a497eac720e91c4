package io.lockkeeper.console.remember.history;

import java.util.Locale;

/**
 * Changes of locks that the history leaves out because of their documents.
 *
 * @param tooLarge how many changed a document that is larger than is read
 * @param notUnderstood how many made no sense, or could not be written
 * @param first the lock of the first of them; empty for none
 */
record LeftOut(long tooLarge, long notUnderstood, String first) {

    static final LeftOut NOTHING = new LeftOut(0, 0, "");

    LeftOut andTooLarge(String lock) {
        return plus(new LeftOut(1, 0, lock));
    }

    LeftOut andNotUnderstood(String lock) {
        return plus(new LeftOut(0, 1, lock));
    }

    LeftOut plus(LeftOut more) {
        return new LeftOut(
                tooLarge + more.tooLarge, notUnderstood + more.notUnderstood, first.isEmpty() ? more.first : first);
    }

    boolean isEmpty() {
        return tooLarge + notUnderstood == 0;
    }

    /** The sentence for a gap: what is missing of an otherwise complete time. It names no lock: users who see some locks see all gaps. */
    String sentence() {
        return counts() + ".";
    }

    /** The sentence for a finding, which is shown only to users who see every lock. */
    String sentenceWithLock() {
        return "%s, the first of “%s”.".formatted(counts(), first);
    }

    private String counts() {
        return String.format(
                Locale.ROOT,
                "All is recorded but %,d changes of documents that were too large to be read, and %,d that were not understood",
                tooLarge,
                notUnderstood);
    }
}
