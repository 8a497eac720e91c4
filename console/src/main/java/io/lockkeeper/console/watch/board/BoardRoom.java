package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.mongodb.HeapShare;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How much of the heap the locks of a board take, and whether another one fits: a user who may write locks could otherwise fill it. Large
 * documents get half of it, so that they do not keep small ones out. The console's first collection has a part of its own; all sources
 * share another, of which each has a guaranteed share. Not thread-safe.
 *
 * <p>See docs/maintainers/decisions/2026-11-26-documents-that-are-too-large.md.
 */
final class BoardRoom {

    /** Among how many boards the part of all sources is shared. */
    static final int SHARES = 50;

    /** A third of the heap that is left: while the collection is read again, there are two boards. */
    private static final long FIRST = HeapShare.of(3);

    private static final long SOURCES = HeapShare.of(6);
    private static final AtomicLong USED_BY_SOURCES = new AtomicLong();

    /** The size from which a document counts as large: it has dozens of entries. */
    private static final int LARGE = 32 << 10;

    private static final int FEW_ENTRIES = 2 << 10;
    /** The objects that a lock with many entries is made of, and its places on the board. */
    private static final int OVERHEAD = 620;

    /** The same of a lock with one holder, without the owner, whom the board counts once. */
    private static final int OWNERLESS = 435;

    private static final int NAME_OVERHEAD = 250;
    private static final int FACTS_OVERHEAD = 650;

    private final long most;
    private final long share;
    private final int locks;
    private final int unreadable;
    private final AtomicLong together;
    /** How much of the shared part this board takes; nothing until it is shown. */
    private long taken;

    private boolean isShown;
    /** How much was used when something did not fit; 0 if all did. */
    private long fullAt;

    private boolean forgets;

    private BoardRoom(long most, long share, int locks, int unreadable, AtomicLong together) {
        this.most = most;
        this.share = share;
        this.locks = locks;
        this.unreadable = unreadable;
        this.together = together;
    }

    /** The room of the first collection: as many locks as fit into the heap. */
    static BoardRoom ofTheFirst() {
        return of(FIRST);
    }

    /** @param most how many bytes of heap the live locks may take */
    static BoardRoom of(long most) {
        return new BoardRoom(most, most, Integer.MAX_VALUE, Integer.MAX_VALUE, new AtomicLong());
    }

    /** The room of a source. */
    static BoardRoom shared() {
        return new BoardRoom(SOURCES / 2, SOURCES / SHARES, Board.MOST, Board.MOST_UNREADABLE, USED_BY_SOURCES);
    }

    /** The same, for what is read to take the place of a board. */
    BoardRoom fresh() {
        return new BoardRoom(most, share, locks, unreadable, together);
    }

    /** Has the board's size counted from now on. */
    void show() {
        isShown = true;
    }

    /** The board takes so much now. */
    void take(long bytes) {
        long counted = isShown ? bytes : 0;
        together.addAndGet(counted - taken);
        taken = counted;
    }

    /** Gives it back: the board is no longer shown. */
    void close() {
        isShown = false;
        take(0);
    }

    /** Whether a board of that many bytes fits. */
    boolean has(long bytes) {
        return bytes <= share || (bytes <= most && together.get() <= SOURCES);
    }

    /** How many bytes free locks may take, or documents of other programs, of which all may stay for ever. */
    long forFree() {
        return most / 16;
    }

    int locks() {
        return locks;
    }

    /** How many documents that cannot be read are kept: they come first, and must not keep locks out. */
    int unreadable() {
        return unreadable;
    }

    /**
     * The part of a lock of Lockkeeper's own that is kept: whole, or only its name if the room is taken; null if even the names take too
     * much.
     *
     * @param used by the others
     */
    @Nullable
    Lock fit(Lock lock, long used) {
        long whole = used + cost(lock);
        boolean own = lock instanceof Lock.Own;
        if (own && has(lock.bytes() > LARGE ? 2 * whole : whole)) {
            return lock;
        }
        Lock name = own ? Lock.nameOnly(lock) : lock;
        fullAt = own ? Math.max(1, used) : fullAt;
        if (has((used + cost(name)) / 5 * 4)) {
            return name;
        }
        full(used);
        return null;
    }

    /** Something did not fit beside so much, not even by its name. */
    void full(long used) {
        fullAt = Math.max(1, used);
        forgets = true;
    }

    /** Whether not even the names of all are kept. */
    boolean forgets() {
        return forgets;
    }

    /** Whether some locks are not kept, or only their names. */
    boolean isIncomplete() {
        return fullAt > 0;
    }

    /** Whether so much has become free that a new reading would bring what did not fit. */
    boolean isFreeAgain(long used) {
        return used < fullAt / 2;
    }

    /** The memory that a lock takes, as measured: twice its BSON for any number of holders and waiters, and for a dialect's facts. */
    static long cost(Lock lock) {
        return switch (lock) {
            case Lock.Library library -> FACTS_OVERHEAD + 2L * library.bytes();
            case Lock.Unreadable unreadable ->
                NAME_OVERHEAD + 2L * unreadable.name().length();
            case Lock.Own own when own.bytes() > FEW_ENTRIES -> OVERHEAD + 2L * own.bytes();
            case Lock.Own own -> OWNERLESS + Math.max(0, own.bytes() - SharedOwners.bytesIn(own));
        };
    }
}
