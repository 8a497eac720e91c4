package io.lockkeeper.console.findings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one pass found.
 *
 * @param source of whose locks it is one; null for Lockkeeper's own
 * @param lock the lock's name, or null where it concerns all
 * @param subject what tells it from another of its kind and lock, for example the lease's token; empty for nothing
 * @param evidence what shows it, in a sentence
 * @param others the other locks that the evidence names
 */
record Detected(
        Kind kind,
        @Nullable String source,
        @Nullable String lock,
        String subject,
        String evidence,
        List<String> others) {

    /** Of one lock alone, or of all. */
    Detected(Kind kind, @Nullable String source, @Nullable String lock, String subject, String evidence) {
        this(kind, source, lock, subject, evidence, List.of());
    }

    /** Of one of Lockkeeper's own locks. */
    Detected(Kind kind, @Nullable String lock, String subject, String evidence) {
        this(kind, null, lock, subject, evidence);
    }

    static Detected ofAll(Kind kind, String evidence) {
        return new Detected(kind, null, "", evidence);
    }

    /** The same for the same finding of a later pass. No name of a lock contains a control character. */
    String id() {
        String where = source == null ? subject : source + "\u001f" + subject;
        return "%s\u001f%s\u001f%s".formatted(kind, lock == null ? "" : lock, where);
    }
}
