package io.lockkeeper.agent.calls;

import com.mongodb.MongoTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns, at most once a minute, while the agent's commands get no connection from the client's pool. */
public final class PoolWarning {

    private static final Logger log = LoggerFactory.getLogger(PoolWarning.class);
    private static final long PERIOD = Duration.ofMinutes(1).toNanos();
    /** A part of the driver's message: it has no exception class for this. */
    private static final String NO_CONNECTION = "while waiting for a connection";

    private final LongSupplier ticker;
    private final AtomicLong warnAt;
    private final AtomicInteger unsaid = new AtomicInteger();

    PoolWarning(LongSupplier ticker) {
        this.ticker = ticker;
        this.warnAt = new AtomicLong(ticker.getAsLong());
    }

    /** A command was not answered, for this reason. */
    void heard(Throwable cause) {
        noConnection(cause).ifPresent(this::starved);
    }

    private static Optional<String> noConnection(Throwable cause) {
        return Stream.iterate(cause, each -> each != null, Throwable::getCause)
                .filter(MongoTimeoutException.class::isInstance)
                .map(each -> String.valueOf(each.getMessage()))
                .filter(message -> message.contains(NO_CONNECTION))
                .findFirst();
    }

    private void starved(String message) {
        int commands = unsaid.incrementAndGet();
        long now = ticker.getAsLong();
        long due = warnAt.get();
        if (now - due >= 0 && warnAt.compareAndSet(due, now + PERIOD)) {
            unsaid.set(0);
            log.warn(
                    "No free connection in the MongoClient's pool: commands={} cause=\"{}\". Renewals need a connection too: a lease is"
                            + " lost if its renewal waits until the lease's end. Raise maxPoolSize, or give the agent a MongoClient of"
                            + " its own. If MongoDB hangs, the pool is full only for that reason",
                    commands,
                    message);
        }
    }
}
