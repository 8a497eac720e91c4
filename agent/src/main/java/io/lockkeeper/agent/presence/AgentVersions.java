package io.lockkeeper.agent.presence;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Projections;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.agent.time.AgentTime.Timer;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.HintPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks which versions of agents share the locks. An agent of version 0.0.9 does not say that it waits for a kept lease, and would wait for it
 * as long as its keeper keeps from renewing it. Read only while somebody wants leases kept.
 */
public final class AgentVersions {

    private static final Logger log = LoggerFactory.getLogger(AgentVersions.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    /** What was read so long ago says nothing. */
    private static final Duration GOOD_FOR = AgentDocument.BEAT.multipliedBy(3);
    /** Who has not asked for so long wants nothing kept. */
    private static final Duration ASKED_WITHIN = Duration.ofMinutes(10);

    private static final int UNAUTHORIZED = 13;

    private static final BsonDocument LIVE =
            BsonDocument.parse(String.format(Locale.ROOT, """
                { version: { $type: 'string' }, service: { $type: 'string' }, held: { $type: 'number' },
                  $expr: { $gt: ['$lastSeen', { $subtract: ['$$NOW', %d] }] } }
                """, AgentDocument.MISSED.toMillis()));

    private final MongoCollection<BsonDocument> agents;
    private final Timer background;
    private final LongSupplier ticker;
    private final BooleanSupplier keeps;
    private final Runnable ends;
    private final Consumer<Set<Optional<HintPlace>>> wakes;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile boolean allows;
    private volatile long readAt;
    private volatile long askedAt;
    private volatile boolean told;

    /**
     * Looks.
     *
     * @param keeps whether leases are kept now: they may be used for hours without anybody asking here
     * @param ends ends what was kept until now
     * @param wakes learns where the agents write and read hints: a recall by one that does not is no hint
     */
    public AgentVersions(
            MongoDatabase database,
            Timer background,
            LongSupplier ticker,
            BooleanSupplier keeps,
            Runnable ends,
            Consumer<Set<Optional<HintPlace>>> wakes) {
        this.wakes = wakes;
        this.agents = database.getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                .withTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        this.background = background;
        this.ticker = ticker;
        this.keeps = keeps;
        this.ends = ends;
    }

    /** Whether all agents that share the locks know kept leases, as far as the last look shows. The first call only has it look. */
    public boolean allowsKeeping() {
        long now = ticker.getAsLong();
        askedAt = now;
        if (reading.compareAndSet(false, true)) {
            background.after(Duration.ZERO, this::look);
        }
        return allows && now - readAt < GOOD_FOR.toNanos();
    }

    private void look() {
        long now = ticker.getAsLong();
        if (now - askedAt > ASKED_WITHIN.toNanos() && !keeps.getAsBoolean()) {
            allows = false;
            reading.set(false);
            return;
        }
        try {
            read(now);
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            unread(now, e);
        } finally {
            background.after(AgentDocument.BEAT, this::look);
        }
    }

    private void read(long now) {
        List<BsonDocument> live = agents.find(LIVE)
                .projection(Projections.include("version", "wakes"))
                .into(new ArrayList<>());
        wakes.accept(live.stream()
                .map(each -> Optional.ofNullable(AgentDocument.wakes(each)))
                .collect(Collectors.toSet()));
        List<String> versions =
                live.stream().map(each -> each.getString("version").getValue()).toList();
        Optional<String> older = versions.stream()
                .filter(version -> !AgentDocument.knowsKeep(version))
                .findFirst();
        if (older.isPresent()) {
            forbid("an agent of version " + older.get() + " shares the locks, which does not know kept leases");
        } else {
            readAt = now;
            allows = true;
            told = false;
        }
    }

    /** What was read before counts on while the server merely does not answer, as in a failover. */
    private void unread(long now, RuntimeException e) {
        if (e instanceof MongoCommandException refused && !DriverErrors.isUnknown(refused)) {
            String privilege = refused.getCode() == UNAUTHORIZED ? ", which needs the privilege find" : "";
            forbid("the collection " + agents.getNamespace() + " cannot be read" + privilege + ": " + e.getMessage());
        } else if (!allows || now - readAt >= GOOD_FOR.toNanos()) {
            forbid("MongoDB did not answer which agents share them: " + e.getMessage());
        }
    }

    private void forbid(String why) {
        allows = false;
        if (!told) {
            told = true;
            log.warn("No leases are kept after their release, and each use of such a lock asks MongoDB: {}", why);
        }
        ends.run();
    }
}
