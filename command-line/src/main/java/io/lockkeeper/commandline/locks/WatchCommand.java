package io.lockkeeper.commandline.locks;

import com.mongodb.MongoException;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.commandline.console.SourceLocks;
import io.lockkeeper.commandline.console.SourceOption;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockkeeper watch}: the list, live, until Ctrl-C. */
@Command(
        name = "watch",
        description = {
            "Shows the locks in use, live, until Ctrl-C.",
            "In a terminal the list is redrawn in place. Elsewhere, and with --json, each reading that differs is printed below the last."
        },
        mixinStandardHelpOptions = true)
public final class WatchCommand implements Callable<Integer> {

    private static final int MOST = 40;

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private SourceOption source = new SourceOption();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        int most = selection.limit(MOST);
        Screen screen = Screen.on(output);
        return source.isGiven() ? ofSource(screen, most) : own(screen, most);
    }

    private int own(Screen screen, int most) throws InterruptedException {
        try (Database database = connection.open();
                Changes changes = new Changes(database)) {
            LockReader reader = new LockReader(database);
            while (true) {
                try {
                    screen.show(Reading.of(reader.inUse(selection.name(), most)));
                } catch (MongoException e) {
                    screen.disconnected(Trouble.of(e));
                }
                changes.await();
            }
        }
    }

    private int ofSource(Screen screen, int most) throws InterruptedException {
        try (SourceLocks locks = source.open()) {
            while (true) {
                try {
                    screen.show(ForeignLocks.read(locks, selection.name(), most).reading());
                } catch (FailedException e) {
                    if (e.exitCode() != ExitCode.UNAVAILABLE) {
                        throw e;
                    }
                    screen.disconnected(String.valueOf(e.getMessage()));
                }
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }
}
