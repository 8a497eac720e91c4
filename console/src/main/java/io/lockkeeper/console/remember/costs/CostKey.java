package io.lockkeeper.console.remember.costs;

/**
 * Of which waits a cost is the sum.
 *
 * @param source the id of the lock's source where waits are added up by lock; empty for the console's first collection, and else
 * @param on the lock, or the prefix of the locks' names; empty for all
 * @param holder the service that held; empty for the time in which no lease is recorded
 * @param waiter the service that waited
 */
public record CostKey(String source, String on, String holder, String waiter) {

    /** Of many others together. */
    static final CostKey REST = new CostKey("", "", "", "");

    static CostKey of(CostEpisode episode, CostGroup group) {
        return new CostKey(
                group.source(episode.waited().lock()),
                group.on(episode.waited().lock()),
                episode.holder(),
                episode.waited().waiter().service());
    }
}
