package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.watch.source.Missed;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.StreamMark;
import java.time.Duration;
import java.time.Instant;

/** What the feeds told, in their order, to be written later. */
sealed interface Noted {

    /** When it may be written. */
    Instant due();

    /**
     * The end of a hold. It waits a second, so that an eviction that ended the hold is known by then.
     *
     * @param id the same for each console that saw it
     */
    record Ended(String id, String source, EndedHold hold, Instant seenAt) implements Noted {

        private static final Duration SETTLED = Duration.ofSeconds(1);

        @Override
        public Instant due() {
            return seenAt.plus(SETTLED);
        }
    }

    /** All that happened in a collection up to a mark stands before it. */
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
