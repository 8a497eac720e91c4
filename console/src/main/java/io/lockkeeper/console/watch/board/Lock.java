package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.dialect.LockReading;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** One lock as the console knows it. What depends on the time is asked with an instant of the server's clock. Immutable. */
public sealed interface Lock {

    /** Of its document: a string, unless another library's lock, or another program's document. */
    BsonValue id();

    /** As people know it: of Lockkeeper's own, the id as text. */
    String name();

    LockState state(Instant now);

    /** The kind as which it is counted. */
    DialectLock.State kind(Instant now);

    /** The facts that are known of any library's lock. */
    DialectLock facts();

    /** One of Lockkeeper's own. */
    static Own of(LockDocument document) {
        return new Own(document, 0);
    }

    /** A lock of Lockkeeper's own; the document's size counts only as MongoDB sent it. */
    static Lock of(BsonDocument document) {
        return DocumentReading.of(document);
    }

    /** The lock that a dialect reads in a document as MongoDB sent it; empty if the document is none of the dialect's. */
    static Optional<Lock> of(BsonDocument sent, Dialect dialect, TtlIndexes indexes) {
        return dialect.hasQueues()
                ? Optional.of(of(sent))
                : LockReading.of(sent, dialect, indexes).map(read -> new Library(read, DocumentReading.size(sent)));
    }

    /** The lock of this name once its document is deleted. */
    static Lock gone(String name) {
        return of(new LockDocument(name, 1, 0, List.of(), List.of(), null, null, Instant.EPOCH));
    }

    /** The same lock with only its name kept: nothing is wrong with it. */
    static Unreadable nameOnly(Lock lock) {
        return new Unreadable(lock.id(), lock.name(), Unreadable.Why.NOT_KEPT, "this console has no room for it");
    }

    /** Whether more is kept of it than its name. */
    default boolean isKept() {
        return true;
    }

    /** Whether another program keeps the document: no lock is meant. */
    default boolean isForeign() {
        return false;
    }

    /** Whether its document could be read. */
    boolean isReadable();

    /** Why its document cannot be read; empty if it can, or is not kept. */
    default Optional<String> damage() {
        return Optional.empty();
    }

    /** Its document, of one of Lockkeeper's own. */
    default Optional<LockDocument> own() {
        return Optional.empty();
    }

    /** What its dialect reads, of another library's. */
    default Optional<DialectLock> library() {
        return Optional.empty();
    }

    /**
     * The rank, the most worrying first: 0 for a finding, 1 for another library's that has expired, 2 for a lock in use, 3 for one of ours
     * that has expired without waiters, 4 for a free one.
     */
    default int worry(Instant now) {
        return switch (state(now)) {
            case DAMAGED, TOO_LARGE, UNANSWERED, EVICTED, RENEWAL_LATE -> 0;
            case EXPIRED -> this instanceof Library ? 1 : queue().isEmpty() ? 3 : 0;
            case HELD, KEPT, WAITING, PAUSED, NOT_KEPT -> 2;
            case FREE, FOREIGN, ABSENT, UNREAD -> 4;
        };
    }

    /** The lease that is shown for the whole lock: the one granted first. */
    default Optional<Holder> holder() {
        return holders().stream().findFirst();
    }

    default List<Holder> holders() {
        return own().map(LockDocument::holders).orElse(List.of());
    }

    default List<Waiter> queue() {
        return own().map(LockDocument::queue).orElse(List.of());
    }

    /** Until when, and why, no agent acquires it. */
    default Optional<Pause> pause(Instant now) {
        return own().map(LockDocument::paused).filter(pause -> pause.until().isAfter(now));
    }

    default int waiters() {
        return queue().size();
    }

    /** Since when it is held, as far as is known; the end of time if it is not, or its agent keeps it idle. */
    default Instant heldSince() {
        return holder().flatMap(Holder::heldSince).orElse(Instant.MAX);
    }

    /** When its hold ends unless it is renewed; empty if it is not held, or that is unknown. */
    default Optional<Instant> expiresAt() {
        return holder().map(Holder::expiresAt);
    }

    /** The name by which holders are put together: the service, or whom another library names; empty if no holder is known. */
    default String heldBy() {
        return holder().map(it -> it.owner().service()).orElse("");
    }

    /** The token of the lease that is shown for it; 0 if there is none. */
    default long heldToken() {
        return holder().map(Holder::token).orElse(0L);
    }

    default boolean isFree() {
        return false;
    }

    /** Whether a list of the locks in use leaves it out at that moment. */
    default boolean isIdle(Instant now) {
        return isFree();
    }

    default boolean isHeld(Instant now) {
        return kind(now) == DialectLock.State.HELD;
    }

    /** How many bytes of its document were read, as BSON; 0 where that is not counted. */
    default int bytes() {
        return 0;
    }

    /** One of Lockkeeper's own. */
    record Own(LockDocument document, int bytes) implements Lock {

        @Override
        public BsonValue id() {
            return new BsonString(document.name());
        }

        @Override
        public String name() {
            return document.name();
        }

        @Override
        public LockState state(Instant now) {
            LockState state = document.holders().isEmpty() ? unheld(now) : LockState.EXPIRED;
            for (Holder holder : document.holders()) {
                state = LeaseTimes.isLive(holder, now) ? worse(state, LeaseTimes.state(holder, now)) : state;
            }
            return state;
        }

        private LockState unheld(Instant now) {
            if (pause(now).isPresent()) {
                return LockState.PAUSED;
            }
            return queue().isEmpty() ? LockState.FREE : LockState.WAITING;
        }

        /** The state with one more live lease, which is enough for the lock not to be expired. */
        private static LockState worse(LockState known, LockState live) {
            return known == LockState.EXPIRED || live.compareTo(known) < 0 ? live : known;
        }

        @Override
        public DialectLock.State kind(Instant now) {
            if (document.holders().isEmpty()) {
                return DialectLock.State.FREE;
            }
            return isHeld(now) ? DialectLock.State.HELD : DialectLock.State.EXPIRED;
        }

        @Override
        public boolean isHeld(Instant now) {
            for (Holder holder : document.holders()) {
                if (LeaseTimes.isLive(holder, now)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public DialectLock facts() {
            return LeaseAcquisitions.lock(document);
        }

        @Override
        public boolean isReadable() {
            return true;
        }

        @Override
        public Optional<LockDocument> own() {
            return Optional.of(document);
        }

        @Override
        public boolean isFree() {
            return document.isIdle();
        }
    }

    /** Another library's, by what its dialect reads; each fact may be unknown, and the document unreadable. */
    record Library(DialectLock facts, int bytes) implements Lock {

        @Override
        public BsonValue id() {
            return facts.id();
        }

        @Override
        public String name() {
            return facts.name();
        }

        @Override
        public LockState state(Instant now) {
            return switch (kind(now)) {
                case UNREADABLE -> LockState.DAMAGED;
                case EXPIRED -> LockState.EXPIRED;
                case HELD -> LockState.HELD;
                case FREE -> LockState.FREE;
            };
        }

        @Override
        public DialectLock.State kind(Instant now) {
            return facts.state(now);
        }

        @Override
        public boolean isReadable() {
            return facts.isReadable();
        }

        @Override
        public Optional<DialectLock> library() {
            return Optional.of(facts);
        }

        @Override
        public Optional<String> damage() {
            return Optional.of(facts.damage()).filter(why -> !why.isEmpty());
        }

        @Override
        public Instant heldSince() {
            return facts.acquired().filter(since -> facts.held()).orElse(Instant.MAX);
        }

        @Override
        public Optional<Instant> expiresAt() {
            return facts.expiry().instant().filter(at -> facts.held());
        }

        @Override
        public String heldBy() {
            return facts.held() ? String.join(", ", facts.holders()) : "";
        }

        @Override
        public long heldToken() {
            return facts.fence().orElse(0);
        }

        @Override
        public boolean isFree() {
            return isReadable() && !facts.held();
        }

        @Override
        public boolean isIdle(Instant now) {
            return kind(now) == DialectLock.State.FREE;
        }
    }

    /** A document in the place of one of Lockkeeper's own that shows no lock here. */
    record Unreadable(BsonValue id, String name, Why why, String words) implements Lock {

        public enum Why {
            DAMAGED(LockState.DAMAGED),
            /** Larger than the console reads. */
            TOO_LARGE(LockState.TOO_LARGE),
            /** Another program's: no lock is meant. */
            FOREIGN(LockState.FOREIGN),
            /** A lock in use that this console has no room for. */
            NOT_KEPT(LockState.NOT_KEPT);

            private final LockState state;

            Why(LockState state) {
                this.state = state;
            }
        }

        /** Why the document shows no lock, for a list. */
        public String sentence() {
            return switch (why) {
                case FOREIGN -> why.state.words();
                case DAMAGED -> "no lock document: " + words;
                case TOO_LARGE, NOT_KEPT -> words;
            };
        }

        @Override
        public LockState state(Instant now) {
            return why.state;
        }

        @Override
        public DialectLock.State kind(Instant now) {
            return DialectLock.State.UNREADABLE;
        }

        @Override
        public DialectLock facts() {
            return DialectLock.unreadable(id, name, isForeign() ? "it is no lock of Lockkeeper" : words);
        }

        @Override
        public boolean isKept() {
            return why != Why.NOT_KEPT;
        }

        @Override
        public boolean isForeign() {
            return why == Why.FOREIGN;
        }

        @Override
        public boolean isReadable() {
            return false;
        }

        @Override
        public Optional<String> damage() {
            return isKept() ? Optional.of(words) : Optional.empty();
        }
    }
}
