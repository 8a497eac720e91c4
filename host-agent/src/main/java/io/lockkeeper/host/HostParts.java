package io.lockkeeper.host;

import io.lockkeeper.agent.LockAgent;

/** What all sessions of a host agent share. */
record HostParts(
        LockAgent agent,
        QueueNotices notices,
        HostLoop loop,
        HostSettings settings,
        HostSessions sessions,
        ProcessProof.Kernel kernel,
        DeadAgents deadAgents,
        ServedList list) {

    HostLimits limits() {
        return settings.limits();
    }
}
