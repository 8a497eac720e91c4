package io.lockkeeper.commandline.locks;

import com.mongodb.MongoException;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.SimilarNames;
import io.lockkeeper.commandline.Trouble;
import java.util.List;

/** The locks of a database, read from MongoDB. */
record DatabaseLocks(Database database) implements LockPlace {

    @Override
    public Reading inUse(String contained, int most) {
        return Reading.of(new LockReader(database).inUse(contained, most));
    }

    @Override
    public Page page(String name) {
        LockEntry entry = new LockReader(database)
                .named(name)
                .orElseThrow(() -> new FailedException(
                        ExitCode.NOT_SO,
                        "There is no lock \"%s\" in this database: no process has used it for a day, or ever.%s"
                                .formatted(Plain.text(name), SimilarNames.sentence(database, name))));
        List<String> lines = switch (entry) {
            case LockEntry.Sound lock -> LockTexts.page(lock);
            case LockEntry.Damaged damaged -> List.of(Plain.text(damaged.why()));
        };
        return new Page(LockJson.of(entry).toString(), lines);
    }

    @Override
    public Watch watch(String contained) {
        return new Live(this, contained, new Changes(database));
    }

    private record Live(DatabaseLocks locks, String contained, Changes changes) implements Watch {

        @Override
        public void next(Screen screen, int most) throws InterruptedException {
            try {
                screen.show(locks.inUse(contained, most));
            } catch (MongoException e) {
                screen.disconnected(Trouble.of(e));
            }
            changes.await();
        }

        @Override
        public void close() {
            changes.close();
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
