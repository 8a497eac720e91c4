package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
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
    private PlaceOption place = new PlaceOption();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        int most = selection.limit(MOST);
        Reading found = read(most);
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

    private Reading read(int most) {
        try (LockPlace locks = place.open()) {
            return locks.inUse(selection.name(), most);
        }
    }
}
