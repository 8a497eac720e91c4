package io.lockkeeper.agent;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.calls.Identity;
import io.lockkeeper.agent.clocks.ClockComparison;
import io.lockkeeper.agent.fitness.CollectionFitness;
import io.lockkeeper.agent.fitness.IndexUpkeep;
import io.lockkeeper.agent.fitness.ServerFitness;
import io.lockkeeper.agent.hints.HintingStore;
import io.lockkeeper.agent.hints.MongoHintChannel;
import io.lockkeeper.agent.host.HostWatch;
import io.lockkeeper.agent.host.Watched;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.presence.AgentsCollection;
import io.lockkeeper.agent.presence.HintPlaces;
import io.lockkeeper.agent.presence.LateReports;
import io.lockkeeper.agent.presence.OwnVersion;
import io.lockkeeper.agent.presence.Presence;
import io.lockkeeper.agent.store.MongoLockStore;
import io.lockkeeper.agent.store.OwnHandle;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.agent.time.SystemTime;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.CollectionLook;
import io.lockkeeper.model.WatchKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects an agent to MongoDB: opens it, and starts its presence, the comparison of clocks and the shutdown hook. */
final class AgentConnector {

    private static final Logger log = LoggerFactory.getLogger(AgentConnector.class);
    private static final Duration HINTS_AGAIN = Duration.ofMinutes(10);

    private final MongoClient client;
    private final MongoDatabase database;
    private final AgentOptions options;
    private final LongSupplier ticker;
    private final MongoLockStore store;
    private final MongoHintChannel hints;
    private final CollectionFitness collection;
    private final Admission admission;
    private final Supplier<Identity> identities;
    private volatile @Nullable HostWatch hostWatch;

    AgentConnector(MongoClient client, String databaseName, AgentOptions options, LongSupplier ticker) {
        this(
                client,
                databaseName,
                options,
                ticker,
                () -> new Identity(options.service(), options.instance(), Machine.JVM));
    }

    AgentConnector(
            MongoClient client,
            String databaseName,
            AgentOptions options,
            LongSupplier ticker,
            Supplier<Identity> identities) {
        this.client = client;
        this.database = OwnHandle.on(client, databaseName);
        this.options = options.requireFit();
        this.ticker = ticker;
        this.identities = identities;
        this.store = new MongoLockStore(client, database, Machine.JVM::nanos);
        this.hints = new MongoHintChannel(client, databaseName, options.wakes().places());
        ServerFitness fitness =
                new ServerFitness(database, options.answerTimeout(), options.presence(), Admission.REFUSALS);
        this.collection = new CollectionFitness(database, options.answerTimeout(), Admission.REFUSALS);
        this.admission = new Admission(
                Machine.JVM,
                () -> {
                    fitness.require();
                    return collection.requireFree();
                },
                this::prepareIndexes);
    }

    /** Checks the server first. */
    LockAgent open() {
        admission.pass();
        OuterLocks outer = options.outerLocks();
        if (outer != null) {
            outer.check(database.getName(), options);
        }
        return openLater();
    }

    /** The first request checks the server. */
    LockAgent openLater() {
        ReopenableAgent life = new ReopenableAgent(this::parts);
        if (options.shutdownGrace() != null) {
            life.endWithTheJvm();
        }
        return new LockAgent(life, this::continuesIn);
    }

    private void prepareIndexes(CollectionLook look) {
        switch (options.indexes()) {
            case CREATE -> collection.createIndexes(look);
            case VERIFY -> collection.requireIndexes(look);
            case NONE -> log.debug("Indexes are not looked at");
        }
    }

    private AgentParts parts() {
        Identity identity = identities.get();
        AgentsCollection roster = new AgentsCollection(database, options.indexes() == IndexMode.CREATE, ticker);
        HintingStore hinting = new HintingStore(
                store, hints, identity.agent(), Machine.JVM, options.presence() ? roster::waiting : () -> 1);
        AgentParts parts = AgentParts.of(
                hinting, identity, options, new SystemTime(ticker, Machine.JVM), admission, database.getName());
        if (options.presence()) {
            show(parts, identity, roster);
        }
        LeaseKeeping<?> keeping = parts.keeping();
        keeping.whenWanted(
                new HintPlaces(database, parts.background(), keeping::isNeeded, hinting::agentsWakeBy)::look);
        admission.whenPassed(() -> {
            if (!parts.closing().hasEnded()) {
                chooseHints(parts, hinting, identity.agent());
                watch(parts);
            }
        });
        return parts;
    }

    /** Chooses the place for hints at the start, and again while a better one was refused: rights may have been granted since. */
    private void chooseHints(AgentParts parts, HintingStore hinting, String agent) {
        hints.chooseAgain(agent);
        hinting.findWakes(agent);
        parts.background().after(HINTS_AGAIN, () -> chooseHints(parts, hinting, agent));
    }

    /** Starts the checks that run once the server was found fit. */
    private void watch(AgentParts parts) {
        new ClockComparison(
                        client,
                        database,
                        parts.clocks(),
                        options.clockSkewAllowance(),
                        options.callTimeouts().command(),
                        ticker,
                        parts.background())
                .start();
        if (options.indexes() == IndexMode.CREATE) {
            new IndexUpkeep(collection, parts.background()).start();
        }
    }

    private void show(AgentParts parts, Identity identity, AgentsCollection agents) {
        WatchKey key = watchKey();
        Presence presence = new Presence(
                agents,
                identity.self(),
                OwnVersion.version(),
                ticker,
                parts.background(),
                parts.upkeep().leases()::count,
                parts.waiters()::count,
                () -> settings(key));
        HostWatch host = watchFrom(key, parts, identity);
        presence.start(host == null ? () -> {} : host::begin, host != null && host.expect());
        admission.awaitToo(host == null ? CompletableFuture.completedFuture(null) : host.first());
        LateReports reports = new LateReports(agents, ticker, parts.background());
        parts.upkeep().lateAttempts().reportTo(reports::add);
        parts.closing().andThen(() -> {
            reports.write();
            presence.end();
            HostWatch watch = hostWatch;
            if (watch != null) {
                watch.end();
            }
        });
    }

    private @Nullable WatchKey watchKey() {
        return options.hostAgent() == null ? null : new WatchKey(Machine.JVM.uniqueName() + Machine.JVM.uniqueName());
    }

    private @Nullable HostWatch watchFrom(@Nullable WatchKey key, AgentParts parts, Identity identity) {
        Path socket = options.hostAgent();
        if (socket == null || key == null) {
            return null;
        }
        Watched self = new Watched(
                identity.self(),
                OwnVersion.version(),
                key,
                options.callTimeouts().command(),
                options.ttl(),
                options.startsCommand());
        HostWatch watch = new HostWatch(socket, self, Machine.JVM, parts.background());
        hostWatch = watch;
        parts.closing().whenClosed(watch::leave);
        return watch;
    }

    /** As {@link LockAgent#continuesIn}. */
    void continuesIn(long pid) {
        HostWatch watch = hostWatch;
        if (watch != null) {
            watch.continuesIn(pid);
        }
    }

    private AgentDocument.Settings settings(@Nullable WatchKey key) {
        OuterLocks outer = options.outerLocks();
        return new AgentDocument.Settings(
                options.slowHoldThreshold(),
                outer == null ? null : outer.description(),
                hints.place().orElse(null),
                key);
    }
}
