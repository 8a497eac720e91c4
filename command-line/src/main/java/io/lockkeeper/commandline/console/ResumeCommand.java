package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper resume NAME}. */
@Command(
        name = "resume",
        description = {
            "End the pause of a lock: it goes to the next waiter.",
            "Goes through the console, with your API token: its roles and audit apply."
        },
        mixinStandardHelpOptions = true)
public final class ResumeCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        try (ConsoleClient console = connection.open()) {
            BsonDocument ended = console.resume(name);
            output.print(output.isJson() ? ended.toJson() : "The lock is not paused any more.");
        }
        return ExitCode.OK;
    }
}
