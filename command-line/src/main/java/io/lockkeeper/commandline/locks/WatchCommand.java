package io.lockkeeper.commandline.locks;

import com.mongodb.MongoException;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.commandline.console.SourceOption;
import io.lockkeeper.commandline.console.SourceWatch;
import io.lockkeeper.commandline.console.SourceWatch.Now;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockkeeper watch}: the list, live, until Ctrl-C. */
@Command(
        name = "watch",
        description = {
            "Show the locks in use, live, until Ctrl-C.",
            "In a terminal, the list fills the window and is redrawn in place. In a pipe, it is printed again whenever it changes; with --json, each lock that changed is."
        },
        mixinStandardHelpOptions = true)
public final class WatchCommand implements Callable<Integer> {

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
        Screen screen = Screen.on(output);
        return source.isGiven() ? ofSource(screen) : own(screen);
    }

    private int own(Screen screen) throws InterruptedException {
        try (Database database = connection.open();
                Changes changes = new Changes(database)) {
            LockReader reader = new LockReader(database);
            while (true) {
                try {
                    screen.show(Reading.of(reader.inUse(selection.name(), selection.limit(screen.room()))));
                } catch (MongoException e) {
                    screen.disconnected(Trouble.of(e));
                }
                changes.await();
            }
        }
    }

    private int ofSource(Screen screen) throws InterruptedException {
        try (SourceWatch watch = source.watch(selection.name())) {
            while (true) {
                switch (watch.await(selection.limit(screen.room()))) {
                    case Now.Connecting() -> {} // an empty list would say that no lock is in use
                    case Now.Locks now -> screen.show(ForeignLocks.of(now).reading());
                    case Now.Disconnected(String why) -> screen.disconnected(why);
                }
            }
        }
    }
}
