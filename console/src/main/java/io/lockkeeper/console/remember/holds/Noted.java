package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.HistoryEvent;
import io.lockkeeper.console.remember.history.LeaseWaits;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.source.Missed;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.StreamMark;
import java.time.Duration;
import java.time.Instant;

/** The changes that the feeds reported, in their order, to be written later. */
sealed interface Noted {

    Duration SETTLED = Duration.ofSeconds(1);

    /** When it may be written. */
    Instant due();

    /**
     * The end of a hold. It waits a second, so that an eviction that ended the hold is known by then.
     *
     * @param id the same for each console that saw it
     * @param waits what this console saw of the waits around a lease of one of our locks
     */
    record Ended(String id, String source, EndedHold hold, LeaseWaits waits, Instant seenAt) implements Noted {

        @Override
        public Instant due() {
            return seenAt.plus(SETTLED);
        }

        LockId lock() {
            return new LockId(source, hold.lock());
        }
    }

    /**
     * A wait for one of our locks that ended without a grant. It waits as long, so that it is known by then if its waiter is there after all.
     *
     * @param board the locks as they are then
     */
    record Left(String source, Board board, HistoryEvent.Left left, Instant seenAt) implements Noted {

        @Override
        public Instant due() {
            return seenAt.plus(SETTLED);
        }

        LockId lock() {
            return new LockId(source, left.lock());
        }
    }

    /** All changes of the collection up to the mark come before it. */
    record Reached(Place collection, StreamMark mark, Instant due) implements Noted {}

    /** A gap. It waits until another console that followed the collection has certainly kept a later mark. */
    record Gap(Place collection, Missed missed, Instant seenAt) implements Noted {

        private static final Duration OTHERS_KEEP_WITHIN = Duration.ofSeconds(6);

        @Override
        public Instant due() {
            return seenAt.plus(OTHERS_KEEP_WITHIN);
        }
    }
}
