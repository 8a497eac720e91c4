package io.lockkeeper.console.history;

import java.util.List;

/**
 * What is to be written of some events.
 *
 * @param whole those that are told lease by lease
 * @param digests what the others came to, with all that was counted before
 */
record Digested(List<HistoryEvent> whole, List<Digest> digests) {

    boolean isEmpty() {
        return whole.isEmpty() && digests.isEmpty();
    }
}
