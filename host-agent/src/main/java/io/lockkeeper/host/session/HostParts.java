package io.lockkeeper.host.session;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.Succession;
import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.report.HostFigures;
import io.lockkeeper.host.report.HostReport;
import io.lockkeeper.host.state.HostState;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all sessions of a host agent share. */
public record HostParts(
        Succession succession,
        QueueNotices notices,
        HostLoop loop,
        HostSettings settings,
        HostSessions sessions,
        ProcessProof.Kernel kernel,
        HostFigures figures,
        HostState state) {

    private static final Logger log = LoggerFactory.getLogger(HostParts.class);
    private static final long AGAIN_MILLIS = 1_000;

    /**
     * Releases the lease. If that cannot even begin, it is tried again: the agent would renew it for ever.
     *
     * @return whether it was held, or what failed first
     */
    CompletableFuture<Boolean> letGo(Lease lease) {
        try {
            return lease.releaseAsync();
        } catch (RuntimeException | Error e) {
            log.error("A lease could not be released, which is tried again lock={}", lease.name(), e);
            loop.after(AGAIN_MILLIS, () -> {
                var unused = letGo(lease);
            });
            return CompletableFuture.failedFuture(e);
        }
    }

    /** How the host agent fares now. Asks no server. On the loop's thread. */
    public HostReport report() {
        return HostReport.of(
                figures,
                sessions.now(),
                notices.unanswered(),
                succession.agent().monitor().status());
    }

    public HostLimits limits() {
        return settings.limits();
    }
}
