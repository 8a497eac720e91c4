package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.console.SourceLocks;
import io.lockkeeper.commandline.console.SourceOption;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockkeeper list}. */
@Command(name = "list", description = "List the locks in use, longest held first.", mixinStandardHelpOptions = true)
public final class ListCommand implements Callable<Integer> {

    private static final int MOST = 100;

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private SourceOption source = new SourceOption();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        int most = selection.limit(MOST);
        Reading found = source.isGiven() ? ofSource(most) : own(most);
        if (output.isJson()) {
            found.entries().forEach(lock -> output.print(lock.json()));
        } else if (found.entries().isEmpty()) {
            output.print("No lock is in use.");
        } else {
            output.print(found.table());
        }
        if (!found.notice().isEmpty()) {
            output.tell(found.notice());
        }
        if (found.more()) {
            output.tell(String.format(Locale.ROOT, "There are more than these %d; --limit shows more of them.", most));
        }
        return ExitCode.OK;
    }

    private Reading own(int most) {
        try (Database database = connection.open()) {
            return Reading.of(new LockReader(database).inUse(selection.name(), most));
        }
    }

    private Reading ofSource(int most) {
        try (SourceLocks locks = source.open()) {
            return ForeignLocks.read(locks, selection.name(), most).reading();
        }
    }
}
