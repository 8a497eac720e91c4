package io.lockkeeper.console.face.overview;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A console that has never seen a lock. */
class FirstStepsIT {

    @AutoClose
    private static final Console console = Console.start(
            "--lockkeeper.clusters.eu=" + MongoServer.shared().uri(),
            "--lockkeeper.clusters.away=mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @Test
    void untilTheFirstLockTheOverviewIsAListThatTicksItselfOff() {
        Instant start = Instant.now();
        console.database()
                .getCollection("shedlock")
                .insertOne(new Document("_id", "nightly")
                        .append("lockUntil", Date.from(start.plusSeconds(600)))
                        .append("lockedAt", Date.from(start))
                        .append("lockedBy", "host-1"));
        console.administrator("boss", "boss");
        ServerPage page = pages.page("boss", "/");
        ServerPart steps = page.find(".first-steps li");
        steps.counts(4);
        page.find(".first-steps li.done").counts(0);
        page.find(".strips").counts(0);
        steps.having("Watch the locks of other libraries")
                .shows(
                        "ShedLock in " + console.database().getName() + ".shedlock",
                        "ShedLock in eu: " + console.database().getName() + ".shedlock",
                        "Not searched to the end: away.");
        codeRunsWithTheClustersAddress(page);
        Pictures.of(console, "boss", "/", "overview-first-steps");

        console.own()
                .getCollection("users")
                .insertOne(new Document("_id", "anna")
                        .append("hash", "{noop}x")
                        .append("role", "OPERATOR")
                        .append("disabled", false)
                        .append("mustChangePassword", true)
                        .append("stamp", "as-it-was")
                        .append("createdAt", Date.from(Instant.now()))
                        .append("createdBy", "test"));
        page.find(".first-steps li.done").shows("Add an operator");
        pages.page(Console.VIEWER, "/").find(".first-steps li").counts(1);

        console.locks().enqueue("order:1", Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(1));
        page.find(".first-steps").counts(0);
        page.find(".strips").counts(1);
    }

    private static void codeRunsWithTheClustersAddress(ServerPage page) {
        ServerPart code = page.find(".first-steps pre");
        String host = console.hosts();
        code.shows("MongoClients.create(\"mongodb://" + host + "/");
        for (String[] tab : new String[][] {
            {"Spring Boot", "@Locked(\"nightly-report\")"}, {"Command line", "lockkeeper run nightly-report"}
        }) {
            page.button(tab[0]).click();
            code.shows(tab[1]);
            code.shows("mongodb://" + host);
            code.showsNone("ADDRESS", "DATABASE");
        }
    }
}
