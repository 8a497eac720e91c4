package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.console.ConsoleSource;
import io.lockkeeper.commandline.console.SourceOption;
import io.lockkeeper.commandline.console.SourceWatch;
import io.lockkeeper.commandline.console.SourceWatch.Now;
import org.bson.BsonDocument;

/** The locks of a source, read from a console. */
record ConsoleLocks(SourceOption source) implements LockPlace {

    private static final int HOLDS = 10;

    @Override
    public Reading inUse(String contained, int most) {
        try (ConsoleSource locks = source.open()) {
            return AnsweredLocks.read(locks, contained, most).reading();
        }
    }

    /** The lock and its latest holds. */
    @Override
    public Page page(String name) {
        try (ConsoleSource locks = source.open()) {
            BsonDocument lock = locks.lock(name);
            BsonDocument history = locks.history(name, HOLDS);
            BsonDocument whole = lock.clone()
                    .append("history", history.getArray("holds"))
                    .append("gaps", history.getArray("gaps", AnsweredLocks.NO_ENTRIES));
            return new Page(AnsweredLocks.line(whole), AnsweredLocks.page(lock, history));
        }
    }

    @Override
    public Watch watch(String contained) {
        return new Live(source.watch(contained));
    }

    private record Live(SourceWatch locks) implements Watch {

        @Override
        public void next(Screen screen, int most) throws InterruptedException {
            switch (locks.await(most)) {
                case Now.Connecting() -> {} // an empty list would say that no lock is in use
                case Now.Locks now -> screen.show(AnsweredLocks.of(now).reading());
                case Now.Disconnected(String why) -> screen.disconnected(why);
            }
        }

        @Override
        public void close() {
            locks.close();
        }
    }

    @Override
    public void close() {
        // each reading closes its own connection
    }
}
