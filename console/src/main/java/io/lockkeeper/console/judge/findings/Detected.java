package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.scope.LockId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one pass found.
 *
 * @param source the source of the lock; empty for the console's first collection
 * @param lock the lock's name, or null if the finding concerns all locks
 * @param subject what distinguishes it from others of its kind and lock, for example the lease's token; may be empty
 * @param evidence the evidence, as a sentence
 * @param others the other locks that the evidence names
 * @param agent the id of the agent whose lease it is about; null if it is about none
 */
record Detected(
        Kind kind,
        String source,
        @Nullable String lock,
        String subject,
        String evidence,
        List<String> others,
        @Nullable String agent) {

    /** Between the parts of an id: no lock's name contains it. */
    static final String SEPARATOR = "\u001f";

    /** About one lock only, or about all. */
    Detected(Kind kind, String source, @Nullable String lock, String subject, String evidence) {
        this(kind, source, lock, subject, evidence, List.of(), null);
    }

    /** About one lock of the console's first collection. */
    Detected(Kind kind, @Nullable String lock, String subject, String evidence) {
        this(kind, LockId.FIRST, lock, subject, evidence);
    }

    static Detected ofAll(Kind kind, String evidence) {
        return new Detected(kind, null, "", evidence);
    }

    /** The same finding about a lock of that source. */
    Detected in(String itsSource) {
        return itsSource.equals(source) ? this : new Detected(kind, itsSource, lock, subject, evidence, others, agent);
    }

    /** The finding's id, the same in each pass. */
    String id() {
        return id(kind, source, lock, subject);
    }

    /** The key of its dismissal. */
    String dismissedAs() {
        return dismissedAs(kind, source, lock, id());
    }

    static String dismissedAs(Kind kind, String source, @Nullable String lock, String id) {
        return kind.outlivesLease() ? id(kind, source, lock, "") : id;
    }

    static String id(Kind kind, String source, @Nullable String lock, String subject) {
        String where = source.equals(LockId.FIRST) ? subject : source + SEPARATOR + subject;
        return String.join(SEPARATOR, kind.name(), lock == null ? "" : lock, where);
    }
}
