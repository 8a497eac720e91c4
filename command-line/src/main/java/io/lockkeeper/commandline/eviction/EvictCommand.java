package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.console.ConsoleConnection;
import io.lockkeeper.commandline.console.ConsoleEviction;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper evict NAME --token T --reason …}. */
@Command(
        name = "evict",
        description = {
            "Evicts (force-releases) the lease with that token: its holder is notified and has 15 s to stop, then the lock is free.",
            "Through the console, with your API token, so that roles and audit hold. With --break-glass directly on the database, past the console's roles: recorded before it is done, with the system's and the database's user, where the console's audit shows it; what cannot be recorded is not done. Never for names under four eyes: they take a second person's consent, which only a console can ask for."
        },
        mixinStandardHelpOptions = true)
public final class EvictCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Option(
            names = "--token",
            required = true,
            paramLabel = "TOKEN",
            description = "The token of the lease to end, as 'lockkeeper show NAME' gives it: this lease ends or none.")
    private long token;

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why, for the holder and the audit.")
    private String reason = "";

    @Option(
            names = "--break-glass",
            description = "Bypasses the console, for when it cannot be reached. Never for names under four eyes.")
    private boolean breakGlass;

    @Option(
            names = "--console-database",
            paramLabel = "NAME",
            description =
                    "The console's own database, which has the audit. Default: LOCKKEEPER_CONSOLE_DATABASE, else the locks' database followed by _console.")
    private @Nullable String consoleDatabase;

    @Mixin
    private ConsoleConnection console = new ConsoleConnection();

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        String why = Reason.checked(reason);
        if (!breakGlass) {
            new ConsoleEviction(console).evict(name, token, why, output);
            return ExitCode.OK;
        }
        try (Database database = connection.open()) {
            String consoles = auditDatabase(database.name());
            Outcome outcome = new BreakGlass(
                            database, new Audit(database, consoles), new ConsentRules(database, consoles))
                    .evict(name, token, why);
            print(outcome);
            return outcome.result().exitCode();
        }
    }

    private String auditDatabase(String locks) {
        String given = consoleDatabase == null ? System.getenv("LOCKKEEPER_CONSOLE_DATABASE") : consoleDatabase;
        return given == null || given.isBlank() ? locks + "_console" : given.strip();
    }

    private void print(Outcome outcome) {
        if (output.isJson()) {
            output.print(new Json()
                    .with("lock", name)
                    .with("token", token)
                    .with("outcome", outcome.result().name())
                    .with("detail", outcome.detail())
                    .with("recorded", outcome.record()));
        } else {
            output.print(Plain.text(outcome.result().words() + " " + outcome.detail())
                    .strip());
        }
    }
}
