package io.lockkeeper.examples.olddriver;

import com.github.mongobee.Mongobee;
import com.github.mongobee.exception.MongobeeException;
import com.mongodb.MongoClientURI;
import io.lockkeeper.examples.other.DriveMain;
import io.lockkeeper.examples.other.Driven;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A migration of Mongobee, which holds the lock until it is ordered to finish. */
final class MongobeeMain implements Driven {

    static final BlockingQueue<String> TOLD = new LinkedBlockingQueue<>();
    static final BlockingQueue<String> SAID = new LinkedBlockingQueue<>();

    private MongobeeMain() {}

    public static void main(String[] arguments) throws IOException {
        DriveMain.drive(new MongobeeMain());
    }

    @Override
    public String perform(String command) throws InterruptedException {
        switch (command) {
            case "acquire" -> Thread.ofPlatform().daemon().start(MongobeeMain::migrate);
            case "release" -> TOLD.add(command);
            default -> throw Driven.unknown(command);
        }
        return Objects.requireNonNullElse(SAID.poll(40, TimeUnit.SECONDS), "nothing");
    }

    private static void migrate() {
        String database = Objects.requireNonNull(System.getenv("LOCKKEEPER_SHOP"), "no database");
        String uri = Objects.requireNonNull(System.getenv("LOCKKEEPER_MONGODB_URI"), "no MongoDB URI");
        Mongobee runner = new Mongobee(new MongoClientURI(uri.replaceFirst("/[^/?]*(\\?|$)", "/" + database + "$1")));
        runner.setDbName(database);
        runner.setChangeLogsScanPackage(SlowChange.class.getPackageName());
        try {
            runner.execute();
            SAID.add("ended");
        } catch (MongobeeException | RuntimeException e) {
            SAID.add("throws " + e.getClass().getSimpleName());
        }
    }
}
