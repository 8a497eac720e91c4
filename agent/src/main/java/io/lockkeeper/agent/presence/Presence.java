package io.lockkeeper.agent.presence;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains the agent's own document in the {@code agents} collection, for operators: no lock depends on it. It writes once every
 * {@link AgentDocument#BEAT}, in the background, acknowledged only by the primary. If a write fails, it logs that once and tries again
 * later.
 */
public final class Presence {

    private static final Logger log = LoggerFactory.getLogger(Presence.class);
    /** An agent that lives shorter leaves no trace, and costs nothing. */
    private static final Duration FIRST_AFTER = Duration.ofSeconds(1);

    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    private final AgentsCollection agents;
    private final Owner self;
    private final String version;
    private final LongSupplier ticker;
    private final Timer background;
    private final IntSupplier held;
    private final IntSupplier waiting;
    private final Supplier<AgentDocument.Settings> settings;
    private final long startedAt;
    private boolean failing;
    private volatile boolean written;
    private volatile boolean awaited;
    private Runnable whenThere = () -> {};

    /**
     * A presence that begins with {@link #start}.
     *
     * @param self as which owner the agent asks for locks
     * @param version of this library
     * @param held how many leases the agent holds
     * @param waiting how many of its requests wait
     */
    public Presence(
            AgentsCollection agents,
            Owner self,
            String version,
            LongSupplier ticker,
            Timer background,
            IntSupplier held,
            IntSupplier waiting,
            Supplier<AgentDocument.Settings> settings) {
        this.agents = agents;
        this.self = self;
        this.version = version;
        this.ticker = ticker;
        this.background = background;
        this.held = held;
        this.waiting = waiting;
        this.settings = settings;
        this.startedAt = ticker.getAsLong();
    }

    /** Writes the document a second from now, and then periodically. */
    public void start() {
        start(() -> {}, false);
    }

    /**
     * As {@link #start()}.
     *
     * @param there is run when the document was written for the first time, in the background
     * @param now whether a host agent of this machine waits for it: then it is written at once, and a majority has it
     */
    public void start(Runnable there, boolean now) {
        whenThere = there;
        awaited = now;
        background.after(now ? Duration.ZERO : FIRST_AFTER, this::beat);
    }

    /** Removes the document. Call it when the timer has ended, so that no beat writes the document again. */
    public void end() {
        if (written) {
            try {
                agents.written().deleteOne(myself());
            } catch (MongoException | IllegalStateException e) { // the latter where the client was closed first
                log.debug("The agent's document could not be removed; it expires", e);
            }
        }
    }

    private void beat() {
        Duration next = AFTER_FAILURE;
        try {
            write();
            failing = false;
            awaited = false;
            next = AgentDocument.BEAT;
            Runnable first = whenThere;
            whenThere = () -> {};
            first.run();
        } catch (MongoException | IllegalStateException e) {
            tellOnce(e);
        } finally {
            background.after(next, this::beat);
        }
    }

    private void write() {
        MongoCollection<BsonDocument> prepared = agents.prepared();
        Duration uptime = Duration.ofNanos(ticker.getAsLong() - startedAt);
        written = true; // also where the answer does not come
        (awaited ? prepared.withWriteConcern(WriteConcern.MAJORITY) : prepared)
                .updateOne(
                        myself(),
                        AgentDocument.beat(self, version, uptime, held.getAsInt(), waiting.getAsInt(), settings.get()),
                        new UpdateOptions().upsert(true));
    }

    private void tellOnce(RuntimeException failure) {
        if (!failing) {
            failing = true;
            log.warn(
                    "The agent could not write its document to {}, by which the console lists it; locks are not concerned: {}",
                    agents.name(),
                    failure.getMessage());
        }
    }

    private Bson myself() {
        return Filters.eq("_id", new BsonString(self.agent()));
    }
}
