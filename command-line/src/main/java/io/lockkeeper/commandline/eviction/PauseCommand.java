package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.console.ConsolePause;
import io.lockkeeper.commandline.console.ReasonOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper pause NAME --for 2h --reason …}. */
@Command(
        name = "pause",
        description = {
            "Pause a lock: until the pause ends, no process can acquire it. Its holder keeps it, waiters keep their"
                    + " places, and calls that will not wait are refused.",
            "You can also pause a lock that no process has used for a day, or ever, for example before a deployment.",
            "Goes through the console, with your API token: its roles, four eyes and audit apply.",
            "--break-glass bypasses the console, as for evict: recorded first, and never for names under four eyes."
        },
        mixinStandardHelpOptions = true)
public final class PauseCommand implements Callable<Integer> {

    private static final Duration LONGEST = Duration.ofDays(30);

    @Parameters(paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Option(
            names = "--for",
            required = true,
            paramLabel = "TIME",
            description = "How long the pause lasts, for example 2h; at most 30 days.")
    private Duration time = Duration.ZERO;

    @Mixin
    private ReasonOption reason = new ReasonOption();

    @Mixin
    private BreakGlassOption breakGlass = new BreakGlassOption();

    @Mixin
    private ConsolePause console = new ConsolePause();

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        String why = reason.text();
        breakGlass.refuseFor(console.isInSource());
        if (!breakGlass.isGiven()) {
            console.pause(name, Instant.now().plus(time), why, output);
            return ExitCode.OK;
        }
        if (time.isZero() || time.compareTo(LONGEST) > 0) {
            throw new FailedException(
                    ExitCode.USAGE,
                    String.format(
                            Locale.ROOT, "A pause lasts longer than nothing, and %d days at most.", LONGEST.toDays()));
        }
        return breakGlass.run(connection, output, name, direct -> direct.pause(name, time, why));
    }
}
