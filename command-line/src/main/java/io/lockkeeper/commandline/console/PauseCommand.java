package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper pause NAME --for 2h --reason …}. */
@Command(
        name = "pause",
        description = {
            "Pause a lock: until the pause ends, nobody can acquire it. Its holder keeps it, waiters keep their places, and calls that will not wait are refused.",
            "Goes through the console, with your API token: its roles and audit apply."
        },
        mixinStandardHelpOptions = true)
public final class PauseCommand implements Callable<Integer> {

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
    private ConsoleConnection connection = new ConsoleConnection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        try (ConsoleClient console = connection.open()) {
            BsonDocument paused = console.pause(name, Instant.now().plus(time), reason.text());
            output.print(
                    output.isJson()
                            ? paused.toJson()
                            : Plain.text("Paused until %s.".formatted(AnsweredFields.text(paused, "until"))));
        }
        return ExitCode.OK;
    }
}
