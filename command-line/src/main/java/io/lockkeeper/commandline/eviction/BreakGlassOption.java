package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option to bypass the console. */
final class BreakGlassOption {

    @Option(
            names = "--break-glass",
            description = "Bypass the console when it cannot be reached. Never for names under four eyes.")
    private boolean given;

    @Option(
            names = "--console-database",
            paramLabel = "NAME",
            description =
                    "The console's own database, which has the audit. Default: LOCKKEEPER_CONSOLE_DATABASE, else the locks' database followed by _console.")
    private @Nullable String consoleDatabase;

    boolean isGiven() {
        return given;
    }

    /**
     * Refuses to bypass the console for a lock of a source, whose database only the console knows.
     *
     * @throws FailedException if both are given
     */
    void refuseFor(boolean inSource) {
        if (given && inSource) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "--break-glass changes the database of --mongodb: only a console changes the locks of a --source.");
        }
    }

    /** Makes the change, prints its outcome, and returns the exit code. */
    int run(Connection connection, Output output, String lock, Function<BreakGlass, Outcome> change) {
        try (Database database = connection.open()) {
            String consoles = auditDatabase(database.name());
            Outcome outcome = change.apply(
                    new BreakGlass(database, new Audit(database, consoles), new ConsentRules(database, consoles)));
            print(outcome, lock, output);
            return outcome.result().exitCode();
        }
    }

    private String auditDatabase(String locks) {
        String name = consoleDatabase == null ? System.getenv("LOCKKEEPER_CONSOLE_DATABASE") : consoleDatabase;
        return name == null || name.isBlank() ? ConsentRules.usual(locks) : name.strip();
    }

    private static void print(Outcome outcome, String lock, Output output) {
        if (output.isJson()) {
            output.print(new Json()
                    .with("lock", lock)
                    .with("token", outcome.deed().token())
                    .with("outcome", outcome.result().name())
                    .with("detail", outcome.detail())
                    .with("recorded", outcome.deed().id()));
        } else {
            output.print(Plain.text(outcome.result().words() + " " + outcome.detail())
                    .strip());
        }
    }
}
