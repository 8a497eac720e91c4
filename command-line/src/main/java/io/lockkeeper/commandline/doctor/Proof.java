package io.lockkeeper.commandline.doctor;

import com.mongodb.MongoException;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.SystemDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes locks on a user's own servers, from this process and another, and says whether they did what locks promise. All of it happens in a
 * database that was empty, and that is dropped at the end, also when the proof is interrupted.
 */
final class Proof implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int LEAST_RATE = 20;

    private final ProofOption option;
    private final Connection connection;
    private final Database services;
    private final Pace pace;
    private final Database database;
    private final LockAgent agent;
    private final Consumer<Finding> report;
    private final long began = System.nanoTime();
    private final AtomicBoolean ends = new AtomicBoolean();
    private final ReentrantLock cleaning = new ReentrantLock();
    private final Thread whenInterrupted = new Thread(this::clean, "proof-cleaning");
    private @Nullable ProofPeer peer;

    /** Sends nothing yet: what fails from here on ends with {@link #close()}. */
    private Proof(ProofOption option, Connection connection, Database services, Consumer<Finding> report) {
        this.option = option;
        this.connection = connection;
        this.services = services;
        this.pace = new Pace(option.rate() / 2);
        this.database = services.beside(option.database(), pace);
        this.agent = LockAgent.connectLater(database.client(), database.name(), ProofPeerCommand.options("proof"));
        this.report = report;
        Runtime.getRuntime().addShutdownHook(whenInterrupted);
    }

    /**
     * Opens it, in a database that has to be empty.
     *
     * @throws FailedException if the database is not, or an option has no sense
     */
    static Proof open(ProofOption option, Connection connection, Database services, Consumer<Finding> report) {
        if (option.rate() < LEAST_RATE) {
            throw new FailedException(
                    ExitCode.USAGE, "--rate is %s; it must be at least %s.".formatted(option.rate(), LEAST_RATE));
        }
        SystemDatabases.refusal(option.database()).ifPresent(why -> {
            throw new FailedException(ExitCode.USAGE, why + ". Name another with --prove-in.");
        });
        String there =
                services.database(option.database()).listCollectionNames().first();
        if (there != null) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "The database \"%s\" is not empty (it has \"%s\"), and a proof drops its database at the end: name another with --prove-in."
                            .formatted(Plain.text(option.database()), Plain.text(there)));
        }
        return new Proof(option, connection, services, report);
    }

    /** What it measured, when all is reported. */
    ProofFigures run() {
        ServerProof server = new ServerProof(database, agent);
        LeaseProof leases = new LeaseProof(database, agent);
        attempt("exclusion", () -> new ExclusionProof(database, agent).prove(peer()));
        attempt("tokens", () -> List.of(leases.tokensAfterAPurge()));
        attempt("expiry", () -> List.of(leases.expiry(peer())));
        attempt("hand-off", () -> List.of(leases.handOff(peer())));
        attempt("eviction", () -> List.of(leases.eviction()));
        attempt("streams", () -> List.of(server.streams()));
        attempt("transaction", () -> List.of(server.transaction()));
        attempt("speed", () -> List.of(leases.speed()));
        attempt("load", () -> List.of(leases.load(option.agents(), pace)));
        if (option.isWithStepDown()) {
            attempt("election", () -> List.of(server.election()));
        }
        attempt("TTL index", () -> List.of(server.ttlIndex()));
        return leases.figures();
    }

    /** The other process; a new one where the last has ended. None begins once all is being dropped. */
    private ProofPeer peer() {
        cleaning.lock();
        try {
            ProofPeer now = peer;
            if (ends.get()) {
                throw new IllegalStateException("the proof is being ended");
            }
            if (now == null || !now.isRunning()) {
                now = ProofPeer.start(connection, database.name(), option.rate() / 2);
                peer = now;
            }
            return now;
        } finally {
            cleaning.unlock();
        }
    }

    /** Its failure does not keep the others from being tried; an interruption of the program does. */
    private void attempt(String check, Callable<List<Finding>> proof) {
        if (ends.get()) {
            return;
        }
        if (System.nanoTime() - began > LONGEST.toNanos()) {
            report.accept(
                    Finding.warning(check, "not tried: the five minutes are over", "Repeat it with a larger --rate."));
            return;
        }
        try {
            proof.call().forEach(report);
        } catch (MongoException e) {
            report.accept(
                    Finding.failed(check, "could not be proven. " + Trouble.of(e), "See what MongoDB's log says."));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            if (!ends.get()) {
                report.accept(Finding.failed(check, "could not be proven: " + e.getMessage(), ""));
            }
        }
    }

    /** Once; who comes second waits until it is done, as the client that drops is closed then. */
    private void clean() {
        cleaning.lock();
        try {
            if (ends.compareAndSet(false, true)) {
                end();
            }
        } finally {
            cleaning.unlock();
        }
    }

    private void end() {
        ProofPeer last = peer;
        if (last != null) {
            last.close();
        }
        agent.close();
        database.close(); // so that nothing is written after the drop
        services.database(database.name()).drop();
        try {
            for (String collection : hintsInLocal()) {
                services.collection(HintPlace.LOCAL.database(""), collection).drop();
            }
        } catch (MongoException e) {
            // what a user may not drop in local stays there: 128 KB that the next proof uses again
        }
    }

    private List<String> hintsInLocal() {
        String prefix = HintPlace.PREFIX + "." + database.name() + ".";
        List<String> names = new ArrayList<>();
        services.database(HintPlace.LOCAL.database("")).listCollectionNames().into(names);
        return names.stream().filter(name -> name.startsWith(prefix)).toList();
    }

    @Override
    public void close() {
        clean();
        try {
            Runtime.getRuntime().removeShutdownHook(whenInterrupted);
        } catch (IllegalStateException e) {
            // the program is being ended, and the hook has nothing left to do
        }
    }
}
