package io.lockkeeper.agent.clocks;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.MemberClocks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the clocks of the members that can be primary, once a minute, and warns while they differ by more than the allowance: leases
 * could then end early or late over a failover. The driver picks a secondary at random, so that each member is asked within some
 * minutes.
 */
public final class ClockComparison {

    private static final Logger log = LoggerFactory.getLogger(ClockComparison.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));
    private static final List<ReadPreference> ASKED =
            List.of(ReadPreference.primary(), ReadPreference.secondaryPreferred(), ReadPreference.secondaryPreferred());

    private final MongoDatabase database;
    private final Duration allowance;
    private final LongSupplier ticker;
    private final Timer alarms;
    private final MemberClocks clocks;

    /**
     * A comparison that begins with {@link #start}.
     *
     * @param clocks learns what was found
     * @param allowance by how much the clocks may differ
     * @param timeout of each command
     */
    public ClockComparison(
            MongoDatabase database,
            MemberClocks clocks,
            Duration allowance,
            Duration timeout,
            LongSupplier ticker,
            Timer alarms) {
        this.database = database.withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        this.clocks = clocks;
        this.allowance = allowance;
        this.ticker = ticker;
        this.alarms = alarms;
    }

    /** Compares once a minute from now on, until the timer is stopped. */
    public void start() {
        alarms.after(PERIOD, this::look);
    }

    /** Compares the clocks now, and answers the difference if it is certainly beyond the allowance. */
    public Optional<MemberClocks.Difference> compare() {
        for (ReadPreference preference : ASKED) {
            long sentAt = ticker.getAsLong();
            BsonDocument hello = database.runCommand(HELLO, preference, BsonDocument.class);
            clocks.heard(hello, sentAt, ticker.getAsLong());
        }
        return clocks.beyond(allowance);
    }

    private void look() {
        try {
            compare()
                    .ifPresent(difference -> log.warn(
                            "{}, beyond the allowance of {}: leases could end early or late over a failover. Set the clocks right, or raise the allowance",
                            difference,
                            allowance));
        } catch (MongoException e) {
            log.debug("The members' clocks could not be compared", e);
        } finally {
            start();
        }
    }
}
