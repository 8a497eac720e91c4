package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.mongodb.HeapShare;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of the heap the locks of all sources take: whoever may write one source's collection could otherwise fill it. Each source keeps a
 * share, however much the others take. Thread-safe.
 */
final class SourceRoom {

    private static final long ALL = HeapShare.of(6);
    private static final long ONE = ALL / 2;
    private static final long SHARE = ALL / Sources.MOST;
    private static final SourceRoom OF_THE_HEAP = new SourceRoom();

    private final AtomicLong used = new AtomicLong();

    static SourceRoom ofTheHeap() {
        return OF_THE_HEAP;
    }

    void change(long bytes) {
        used.addAndGet(bytes);
    }

    /** Whether a source that takes so much takes too much. */
    boolean isExceeded(long bytes) {
        return bytes > SHARE && (bytes > ONE || used.get() > ALL);
    }
}
