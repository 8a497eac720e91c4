package io.lockkeeper.agent;

import io.lockkeeper.agent.store.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps whether the server answers, as the agent's own calls show. */
final class ServerResponses {

    private final LongSupplier ticker;
    private final Observing observing;
    private final PoolWarning pool;
    /** On the agent's clock, of the first of the calls in a row that were not answered. */
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
