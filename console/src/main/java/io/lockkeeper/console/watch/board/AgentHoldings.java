package io.lockkeeper.console.watch.board;

import io.lockkeeper.model.Holder;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The locks that each agent holds. Read while it changes: one agent may hold most of the locks. Changed by one thread at a time. */
final class AgentHoldings {

    private final Map<String, Map<BsonValue, Lock>> byAgent = new ConcurrentHashMap<>();

    /** The locks that an agent holds, in no particular order. */
    Collection<Lock> of(String agent) {
        return byAgent.getOrDefault(agent, Map.of()).values();
    }

    /**
     * A lock as it is now. What an agent holds before and after is never missing between.
     *
     * @param before null if it was not known
     */
    void put(Lock lock, @Nullable Lock before) {
        agents(lock)
                .forEach(agent -> byAgent.computeIfAbsent(agent, unseen -> new ConcurrentHashMap<>(2))
                        .put(lock.id(), lock));
        if (before != null) {
            List<String> remaining = agents(lock).toList();
            agents(before).filter(agent -> !remaining.contains(agent)).forEach(agent -> release(agent, lock.id()));
        }
    }

    /** Removes a lock that is no longer known. */
    void remove(Lock lock) {
        agents(lock).forEach(agent -> release(agent, lock.id()));
    }

    private void release(String agent, BsonValue id) {
        byAgent.computeIfPresent(agent, (it, held) -> without(held, id));
    }

    private static @Nullable Map<BsonValue, Lock> without(Map<BsonValue, Lock> held, BsonValue id) {
        held.remove(id);
        return held.isEmpty() ? null : held;
    }

    private static Stream<String> agents(Lock lock) {
        return lock.holders().stream()
                .map(Holder::owner)
                .map(owner -> owner.agent())
                .distinct();
    }
}
