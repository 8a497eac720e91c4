package io.lockkeeper.examples.other;

import java.time.Duration;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.nosql.mongo.MongoDBStorageProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends mails as jobs of JobRunr, whose servers show that they live in a collection. */
public final class Mails {

    private static final Logger log = LoggerFactory.getLogger(Mails.class);

    private Mails() {}

    public static void main(String[] arguments) throws InterruptedException {
        JobScheduler jobs = start(arguments[0]);
        log.info("{} sends mails", arguments[0]);
        Shop.repeat(Duration.ofSeconds(4), () -> jobs.enqueue(() -> Mails.send("a newsletter")));
    }

    /** A server, and what gives it jobs. */
    static JobScheduler start(String instance) {
        return JobRunr.configure()
                .useStorageProvider(new MongoDBStorageProvider(Shop.connect(), Shop.DATABASE))
                .useBackgroundJobServer(BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andName(instance)
                        .andPollInterval(Duration.ofSeconds(5))
                        .andWorkerCount(2))
                .initialize()
                .getJobScheduler();
    }

    /** A job of JobRunr, which calls it by its name. */
    public static void send(String what) throws InterruptedException {
        log.info("Sends {}", what);
        Thread.sleep(1_500);
    }
}
