package io.lockkeeper.agent;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.clocks.ClockComparison;
import io.lockkeeper.agent.fitness.ServerFitness;
import io.lockkeeper.agent.keeping.LeaseKeeping;
import io.lockkeeper.agent.presence.AgentVersions;
import io.lockkeeper.agent.presence.LateReports;
import io.lockkeeper.agent.presence.Presence;
import io.lockkeeper.agent.store.MongoLockStore;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.LockName;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Connects an agent to MongoDB: opens it, and starts its presence, the comparison of clocks and the shutdown hook. */
final class AgentConnector {

    private final MongoDatabase database;
    private final AgentOptions options;
    private final LongSupplier ticker;
    private final MongoLockStore store;
    private final Admission admission;

    AgentConnector(MongoClient client, String databaseName, AgentOptions options, LongSupplier ticker) {
        this.database = client.getDatabase(databaseName);
        this.options = options.requireFit();
        this.ticker = ticker;
        this.store = new MongoLockStore(client, database, Machine.JVM::nanos);
        ServerFitness fitness =
                new ServerFitness(database, options.answerTimeout(), options.presence(), Admission.REFUSALS);
        this.admission = new Admission(fitness, options.indexes(), store);
    }

    /** Checks the server first. */
    LockAgent open() {
        admission.pass();
        OuterLocks outer = options.outerLocks();
        if (outer != null) {
            outer.check(database.getName(), options);
        }
        return open(name -> {});
    }

    /** The first request checks the server. */
    LockAgent openLater() {
        return open(admission::admit);
    }

    private LockAgent open(Consumer<LockName> before) {
        ReopenableAgent life = new ReopenableAgent(() -> parts(before));
        if (options.shutdownGrace() != null) {
            life.endWithTheJvm();
        }
        return new LockAgent(life);
    }

    private AgentParts parts(Consumer<LockName> before) {
        Identity identity = new Identity(options, Machine.JVM);
        AgentParts parts = AgentParts.of(
                store, identity, options, new SystemTime(ticker, Machine.JVM), before, database.getName());
        if (options.presence()) {
            show(parts, identity);
        }
        LeaseKeeping<?> keeping = parts.keeping();
        AgentVersions versions =
                new AgentVersions(database, parts.background(), ticker, () -> keeping.count() > 0, keeping::recallAll);
        keeping.onlyIf(versions::allowsKeeping);
        new ClockComparison(
                        database,
                        parts.clocks(),
                        options.clockSkewAllowance(),
                        options.commandTimeout(),
                        ticker,
                        parts.background())
                .start();
        return parts;
    }

    private void show(AgentParts parts, Identity identity) {
        Presence presence = new Presence(
                database,
                identity.self(),
                ThisProcess.version(),
                options.indexes() == IndexMode.CREATE,
                ticker,
                parts.background(),
                parts.leases()::count,
                parts.waiters()::count,
                settings());
        presence.start();
        LateReports reports = new LateReports(database, ticker, parts.background());
        parts.calls().lateAttempts().reportTo(reports::add);
        parts.closing().andThen(() -> {
            reports.write();
            presence.end();
        });
    }

    private AgentDocument.Settings settings() {
        OuterLocks outer = options.outerLocks();
        return new AgentDocument.Settings(options.slowHoldThreshold(), outer == null ? null : outer.description());
    }
}
