package io.lockkeeper.console.findings;

import org.jspecify.annotations.Nullable;

/**
 * What one pass found.
 *
 * @param lock the lock's name, or null where it concerns all
 * @param subject what tells it from another of its kind and lock, for example the lease's token; empty for nothing
 * @param evidence what shows it, in a sentence
 */
record Detected(Kind kind, @Nullable String lock, String subject, String evidence) {

    static Detected ofAll(Kind kind, String evidence) {
        return new Detected(kind, null, "", evidence);
    }

    /** The same for the same finding of a later pass. No name of a lock contains a control character. */
    String id() {
        return "%s\u001f%s\u001f%s".formatted(kind, lock == null ? "" : lock, subject);
    }
}
