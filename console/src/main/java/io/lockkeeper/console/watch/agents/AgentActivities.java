package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The activity of each agent, counted in one pass over the locks. */
record AgentActivities(Map<String, AgentActivity> byAgent) {

    static final AgentActivities NONE = new AgentActivities(Map.of());
    private static final Comparator<Remaining> SOONEST =
            Comparator.comparing(Remaining::until).thenComparing(Remaining::lock);

    static AgentActivities of(List<Lock> locks, Instant now) {
        Map<String, AgentActivity> found = new HashMap<>();
        for (Lock lock : locks) {
            lock.holders()
                    .forEach(lease -> found.compute(
                            lease.owner().agent(), (agent, it) -> known(it).holding(lease, now)));
            lock.queue()
                    .forEach(waiter -> found.compute(
                            waiter.owner().agent(), (agent, it) -> known(it).waiting(waiter, now)));
        }
        return new AgentActivities(found);
    }

    private static AgentActivity known(@Nullable AgentActivity doing) {
        return doing == null ? AgentActivity.NOTHING : doing;
    }

    AgentActivity of(String agent) {
        return byAgent.getOrDefault(agent, AgentActivity.NOTHING);
    }

    /** The remaining leases of these agents, agent by agent, the first to end first. */
    static Map<String, List<Remaining>> remaining(List<Lock> locks, Set<String> agents, Instant now) {
        Map<String, List<Remaining>> found = new HashMap<>();
        if (agents.isEmpty()) {
            return found;
        }
        for (Lock lock : locks) {
            for (Holder lease : lock.holders()) {
                if (agents.contains(lease.owner().agent()) && LeaseTimes.isLive(lease, now)) {
                    found.computeIfAbsent(lease.owner().agent(), agent -> new ArrayList<>())
                            .add(Remaining.of(lock, lease));
                }
            }
        }
        found.replaceAll((agent, leases) ->
                leases.stream().sorted(SOONEST).limit(Remaining.MOST).toList());
        return found;
    }
}
