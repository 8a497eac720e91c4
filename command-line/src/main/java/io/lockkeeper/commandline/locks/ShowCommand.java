package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.SimilarNames;
import io.lockkeeper.commandline.console.SourceLocks;
import io.lockkeeper.commandline.console.SourceOption;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
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

    private static final int HOLDS = 10;

    @Parameters(paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private SourceOption source = new SourceOption();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        return source.isGiven() ? ofSource() : own();
    }

    private int own() {
        try (Database database = connection.open()) {
            return new LockReader(database).named(name).map(this::show).orElseGet(() -> missing(database));
        }
    }

    private int ofSource() {
        try (SourceLocks locks = source.open()) {
            BsonDocument lock = locks.lock(name);
            if (lock.isNumber("waiting")) { // one of Lockkeeper's own
                BsonDocument queue = locks.queue(name);
                lock.append("queue", queue.get("queue")).append("paused", queue.get("paused"));
            }
            BsonDocument history = locks.history(name, HOLDS);
            if (output.isJson()) {
                output.print(ForeignLocks.line(lock.append("history", history.getArray("holds"))
                        .append("gaps", history.getArray("gaps", ForeignLocks.NO_ENTRIES))));
            } else {
                output.print(ForeignLocks.page(lock, history));
            }
        }
        return ExitCode.OK;
    }

    private int show(LockEntry entry) {
        if (output.isJson()) {
            output.print(LockJson.of(entry));
            return ExitCode.OK;
        }
        switch (entry) {
            case LockEntry.Sound lock -> output.print(LockTexts.page(lock));
            case LockEntry.Damaged damaged -> output.print(Plain.text(damaged.why()));
        }
        return ExitCode.OK;
    }

    private int missing(Database database) {
        output.tell("There is no lock \"%s\" in this database: nobody has used it for a day, or ever.%s"
                .formatted(Plain.text(name), SimilarNames.sentence(database, name)));
        return ExitCode.NOT_SO;
    }
}
