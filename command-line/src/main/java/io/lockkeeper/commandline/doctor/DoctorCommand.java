package io.lockkeeper.commandline.doctor;

import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.commandline.doctor.Finding.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockkeeper doctor}: changes nothing, but for a proof in a database of its own. */
@Command(
        name = "doctor",
        description = {
            "Check whether locks can work here: server, version, replica set, clocks, collections, indexes, privileges, connection"
                    + " pool and change stream. Says how to fix what is wrong, and changes nothing unless asked to prove it.",
            "Exits with 1 if locks cannot work, and with 69 if MongoDB does not answer."
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    @Mixin
    private ProofOption proof = new ProofOption();

    private final List<Finding> findings = new ArrayList<>();

    @Override
    public Integer call() {
        try (Database database = connection.connect()) {
            BsonDocument hello;
            try {
                hello = database.hello();
            } catch (MongoTimeoutException | MongoSocketException e) {
                Unreachable.explain(database.settings()).forEach(this::report);
                return ExitCode.UNAVAILABLE;
            }
            check("server", () -> ServerCheck.check(database, hello));
            check("clocks", () -> Clocks.check(database, hello));
            check("collections", () -> Neighbours.check(database));
            check("indexes", () -> Indexes.check(database));
            check("privileges", () -> Privileges.check(database));
            check("pool", () -> List.of(PoolCheck.check(database)));
            check("stream", () -> List.of(StreamCheck.check(database)));
            if (proof.isGiven()) {
                prove(database);
            }
        }
        return hasFailed() ? ExitCode.NOT_SO : ExitCode.OK;
    }

    private boolean hasFailed() {
        return findings.stream().anyMatch(each -> each.verdict() == Verdict.FAILED);
    }

    private void prove(Database database) {
        if (hasFailed()) {
            report(Finding.warning("proof", "was not begun", "Mend first what failed above."));
            return;
        }
        try (Proof begun = Proof.open(proof, connection, database, this::report)) {
            ProofFigures figures = begun.run();
            if (output.isJson()) {
                output.print(figures.json(findings));
            } else {
                output.print(figures.row(findings));
            }
        }
    }

    /** Runs one check; its failure does not keep the others from being run. */
    private void check(String name, Supplier<List<Finding>> check) {
        try {
            check.get().forEach(this::report);
        } catch (MongoException e) {
            report(Finding.warning(
                    name,
                    "could not be checked. " + Trouble.of(e),
                    "Grant what is missing, or run doctor as a user who has it."));
        } catch (BsonInvalidOperationException e) { // a field that only servers of another maker leave out
            report(Finding.warning(
                    name,
                    "could not be checked: the server's answer is not as MongoDB's is. " + e.getMessage(),
                    "Use MongoDB 5.0 or newer for locks that matter."));
        }
    }

    private void report(Finding finding) {
        findings.add(finding);
        if (output.isJson()) {
            output.print(finding.json());
        } else {
            output.print(finding.line());
        }
    }
}
