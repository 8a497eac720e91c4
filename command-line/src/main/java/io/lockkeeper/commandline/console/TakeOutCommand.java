package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper take-out NAME ACQUIRER --reason …}. */
@Command(
        name = "take-out",
        description = {
            "Takes one waiter out of a lock's queue: its call ends with your reason, and its agent does not ask again.",
            "Through the console, with your API token, so that roles and audit hold."
        },
        mixinStandardHelpOptions = true)
public final class TakeOutCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "ACQUIRER", description = "The waiter, as 'lockkeeper show NAME' tells it.")
    private String acquirer = "";

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why, for the waiter's caller, and for the audit.")
    private String reason = "";

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        try (ConsoleClient console = connection.open()) {
            BsonDocument waiter = console.takeOut(name, acquirer, reason);
            output.print(output.isJson() ? waiter.toJson() : "The waiter was taken out of the queue.");
        }
        return ExitCode.OK;
    }
}
