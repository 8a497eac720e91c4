package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lockkeeper show NAME}. */
@Command(
        name = "show",
        description = {
            "Show a lock: its holders, and who is waiting for it. Exits with 1 if the lock does not exist, and so is"
                    + " free.",
            "With --source, shows a lock of another library or of a further collection, its past holds, and the ETag"
                    + " that 'lockkeeper evict' asks for."
        },
        mixinStandardHelpOptions = true)
public final class ShowCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Mixin
    private PlaceOption place = new PlaceOption();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        try (LockPlace locks = place.open()) {
            LockPlace.Page lock = locks.page(name);
            output.print(output.isJson() ? List.of(lock.json()) : lock.lines());
        }
        return ExitCode.OK;
    }
}
