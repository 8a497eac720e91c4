package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper take-out NAME ACQUIRER --reason …}. */
@Command(
        name = "take-out",
        description = {
            "Take one waiter out of a lock's queue: its call fails with your reason, and its agent does not retry.",
            "Goes through the console, with your API token: its roles and audit apply."
        },
        mixinStandardHelpOptions = true)
public final class TakeOutCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Parameters(
            index = "1",
            paramLabel = "ACQUIRER",
            description = "The waiter's acquirer, as 'lockkeeper show NAME' prints it.")
    private String acquirer = "";

    @Mixin
    private ReasonOption reason = new ReasonOption();

    @Mixin
    private SourceOption source = new SourceOption();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        try (ConsoleLock lock = source.lock(name)) {
            BsonDocument waiter = lock.takeOut(acquirer, reason.text());
            output.print(output.isJson() ? waiter.toJson() : "The waiter was taken out of the queue.");
        }
        return ExitCode.OK;
    }
}
