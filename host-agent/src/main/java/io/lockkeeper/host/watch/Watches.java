package io.lockkeeper.host.watch;

import io.lockkeeper.host.session.HostParts;
import java.util.HashMap;
import java.util.Map;

/**
 * The agents that are watched. On the loop's thread only.
 *
 * @param deadAgents ends what they leave
 * @param latest each agent's latest connection
 */
public record Watches(HostParts parts, DeadAgents deadAgents, Map<String, AgentWatch> latest) {

    public Watches(HostParts parts, DeadAgents deadAgents) {
        this(parts, deadAgents, new HashMap<>());
    }

    /** The agent's connection before this one ended while its process lived. */
    void begin(AgentWatch watch) {
        parts.sessions().opened(watch);
        AgentWatch before = latest.put(watch.agent(), watch);
        if (before != null) {
            before.forget();
        }
        parts.figures().watches(latest.size());
    }

    void over(AgentWatch watch) {
        latest.remove(watch.agent(), watch);
        parts.sessions().over(watch);
        parts.figures().watches(latest.size());
    }
}
