package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.mongodb.HeapShare;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much of the heap the live locks take, and whether another one fits: whoever may write locks could otherwise fill it. Large
 * documents get half of it, so that they do not keep small ones out. Not thread-safe.
 *
 * <p>See docs/maintainers/decisions/2026-11-26-documents-that-are-too-large.md.
 */
final class BoardRoom {

    /** A quarter of the heap that is left: while the collection is read again, there are two boards. */
    static final long MOST = HeapShare.of(4);

    /** From here on a document counts as large: it has dozens of entries. */
    private static final int LARGE = 32 << 10;

    private static final int FEW_ENTRIES = 2 << 10;
    /** The objects that a lock with one holder is made of, and its places on the board. */
    private static final int OVERHEAD = 450;

    private static final int NAME_OVERHEAD = 200;

    private final long most;
    private long used;
    /** How much was used when something did not fit; 0 if all did. */
    private long fullAt;

    BoardRoom(long most) {
        this.most = most;
    }

    /** The lock as it is kept: whole, or only its name if the room is taken; null if even the names take too much. */
    @Nullable
    LockView fit(LockView lock) {
        long share = lock.bytes() > LARGE ? most / 2 : most;
        if (lock.lock() != null && used + cost(lock) <= share) {
            return lock;
        }
        LockView name = lock.lock() == null ? lock : lock.without(why());
        fullAt = lock.lock() == null ? fullAt : Math.max(1, used);
        if (used + cost(name) <= most + most / 4) {
            return name;
        }
        fullAt = Math.max(1, used);
        return null;
    }

    void take(LockView lock) {
        used += cost(lock);
    }

    void free(LockView lock) {
        used -= cost(lock);
    }

    void clear() {
        used = 0;
        fullAt = 0;
    }

    /** Whether some locks are not kept, or only their names. */
    boolean isIncomplete() {
        return fullAt > 0;
    }

    /** Whether so much has become free that a new reading would bring what did not fit. */
    boolean isFreeAgain() {
        return used < fullAt / 2;
    }

    /** Measured: a lock with one holder takes twice its BSON, so does one with many waiters. */
    static long cost(LockView lock) {
        if (lock.lock() == null) {
            return NAME_OVERHEAD + 2L * lock.name().length();
        }
        long entries = lock.bytes() > FEW_ENTRIES ? 2L * lock.bytes() : lock.bytes();
        return OVERHEAD + entries;
    }

    private String why() {
        return String.format(Locale.ROOT, "the locks take more than the console keeps of them, %,d MB", most >> 20);
    }
}
