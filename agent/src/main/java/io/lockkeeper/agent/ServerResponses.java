package io.lockkeeper.agent;

import io.lockkeeper.agent.store.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tracks whether the server answers the agent's calls. */
final class ServerResponses {

    private final LongSupplier ticker;
    private final Observing observing;
    private final PoolWarning pool;
    /** When the first of the latest calls in a row failed to get an answer, on the agent's clock. */
    private volatile @Nullable Long silentSince;

    ServerResponses(LongSupplier ticker, Observing observing) {
        this.ticker = ticker;
        this.observing = observing;
        this.pool = new PoolWarning(ticker);
    }

    Reply heard(Reply reply) {
        if (reply instanceof Reply.Unknown unknown) {
            unknown(unknown.cause());
        } else {
            answered();
        }
        return reply;
    }

    void answered() {
        silentSince = null;
    }

    void unknown(Exception cause) {
        if (silentSince == null) {
            silentSince = ticker.getAsLong();
        }
        pool.heard(cause);
        observing.outcomeUnknown(cause);
    }

    Optional<Duration> silentFor() {
        Long since = silentSince;
        return since == null ? Optional.empty() : Optional.of(Duration.ofNanos(ticker.getAsLong() - since));
    }
}
