package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockkeeper list}. */
@Command(
        name = "list",
        description = "Lists the locks in use, the longest held first.",
        mixinStandardHelpOptions = true)
public final class ListCommand implements Callable<Integer> {

    private static final int MOST = 100;

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        int most = selection.limit(MOST);
        try (Database database = connection.open()) {
            LockReader.Found found = new LockReader(database).inUse(selection.name(), most);
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
