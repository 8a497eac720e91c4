package io.lockkeeper.console.watch.agents;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.console.ground.loops.Resilient;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.LateAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Reads the agents every few seconds while a page or a caller needs them, and hands them to those pages. */
@Component
public class RosterFeed implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(RosterFeed.class);
    private static final long PERIOD_SECONDS = 3;
    private static final long LIMIT_SECONDS = 3;
    /** The most documents that are read, the last written first; the page mentions further ones. */
    static final int MOST = 5_000;
    /** Larger documents are no agent's: they are passed over. */
    private static final DocumentLimit LIMIT = DocumentLimit.OF_AGENTS;

    private static final Duration INTEREST = Duration.ofSeconds(10);

    private final List<Consumer<Roster>> subscribers = new CopyOnWriteArrayList<>();
    private final MongoCollection<BsonDocument> agents;
    private final Board board;
    private final ServerClock clock;
    private volatile ScheduledExecutorService timer = timer();
    private @Nullable Future<?> reading;
    private final Undigested undigested;
    private int damaged;
    private volatile Roster latest = Roster.NOT_READ;
    private volatile Instant askedAt = Instant.EPOCH;

    RosterFeed(MongoDatabase database, Board board, ServerClock clock, Undigested undigested) {
        this.undigested = undigested;
        this.board = board;
        this.agents = database.getCollection(AgentDocument.COLLECTION, BsonDocument.class)
                .withReadPreference(ReadPreference.primary());
        this.clock = clock;
    }

    /**
     * Subscribes until the returned {@code Runnable} is run. The first call comes at once. The subscriber is called on the
     * feed's thread and must be quick.
     */
    public Runnable subscribe(Consumer<Roster> subscriber) {
        subscribers.add(subscriber);
        timer.execute(this::readUntiringly);
        return () -> subscribers.remove(subscriber);
    }

    /** Whether agents keep their documents beside the locks of this source, where the console reads them. */
    static boolean isBeside(String source) {
        return source.equals(LockId.FIRST);
    }

    /** The agents as last read. Calling this keeps the feed reading for a while; the first call reads at once. */
    public Roster latest() {
        Instant now = clock.now();
        boolean first = askedAt.plus(INTEREST).isBefore(now);
        askedAt = now;
        if (first) {
            timer.execute(this::readUntiringly);
        }
        return latest;
    }

    private static ScheduledExecutorService timer() {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("roster").daemon().factory());
    }

    @Override
    public void start() {
        if (timer.isShutdown()) {
            timer = timer();
        }
        reading = timer.scheduleWithFixedDelay(this::readUntiringly, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void stop() {
        timer.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return reading != null && !timer.isShutdown();
    }

    private void readUntiringly() {
        Resilient.run("roster", this::read, cause -> latest = latest.outdated("The console failed; its log says why."));
    }

    private void read() {
        if (!subscribers.isEmpty() || askedAt.plus(INTEREST).isAfter(clock.now())) {
            try {
                Instant at = clock.now();
                List<AgentDocument> found = found();
                boolean more = found.size() > MOST;
                List<AgentDocument> first = more ? found.subList(0, MOST) : found;
                latest = new Roster(at, first, more, Proofs.of(board, clock.now()), "");
            } catch (MongoException e) {
                fail(MongoTrouble.sentence(e));
            }
            subscribers.forEach(this::hand);
        }
    }

    /** Logged once, not at each attempt. */
    private void fail(String why) {
        if (!why.equals(latest.failure())) {
            LOG.warn("The agents could not be read: {}", why);
        }
        latest = latest.outdated(why);
    }

    private List<AgentDocument> found() {
        List<AgentDocument> found = new ArrayList<>();
        damaged = 0;
        agents.find(Filters.and(Filters.exists(LateAttempt.FIELD, false), LIMIT.fits()))
                .sort(Sorts.descending("lastSeen"))
                .limit(MOST + 1)
                .batchSize(LIMIT.batch())
                .maxTime(LIMIT_SECONDS, TimeUnit.SECONDS)
                .forEach(each -> add(each, found));
        long large = agents.countDocuments(
                LIMIT.isExceeded(), new CountOptions().limit(MOST).maxTime(LIMIT_SECONDS, TimeUnit.SECONDS));
        steppedOver(damaged + large);
        return found;
    }

    private void steppedOver(long documents) {
        if (documents == 0) {
            undigested.clear(AgentDocument.COLLECTION);
        } else {
            undigested.note(
                    AgentDocument.COLLECTION,
                    String.format(
                            Locale.ROOT,
                            "%,d documents in the collection agents are damaged or too large: they are passed over.",
                            documents));
        }
    }

    private void add(BsonDocument document, List<AgentDocument> found) {
        try {
            found.add(AgentDocument.fromBson(document));
        } catch (RuntimeException e) {
            LOG.debug("A document in {} is not shown", AgentDocument.COLLECTION, e);
            damaged++;
        }
    }

    private void hand(Consumer<Roster> subscriber) {
        Resilient.run("page's agents", () -> subscriber.accept(latest), cause -> {});
    }
}
