package io.lockkeeper.console.api;

import io.lockkeeper.console.watch.agents.ServiceFacts;
import io.lockkeeper.console.watch.agents.VersionShare;
import java.time.Instant;
import java.util.List;

/**
 * A service, and what its processes do together.
 *
 * @param alive how many processes live
 * @param silent how many went silent
 * @param unknown of how many that is unknown
 * @param late how many renew late
 * @param held how many leases they have, by the board
 * @param waiting how many of their requests stand in queues, by the board
 * @param versions which versions of the agent run, the newest first; without silent processes
 */
record ApiService(
        String service,
        int alive,
        int silent,
        int unknown,
        int late,
        int held,
        int waiting,
        List<ApiVersion> versions) {

    /**
     * A version of the agent.
     *
     * @param processes how many run it
     * @param firstStarted when the first of them was started
     * @param lastStarted when the last was
     */
    record ApiVersion(String version, int processes, Instant firstStarted, Instant lastStarted) {

        static ApiVersion of(VersionShare share) {
            return new ApiVersion(share.version(), share.processes(), share.first(), share.last());
        }
    }

    static ApiService of(ServiceFacts service) {
        return new ApiService(
                service.name(),
                service.alive(),
                service.silent(),
                service.unknown(),
                service.late(),
                service.held(),
                service.waiting(),
                service.versions().stream().map(ApiVersion::of).toList());
    }
}
