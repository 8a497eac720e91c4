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
            "Lets nobody acquire the lock for a while: whoever holds it keeps it, whoever waits keeps its place, a try is refused.",
            "Through the console, with your API token, so that roles and audit hold."
        },
        mixinStandardHelpOptions = true)
public final class PauseCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Option(
            names = "--for",
            required = true,
            paramLabel = "TIME",
            description = "For how long from now, as in 2h; 30 days at most.")
    private Duration time = Duration.ZERO;

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why, for whoever is refused the lock, and for the audit.")
    private String reason = "";

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        try (ConsoleClient console = connection.open()) {
            BsonDocument paused = console.pause(name, Instant.now().plus(time), reason);
            output.print(
                    output.isJson()
                            ? paused.toJson()
                            : Plain.text("Paused until %s.".formatted(AnsweredFields.text(paused, "until"))));
        }
        return ExitCode.OK;
    }
}
