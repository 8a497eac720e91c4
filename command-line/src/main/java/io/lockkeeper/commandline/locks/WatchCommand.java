package io.lockkeeper.commandline.locks;

import com.mongodb.MongoException;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lockkeeper watch}: the list, live, until Ctrl-C. */
@Command(
        name = "watch",
        description = {
            "Shows the locks in use, live, until Ctrl-C.",
            "In a terminal the list is drawn anew; elsewhere, and with --json, each reading that differs is a line, or lines."
        },
        mixinStandardHelpOptions = true)
public final class WatchCommand implements Callable<Integer> {

    @Option(
            names = "--name",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Only locks whose name contains the text.")
    private String name = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "40",
            description = "At most so many: ${DEFAULT-VALUE} unless given.")
    private int limit = 40;

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        int most = Limit.checked(limit);
        try (Database database = connection.open();
                Changes changes = new Changes(database)) {
            LockReader reader = new LockReader(database);
            Screen screen = Screen.on(output);
            while (true) {
                try {
                    screen.show(reader.inUse(name, most));
                } catch (MongoException e) {
                    screen.disconnected(e);
                }
                changes.await();
            }
        }
    }
}
