package io.lockkeeper.commandline.locks;

import com.mongodb.MongoException;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Output;
import java.util.concurrent.Callable;
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
    private Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        int most = selection.limit(MOST);
        try (Database database = connection.open();
                Changes changes = new Changes(database)) {
            LockReader reader = new LockReader(database);
            Screen screen = Screen.on(output);
            while (true) {
                try {
                    screen.show(reader.inUse(selection.name(), most));
                } catch (MongoException e) {
                    screen.disconnected(e);
                }
                changes.await();
            }
        }
    }
}
