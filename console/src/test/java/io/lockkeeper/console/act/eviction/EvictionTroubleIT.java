package io.lockkeeper.console.act.eviction;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Evictions while MongoDB is halted, or fails at the moment that hurts: on a server of the test's own. */
@OwnServer
@Tag("nightly")
class EvictionTroubleIT {

    private static final Owner OWNER = Locks.owner("billing", "bill-7f", 2211, "worker-3", "");
    private static final Duration TTL = Duration.ofMinutes(60);
    private static final ContainsTextOptions SLOWLY = new ContainsTextOptions().setTimeout(60_000);

    private static ReplicaSet server;
    private static Console console;
    private static Chromium chromium;

    @BeforeAll
    static void start() {
        server = ReplicaSet.start(1);
        console = Console.start(server);
        chromium = new Chromium();
    }

    @AfterAll
    static void stop() {
        chromium.close();
        console.close();
        server.close();
    }

    @Test
    void withAHaltedServerThePageGoesOnAndTheErrorStaysUntilTheNextClick() {
        console.locks().enqueue("halted", OWNER, TTL);
        Page page = openDialog("halted");
        server.pause(0);
        try {
            button(page, "Evict this holder").click();
            assertThat(title(page)).containsText("Evicting the holder of halted");
            assertThat(button(page, "Evict this holder")).isHidden();
            // the session is not frozen: another page of it opens, and says how things are
            Page other = page.context().newPage();
            other.navigate(console.address("/locks"));
            assertThat(other.locator(".badge:not(.live)")).isVisible();
            assertThat(title(page)).containsText("was not evicted", SLOWLY);
            assertThat(verdict(page)).containsText("could not be recorded in the audit, so nothing was changed");
        } finally {
            server.resume(0);
        }
        assertThat(page.locator(".badge.live")).isVisible();
        awaitUpdates(3);
        assertThat(verdict(page)).containsText("could not be recorded in the audit, so nothing was changed");

        button(page, "Evict this holder").click();
        assertThat(title(page)).containsText("Evicting the holder of halted");
        assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");
    }

    @Test
    void whatMongoDbDoesNotConfirmIsUnknownUntilTheBoardShowsIt() {
        console.locks().enqueue("unconfirmed", OWNER, TTL);
        Holder seen = console.locks().find("unconfirmed").holders().get(0);
        Page page = openDialog("unconfirmed");
        FailPoint cut = server.failCommand(new Document("failCommands", List.of("findAndModify"))
                .append("closeConnection", true)
                .append("appName", "lockkeeper-console"));
        try {
            button(page, "Evict this holder").click();
            assertThat(verdict(page)).containsText("may or may not be marked", SLOWLY);
        } finally {
            cut.off();
        }
        awaitUpdates(3);
        assertThat(verdict(page)).containsText("may or may not be marked");
        Page audit = page.context().newPage();
        audit.navigate(console.address("/audit"));
        assertThat(audit.locator(".entry .outcome").first()).hasText("not confirmed");

        Document intent = console.own()
                .getCollection(AuditEntry.COLLECTION)
                .find(new Document("lock", "unconfirmed"))
                .first();
        assertThat(intent).isNotNull();
        console.locks()
                .evict(
                        "unconfirmed",
                        seen,
                        Console.OPERATOR,
                        intent.getString("reason"),
                        Duration.ofSeconds(15),
                        intent.getString("_id"));
        assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");
        assertThat(audit.locator(".entry .outcome").first()).hasText("evicted");
        console.locks().remove("unconfirmed", seen.acquirer());
        assertThat(title(page)).containsText(Pattern.compile("Evicted: the holder of \\S+ stopped after "));
        assertThat(audit.locator(".entry .outcome").first()).containsText("stopped after");
    }

    @Test
    void anOutcomeThatIsNotRecordedYetIsSaidAndThenRecorded() {
        console.locks().enqueue("unrecorded", OWNER, TTL);
        Page page = openDialog("unrecorded");
        FailPoint full = server.failPoint(
                0,
                "failCommand",
                new Document("skip", 1),
                new Document("failCommands", List.of("insert"))
                        .append("errorCode", 11601)
                        .append("appName", "lockkeeper-console"));
        try {
            button(page, "Evict this holder").click();
            assertThat(verdict(page)).containsText("The audit does not have it yet");
            awaitUpdates(3);
            assertThat(verdict(page)).containsText("The audit does not have it yet");
        } finally {
            full.off();
        }
        assertThat(verdict(page)).not().containsText("The audit does not have it yet");
        assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");
    }

    @Test
    void whatAServerSaidIsForOperatorsAlone() {
        console.locks().enqueue("refused", OWNER, TTL);
        Page page = openDialog("refused");
        FailPoint refused = server.failCommand(new Document("failCommands", List.of("findAndModify"))
                .append("errorCode", 13)
                .append("appName", "lockkeeper-console"));
        try {
            button(page, "Evict this holder").click();
            assertThat(verdict(page)).containsText("MongoDB refused it. Nothing was changed.");
        } finally {
            refused.off();
        }
        page.navigate(console.address("/audit"));
        assertThat(page.locator(".entry", new Page.LocatorOptions().setHasText("refused"))
                        .first())
                .containsText("failCommand");
        Page viewer = chromium.page(console, Console.VIEWER, "/audit");
        assertThat(viewer.locator(".entry", new Page.LocatorOptions().setHasText("refused"))
                        .first())
                .containsText("Nothing was changed");
        assertThat(viewer.content()).doesNotContain("failCommand");
    }

    /** What was said must outlast the updates that the board sends to the page. */
    private static void awaitUpdates(int seconds) {
        BoardPublisher publisher = console.bean(BoardPublisher.class);
        Instant then = publisher.snapshot(LockScope.EVERYTHING).serverTime().plusSeconds(seconds);
        await().until(() ->
                publisher.snapshot(LockScope.EVERYTHING).serverTime().isAfter(then)
                        && isLive(publisher.snapshot(LockScope.EVERYTHING)));
    }

    private static boolean isLive(BoardSnapshot board) {
        return board.freshness().isLive();
    }

    private static Locator title(Page page) {
        return page.locator("vaadin-dialog.eviction h2[slot=title]");
    }

    private static Locator verdict(Page page) {
        return page.locator("vaadin-dialog.eviction .verdict");
    }

    private static Locator button(Page page, String text) {
        return page.locator("vaadin-button:text-is(\"%s\")".formatted(text));
    }

    private static Page openDialog(String lock) {
        Page page = chromium.page(console, Console.OPERATOR, "/locks/" + lock);
        page.locator(".lock-panel .foot vaadin-button").click();
        assertThat(page.locator(".lease-facts")).containsText("Held by");
        page.locator(".reason vaadin-text-field input").fill("OPS-1");
        page.keyboard().press("Tab");
        return page;
    }
}
