package io.lockkeeper.agent.clocks;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.MemberClocks;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the clocks of the members that can be primary, at once and then once a minute, and warns while they differ by more than the
 * allowance: leases could then end early or late over a failover. The driver picks a secondary at random; some are asked more than once, so
 * that a comparison seldom misses one, and several never do.
 */
public final class ClockComparison {

    private static final Logger log = LoggerFactory.getLogger(ClockComparison.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));
    /** How many random picks are made for each secondary. */
    private static final int PICKS = 2;

    private final MongoClient client;
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
            MongoClient client,
            MongoDatabase database,
            MemberClocks clocks,
            Duration allowance,
            Duration timeout,
            LongSupplier ticker,
            Timer alarms) {
        this.client = client;
        this.database = database.withTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        this.clocks = clocks;
        this.allowance = allowance;
        this.ticker = ticker;
        this.alarms = alarms;
    }

    /** Compares now on the timer's thread, and once a minute from then on, until the timer is stopped. */
    public void start() {
        alarms.after(Duration.ZERO, this::look);
    }

    /** Compares the clocks now, and returns the difference if it is certainly beyond the allowance. */
    public Optional<MemberClocks.Difference> compare() {
        ask(ReadPreference.primary());
        int secondaries = client.getClusterDescription().getServerDescriptions().size() - 1;
        for (int i = 0; i < PICKS * Math.max(1, secondaries); i++) {
            ask(ReadPreference.secondaryPreferred());
        }
        return clocks.beyond(allowance);
    }

    private void ask(ReadPreference preference) {
        long sentAt = ticker.getAsLong();
        BsonDocument hello = database.runCommand(HELLO, preference, BsonDocument.class);
        clocks.heard(hello, sentAt, ticker.getAsLong());
    }

    private void look() {
        try {
            compare()
                    .ifPresent(difference -> log.warn(
                            "{}, beyond the allowance of {}: leases could end early or late over a failover. Set the clocks right, or raise the allowance",
                            difference,
                            allowance));
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            log.debug("The members' clocks could not be compared", e);
        } finally {
            alarms.after(PERIOD, this::look);
        }
    }
}
