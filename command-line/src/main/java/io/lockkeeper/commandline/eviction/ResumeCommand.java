package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.console.ConsolePause;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper resume NAME}. */
@Command(
        name = "resume",
        description = {
            "End the pause of a lock: it goes to the next waiter.",
            "Goes through the console, with your API token: its roles and audit apply.",
            "--break-glass bypasses the console, as for evict: recorded first, and never for names under four eyes."
        },
        mixinStandardHelpOptions = true)
public final class ResumeCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

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
        breakGlass.refuseFor(console.isInSource());
        if (breakGlass.isGiven()) {
            return breakGlass.run(connection, output, name, direct -> direct.resume(name));
        }
        console.resume(name, output);
        return ExitCode.OK;
    }
}
