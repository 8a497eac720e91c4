package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the pages tell of a while in which MongoDB answered no console: on a server of the test's own. */
@OwnServer
@Tag("nightly")
class OutageIT {

    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void anOutageOfTheServerIsKeptAndMarkedInEveryChart() {
        try (ReplicaSet server = ReplicaSet.start(1);
                Console console = Console.start(server);
                Chromium chromium = new Chromium()) {
            LockId report = held(server, console);
            server.pause(0);
            await().atMost(LONG).until(() -> silence(console).compareTo(Duration.ofSeconds(8)) > 0);
            server.resume(0);
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(
                                    console.own().getCollection("gaps").find(new Document("outage", true)))
                            .singleElement()
                            .satisfies(gap -> assertThat(Duration.between(
                                            gap.getDate("_id").toInstant(),
                                            gap.getDate("until").toInstant()))
                                    .isBetween(Duration.ofSeconds(5), LONG)));
            Page page = chromium.page(console, Console.OPERATOR, "/" + LockAddress.whole(LockId.first("import")));
            assertThat(page.locator(".bar.outage").first()).isAttached();
            assertThat(page.locator(".gap-words").first()).containsText("MongoDB did not answer a console from");
            assertThat((Number) page.waitForFunction("() => document.querySelector('.plot')?.data?.unknown?.length")
                            .jsonValue())
                    .isEqualTo(1);
            page.navigate(console.address("/" + LockAddress.whole(report)));
            assertThat(page.locator(".bar.outage").first()).isAttached();
            page.navigate(console.address("/history"));
            assertThat(page.locator(".gaps .outage")).hasCount(1);
            page.navigate(console.address("/"));
            assertThat(page.locator(".outages")).isVisible();
            assertThat(page.locator(".strip.held .partly-seen").first()).isVisible();
            page.locator(".slice-table summary").click();
            assertThat(page.locator(".slice-table")).containsText("partly not seen");
            Pictures.takeAll(
                    chromium,
                    "overview-outage",
                    each -> chromium.logIn(each, console, Console.OPERATOR, "/")
                            .locator(".outages")
                            .waitFor());
        }
    }

    /** A lock of ours, and one of another library in the same cluster. */
    private static LockId held(ReplicaSet server, Console console) {
        server.client()
                .getDatabase("app")
                .getCollection("shedLock")
                .insertOne(ShedLocks.lock("report", "app-1", 0, 900));
        String id = StoredSources.add(console.own(), Place.own("app", "shedLock"), "shedlock");
        await().atMost(LONG).until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
        console.locks().enqueue("import", Locks.owner("import", "import-1", 1, "", ""), Duration.ofMinutes(15));
        await().atMost(LONG)
                .until(() -> console.bean(SourceFeeds.class)
                        .of(LockScope.EVERYTHING, new LockId(id, ""))
                        .flatMap(SourceFeeds.Watched::board)
                        .isPresent());
        await().atMost(LONG).until(() -> console.own().getCollection("leases").countDocuments() > 0);
        return new LockId(id, "report");
    }

    private static Duration silence(Console console) {
        Instant known = Objects.requireNonNull(console.bean(Pulse.class).knownUntil());
        return Duration.between(known, Instant.now());
    }
}
