package io.lockkeeper.console.findings;

import io.lockkeeper.console.board.Outage;
import java.time.Instant;
import java.util.List;

/**
 * A source at one moment, as a pass judges it.
 *
 * @param id empty for the console's first collection
 * @param locks all that are not free, the longest held first where there may be very many
 * @param now the server's time for which these are complete
 * @param outage the last time in which nothing was known of them
 * @param facts what is known of them besides their documents
 * @param found what is wrong with several of them together, or with their clients
 */
record ObservedSource(
        String id, List<ObservedLock> locks, Instant now, Outage outage, SourceFacts facts, List<Detected> found) {

    /** The id of the console's first collection. */
    static final String FIRST = "";
}
