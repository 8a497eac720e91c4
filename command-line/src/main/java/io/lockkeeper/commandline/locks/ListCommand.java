package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lockkeeper list}. */
@Command(
        name = "list",
        description = "Lists the locks in use, the longest held first.",
        mixinStandardHelpOptions = true)
public final class ListCommand implements Callable<Integer> {

    @Option(
            names = "--name",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Only locks whose name contains the text.")
    private String name = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "At most so many: ${DEFAULT-VALUE} unless given.")
    private int limit = 100;

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        int most = Limit.checked(limit);
        try (Database database = connection.open()) {
            LockReader.Found found = new LockReader(database).inUse(name, most);
            if (output.isJson()) {
                found.locks().forEach(lock -> output.print(LockJson.of(lock)));
            } else if (found.locks().isEmpty()) {
                output.print("No lock is in use.");
            } else {
                output.print(LockTexts.table(found.locks()));
            }
            if (found.more()) {
                output.tell("There are more than these %d; --limit shows more of them.".formatted(most));
            }
        }
        return ExitCode.OK;
    }
}
