package io.lockkeeper.console.remember.history;

import java.util.List;

/**
 * The records of a batch of events.
 *
 * @param whole those that are recorded one by one
 * @param digests the sums of the others, with all that was counted before
 */
record Digested(List<HistoryEvent> whole, List<Digest> digests) {

    static final Digested NOTHING = new Digested(List.of(), List.of());

    boolean isEmpty() {
        return whole.isEmpty() && digests.isEmpty();
    }
}
