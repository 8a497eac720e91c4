package io.lockkeeper.console.findings;

import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.Words;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong now.
 *
 * @param id the same as long as it lasts
 * @param source of whose locks it is one; null for Lockkeeper's own
 * @param lock the lock's name, or null where it concerns all
 * @param evidence what shows it, in a sentence
 * @param firstSeen when this console found it first, by the server's clock
 * @param lastSeen when it was still so
 * @param dismissal by whom it was dismissed and until when, or null
 */
public record Finding(
        String id,
        Kind kind,
        @Nullable String source,
        @Nullable String lock,
        String evidence,
        Instant firstSeen,
        Instant lastSeen,
        @Nullable Dismissal dismissal) {

    /** Of the same severity by kind, and of one kind the longest known first. */
    static final Comparator<Finding> MOST_URGENT_FIRST = Comparator.<Finding, Severity>comparing(
                    it -> it.kind().severity())
            .thenComparing(Finding::kind)
            .thenComparing(Finding::firstSeen)
            .thenComparing(Finding::id);

    /** About one of Lockkeeper's own locks, or about all. */
    public Finding(
            String id,
            Kind kind,
            @Nullable String lock,
            String evidence,
            Instant firstSeen,
            Instant lastSeen,
            @Nullable Dismissal dismissal) {
        this(id, kind, null, lock, evidence, firstSeen, lastSeen, dismissal);
    }

    /** What it concerns, as people find it: another library's lock with its collection; empty where that is all locks. */
    public String where() {
        String collection = source == null ? "" : Words.visible(source.substring(0, source.lastIndexOf('/')));
        if (lock == null) {
            return collection;
        }
        return collection.isEmpty() ? Words.name(lock) : Words.name(lock) + " · " + collection;
    }

    /** The page on which its lock, or its source, is seen; empty where it concerns all. */
    public Optional<String> address() {
        return Optional.ofNullable(lock)
                .map(name -> LockAddress.page(source, name))
                .or(() -> Optional.ofNullable(source).map(it -> "source/" + LockAddress.of(it)));
    }
}
