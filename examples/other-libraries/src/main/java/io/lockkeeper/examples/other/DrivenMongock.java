package io.lockkeeper.examples.other;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.mongock.api.annotations.ChangeUnit;
import io.mongock.api.annotations.Execution;
import io.mongock.api.annotations.RollbackExecution;
import io.mongock.driver.mongodb.sync.v4.driver.MongoSync4Driver;
import io.mongock.runner.standalone.MongockStandalone;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** A migration of Mongock, which holds the lock until it is ordered to finish. */
final class DrivenMongock implements Driven {

    private static final BlockingQueue<String> TOLD = new LinkedBlockingQueue<>();
    private static final BlockingQueue<String> SAID = new LinkedBlockingQueue<>();

    private final MongoClient client = Shop.connect();

    /** The migration's one change. */
    @ChangeUnit(id = "slow", order = "1", author = "shop", transactional = false)
    public static final class Slow {

        @Execution
        public void run(MongoDatabase database) throws InterruptedException {
            SAID.add("running");
            while (!TOLD.take().equals("release")) {
                try {
                    database.getCollection("orders").insertOne(new Document("migrated", true));
                    SAID.add("guarded call done");
                } catch (RuntimeException e) {
                    SAID.add("guarded call throws " + e.getClass().getSimpleName());
                }
            }
        }

        @RollbackExecution
        public void undo() {
            // nothing was changed
        }
    }

    @Override
    public String perform(String command) throws InterruptedException {
        switch (command) {
            case "acquire" -> Thread.ofPlatform().daemon().start(this::migrate);
            case "use", "release" -> TOLD.add(command);
            case "listen" -> {}
            default -> throw Driven.unknown(command);
        }
        String said = SAID.poll(40, TimeUnit.SECONDS);
        return said == null ? "nothing" : said;
    }

    private void migrate() {
        try {
            MongockStandalone.builder()
                    .setDriver(MongoSync4Driver.withLockStrategy(client, Shop.DATABASE, 4_000, 1_500, 500))
                    .addMigrationClass(Slow.class)
                    .setTransactional(false)
                    .setTrackIgnored(false)
                    .buildRunner()
                    .execute();
            SAID.add("ended");
        } catch (RuntimeException e) {
            SAID.add("refused: " + e.getMessage());
        }
    }
}
