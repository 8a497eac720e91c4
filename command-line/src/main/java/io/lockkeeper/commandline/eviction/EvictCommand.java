package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.console.ConsoleEviction;
import io.lockkeeper.commandline.console.ReasonOption;
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
            "Evict (force-release) the lease with this token: its holder is notified and has 15 s to stop, then the lock is free.",
            "With --source, evicts the holder of another library's lock, in the way that is safe for that library.",
            "Goes through the console, with your API token: its roles, four eyes and audit apply.",
            "--break-glass bypasses the console and writes to the database: the eviction is recorded first, with the system's and the database's user, where the console's audit shows it. What cannot be recorded is not done. Names under four eyes are never evicted that way: they need a second person's consent, which only a console can ask for."
        },
        mixinStandardHelpOptions = true)
public final class EvictCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "The token of the lease to evict, as 'lockkeeper show NAME' prints it: this lease or none.")
    private @Nullable Long token;

    @Mixin
    private ReasonOption reason = new ReasonOption();

    @Mixin
    private BreakGlassOption breakGlass = new BreakGlassOption();

    @Mixin
    private ConsoleEviction console = new ConsoleEviction();

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        String why = reason.text();
        console.check(token);
        breakGlass.refuseFor(console.isInSource());
        if (breakGlass.isGiven() && token != null) {
            long seen = token;
            return breakGlass.run(connection, output, name, direct -> direct.evict(name, seen, why));
        }
        console.evict(name, token, why, output);
        return ExitCode.OK;
    }
}
