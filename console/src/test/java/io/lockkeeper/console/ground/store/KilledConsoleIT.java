package io.lockkeeper.console.ground.store;

import static io.lockkeeper.console.fixture.Console.failPoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ConsoleProcess;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A console's process that is killed where it hurts, and the one that is started after it. */
@Tag("nightly")
class KilledConsoleIT {

    private static final int ENTRIES = 20_000;
    private static final Duration LONG = Duration.ofMinutes(2);

    private final MongoDatabase locks = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(locks.getName() + "_console");

    @AfterEach
    void stop() {
        failPoint("off", new Document());
        locks.drop();
        own.drop();
    }

    @Test
    void aMigrationThatIsKilledInTheMiddleIsTakenUpByTheNextConsole() {
        locks.getCollection("audit")
                .insertMany(IntStream.range(0, ENTRIES)
                        .mapToObj(i -> new Document("_id", "entry-" + i).append("reason", "test"))
                        .toList());
        failPoint(
                new Document("skip", 12),
                new Document("failCommands", List.of("insert"))
                        .append("blockConnection", true)
                        .append("blockTimeMS", 60_000)
                        .append("appName", "lockkeeper-console"));
        try (ConsoleProcess killed = ConsoleProcess.on(locks)) {
            await().atMost(LONG).until(() -> copied() > 0);
            killed.kill();
            await().until(() -> !killed.isRunning());
            assertThat(copied()).isLessThan(ENTRIES);
            failPoint("off", new Document());
            try (ConsoleProcess next = ConsoleProcess.on(locks).healthy()) {
                assertThat(next.isRunning()).isTrue();
                assertThat(copied()).isEqualTo(ENTRIES);
                assertThat(own.getCollection("schema").find().first()).containsEntry("_id", "console");
                assertThat(own.getCollection("users").countDocuments()).isEqualTo(1);
            }
        }
    }

    @Test
    void anEvictionWhoseConsoleIsKilledBeforeItsRecordIsResolvedByTheNextConsole() {
        Locks held = new Locks(locks);
        held.enqueue("order:1", Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(10));
        try (ConsoleProcess killed =
                        ConsoleProcess.on(locks, "--lockkeeper.quarantine=2s").healthy();
                Chromium chromium = new Chromium()) {
            Page page = chromium.logInAt(
                    chromium.browser(1280, 800, ColorScheme.LIGHT).newPage(),
                    killed.address("/locks/order:1"),
                    Console.OPERATOR);
            page.locator(".lock-panel .foot vaadin-button").click();
            page.locator(".reason vaadin-text-field input").fill("hung");
            page.keyboard().press("Tab");
            failPoint(
                    new Document("skip", 1),
                    new Document("failCommands", List.of("insert"))
                            .append("errorCode", 11601)
                            .append("appName", "lockkeeper-console"));
            page.locator("vaadin-button", new Page.LocatorOptions().setHasText("Evict this holder"))
                    .click();
            await().until(() -> held.find("order:1").holders().getFirst().evicted() != null);
            killed.kill();
            await().until(() -> !killed.isRunning());
            failPoint("off", new Document());
            assertThat(records()).hasSize(1);

            try (ConsoleProcess next =
                    ConsoleProcess.on(locks, "--lockkeeper.quarantine=2s").healthy()) {
                held.remove("order:1", held.find("order:1").holders().getFirst().acquirer());
                await().atMost(LONG).until(() -> records().size() == 2);
                assertThat(records().getLast()).endsWith("/end");
                assertThat(own.getCollection("audit")
                                .find(new Document("_id", records().getLast()))
                                .first())
                        .containsEntry("end", "NEVER_CONFIRMED");
                assertThat(next.isRunning()).isTrue();
            }
        }
    }

    private List<String> records() {
        return own.getCollection("audit")
                .find()
                .sort(new Document("_id", 1))
                .map(each -> each.getString("_id"))
                .into(new ArrayList<>());
    }

    private long copied() {
        return own.getCollection("audit").countDocuments();
    }
}
