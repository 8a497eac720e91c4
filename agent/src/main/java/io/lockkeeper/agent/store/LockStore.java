package io.lockkeeper.agent.store;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The locks as an agent uses them. What is applied and read here is what a majority of the members knows. Implementations
 * are safe for use by any number of threads.
 *
 * <p>Where a method has a timeout, nothing that it sent is applied later than that. What is not answered in time, or not at
 * all, is a {@link com.mongodb.MongoException} unless the method says otherwise.
 */
public interface LockStore {

    /** Does what is asked, under the stamp given. Throws nothing. */
    Reply apply(Ask ask, String stamp, Duration timeout);

    /** Does all that is asked, in any order, under one stamp; a reply for each, in the order of the asks. Throws nothing. */
    default List<Reply> applyAll(List<Ask.Combinable> asks, String stamp, Duration timeout) {
        return asks.stream().map(ask -> apply(ask, stamp, timeout)).toList();
    }

    /**
     * Touches many entries, and reads their locks, always: the read shows at least what the touch left.
     *
     * @throws com.mongodb.MongoException if the read failed; nothing is known then
     */
    Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout);

    /** Removes many entries and has others linger; after an exception it is unknown for which of them that was done. */
    void endAll(Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout);

    /** The locks that there are, by name. What a read shows may be old; what it shows has happened. */
    Map<String, Snapshot> read(Collection<LockName> names, Duration timeout);

    /** Those of the locks that one of the acquirers holds, or whose lease is kept. As {@link #read}. */
    default Map<String, Snapshot> news(Collection<LockName> names, Collection<String> acquirers, Duration timeout) {
        Map<String, Snapshot> news = new HashMap<>(read(names, timeout));
        news.values()
                .removeIf(each -> each.lock().holders().stream()
                        .noneMatch(holder -> holder.keep() != null || acquirers.contains(holder.acquirer())));
        return news;
    }

    /** The usage of the locks, and since when the unused ones are; without those that were never used. */
    List<Use> uses(Collection<LockName> names, Duration timeout);

    /**
     * Returns once a majority has confirmed that it would acknowledge a change now. Changes nothing.
     *
     * @throws com.mongodb.MongoException if it did not in time
     */
    void confirm(Duration timeout);

    /** Listens, from now on, to the wakes in which an acquirer of the agent is concerned. */
    Wakes wakes(String agent);

    /** Where hints are written and read; empty where agents follow the change stream. */
    default Optional<HintPlace> hints() {
        return Optional.empty();
    }

    /** Ends what it does in the background. The agent asks nothing more. */
    default void close() {}
}
