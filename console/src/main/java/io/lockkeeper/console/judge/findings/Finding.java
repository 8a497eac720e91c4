package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong at present.
 *
 * @param id the same as long as it lasts; where one lease causes it, another for each
 * @param source of whose locks it is one; empty for the console's first collection, and where it concerns all
 * @param lock the lock's name, or null where it concerns all
 * @param evidence what shows it, in a sentence
 * @param firstSeen when this console found it first, by the server's clock
 * @param lastSeen when it was still so
 * @param dismissal by whom it was dismissed and until when, or null
 * @param others the other locks that the evidence names
 * @param agent the id of the agent whose lease it is about; null if it is about none
 * @param onIt who works on it; null for no one
 */
public record Finding(
        String id,
        Kind kind,
        String source,
        @Nullable String lock,
        String evidence,
        Instant firstSeen,
        Instant lastSeen,
        @Nullable Dismissal dismissal,
        List<String> others,
        @Nullable String agent,
        @Nullable OnIt onIt) {

    /** Orders by severity, then by kind, then the oldest first. */
    static final Comparator<Finding> MOST_URGENT_FIRST = Comparator.<Finding, Severity>comparing(
                    it -> it.kind().severity())
            .thenComparing(Finding::kind)
            .thenComparing(Finding::firstSeen)
            .thenComparing(Finding::id);

    /** Makes ids from which no name can be guessed. */
    private static final String PARTLY = UUID.randomUUID().toString();

    /** About one lock of the console's first collection, or about all. */
    public Finding(
            String id,
            Kind kind,
            @Nullable String lock,
            String evidence,
            Instant firstSeen,
            Instant lastSeen,
            @Nullable Dismissal dismissal) {
        this(id, kind, LockId.FIRST, lock, evidence, firstSeen, lastSeen, dismissal, List.of(), null, null);
    }

    /**
     * The finding as seen by a user limited to the scope: locks outside it are only counted. Empty if none of its locks is
     * within.
     */
    Optional<Finding> within(LockScope scope) {
        if (!isOfTheFirst()) {
            return Optional.of(this).filter(it -> scope.seesSource(source));
        }
        if (lock == null) {
            return Optional.of(kind == Kind.NOT_ALL_READ && scope.isLimited() ? unnamed() : this);
        }
        List<String> all = Stream.concat(Stream.of(lock), others.stream()).toList();
        List<String> seen = scope.seen(all);
        if (seen.size() == all.size()) {
            return Optional.of(this);
        }
        return seen.isEmpty() ? Optional.empty() : Optional.of(partly(seen, all.size() - seen.size()));
    }

    /** Whether part of it is outside the scope: a user who sees only a part cannot dismiss it. */
    public boolean isPartly() {
        return id.startsWith(PARTLY);
    }

    /** The subject of a dismissal: only this finding, or the same of every later lease of the lock, too. */
    String dismissedAs() {
        return Detected.dismissedAs(kind, source, lock, id);
    }

    /** The ids of documents, of which its evidence has some, have names of locks in them. */
    private Finding unnamed() {
        return new Finding(
                id,
                kind,
                source,
                lock,
                "Some documents cannot be read, and are left out. Ask an operator who may see every lock.",
                firstSeen,
                lastSeen,
                dismissal,
                others,
                agent,
                onIt);
    }

    private Finding partly(List<String> seen, int outside) {
        String evidence = "It is about %s and %s %s outside your scope. Ask an operator who may see them."
                .formatted(
                        seen.stream().map(Formats::name).collect(Collectors.joining(", ")),
                        outside,
                        outside == 1 ? "lock" : "locks");
        String unnamed = PARTLY + Integer.toHexString((PARTLY + id).hashCode());
        return new Finding(
                unnamed,
                kind,
                LockId.FIRST,
                seen.getFirst(),
                evidence,
                firstSeen,
                lastSeen,
                dismissal,
                List.of(),
                agent,
                onIt);
    }

    /** Whether it is about the console's first collection, or about all. */
    boolean isOfTheFirst() {
        return source.equals(LockId.FIRST);
    }

    /** Whether it is about no lock and no source, but about all. */
    boolean isAboutAll() {
        return isOfTheFirst() && lock == null;
    }

    /** The source as documents and the API name it: null for the first. */
    public @Nullable String storedSource() {
        return new LockId(source, "").storedSource();
    }

    /** The lock that it is about; empty where it concerns a source, or all. */
    public Optional<LockId> of() {
        return Optional.ofNullable(lock).map(name -> new LockId(source, name));
    }

    /** Whether this user works on it. */
    boolean isOnIt(String user) {
        return onIt != null && onIt.by().equals(user);
    }

    /** Whether it is about this lock. */
    boolean isOf(LockId of) {
        return source.equals(of.source()) && of.name().equals(lock);
    }

    /** The place that it concerns, for people: another library's lock with its collection; empty if that is all locks. */
    public String where() {
        String collection = Formats.visible(new LockId(source, "").collection());
        if (lock == null) {
            return collection;
        }
        return collection.isEmpty() ? Formats.name(lock) : Formats.name(lock) + " · " + collection;
    }

    /** The page on which its lock, or its source, is seen; empty where it concerns all. */
    public Optional<String> address() {
        return Optional.ofNullable(lock)
                .map(name -> LockAddress.page(new LockId(source, name)))
                .or(() -> Optional.of(source).filter(it -> !isOfTheFirst()).map(LockAddress::list));
    }
}
