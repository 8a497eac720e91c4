package io.lockkeeper.console.story;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.alerts.OnCall;
import io.lockkeeper.test.ChildProcess;
import java.time.Duration;
import java.util.regex.Pattern;

/** The night of a lock, step by step in a browser, wherever the lock is. */
final class NightSteps {

    static final Duration SOON = Duration.ofSeconds(60);
    private static final String CALL = "[urgent] The holder's thread stands still: ";
    private static final String OVER = "Resolved: The holder's thread stands still: ";

    private final OnCall onCall;
    private final Console console;
    private final LockId lock;
    private final ChildProcess first;
    private final ChildProcess second;

    NightSteps(OnCall onCall, Console console, LockId lock, ChildProcess first, ChildProcess second) {
        this.onCall = onCall;
        this.console = console;
        this.lock = lock;
        this.first = first;
        this.second = second;
    }

    void aHungHolderIsFoundExplainedEvictedAndOnRecord(Page page) throws InterruptedException {
        assertThat(page.locator(".calm")).hasText("Nothing needs your attention.");
        hangsAndAnotherWaits();
        somebodyIsCalled(page);
        theOverviewLeadsToTheLock(page);
        theLockSaysWhy(page);
        theTreeShowsWhoWaits(page);
        theHolderIsEvicted(page);
        theLockIsHandedOn();
        itIsOver(page);
        itIsOnRecord(page);
    }

    void hangsAndAnotherWaits() throws InterruptedException {
        first.say("hang");
        first.await("token");
        second.say("work");
    }

    private void somebodyIsCalled(Page page) {
        await().atMost(SOON).until(() -> onCall.called(lock.name()).toList().contains("firing"));
        await().atMost(SOON).until(() -> !onCall.mail(CALL + lock.name()).isEmpty());
        assertThat(onCall.mail(CALL + lock.name()))
                .contains("ProductImport.importProducts", console.address("/" + LockAddress.page(lock)));
        assertThat(page).hasTitle(Pattern.compile("\\(\\d+\\) Overview.*"));
    }

    private void theOverviewLeadsToTheLock(Page page) {
        Locator needs = page.locator(".needs");
        assertThat(needs).containsText("The holder's thread stands still");
        Pictures.take(page, "night-1-overview");
        needs.getByText(lock.name()).first().click();
        assertThat(page.locator(".lock-panel h2")).hasText(lock.name());
    }

    private void theLockSaysWhy(Page page) {
        assertThat(page.locator(".lock-panel .sentence"))
                .hasText(
                        Pattern.compile(
                                "Held for .* by import-1, which is alive and renews; it is usually held for .*; "
                                        + "its thread has stood in ProductImport\\.importProducts:\\d+ for .*; 1 has been waiting for .*"));
        Pictures.take(page, "night-2-lock");
    }

    private void theTreeShowsWhoWaits(Page page) {
        Locator next = page.locator(".lock-panel .queue li");
        assertThat(next.locator(".who")).containsText("import · import-2");
        int nextEnds = edge(next.locator(".who"), "right");
        assertThat(nextEnds).isLessThanOrEqualTo(edge(next.locator(".waited"), "left"));
        page.getByText("Show who waits for whom").click();
        assertThat(page.locator(".wait.root")).containsText("import-1");
        assertThat(page.locator(".wait.root .behind")).hasText("1");
        assertThat(page.locator(".wait").nth(1)).containsText("import-2");
        Pictures.take(page, "night-3-waits");
    }

    private void theHolderIsEvicted(Page page) throws InterruptedException {
        page.locator(".wait.root .action vaadin-button").click();
        assertThat(page.locator(".lease-facts")).containsText("Next in line: import");
        page.locator(".reason vaadin-text-field input").fill("OPS-17");
        page.keyboard().press("Tab");
        button(page, "Evict this holder").click();
        assertThat(first.await("lost")).startsWith("evicted by operator").contains("OPS-17");
        assertThat(page.locator(".steps")).containsText("The holder confirmed that it stopped, after");
        assertThat(page.locator(".steps")).containsText("Granted to import · import-2");
        Pictures.take(page, "night-4-evicted");
        button(page, "Close").click();
    }

    void theLockIsHandedOn() throws InterruptedException {
        first.await("stopped");
        second.await("granted");
        second.say("finish");
        second.await("finished");
    }

    private void itIsOver(Page page) {
        await().atMost(SOON).until(() -> onCall.called(lock.name()).toList().contains("resolved"));
        await().atMost(SOON).until(() -> !onCall.mail(OVER + lock.name()).isEmpty());
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Overview"))
                .click();
        assertThat(page.locator(".calm")).hasText("Nothing needs your attention.");
        assertThat(page).hasTitle(Pattern.compile("Overview.*"));
    }

    private void itIsOnRecord(Page page) {
        page.navigate(console.address("/audit"));
        Locator entry = page.locator(".entry:not(.columns)");
        assertThat(entry).hasCount(1);
        assertThat(entry).containsText("OPS-17");
        assertThat(entry.locator(".outcome")).containsText("stopped after");
        page.getByLabel("Last day (UTC)").fill("2020-01-01");
        page.keyboard().press("Enter");
        assertThat(page.getByText("No entry matches.")).isVisible();
        assertThat(page).hasURL(Pattern.compile(".*[?&]to=2020-01-01"));
        page.getByLabel("Last day (UTC)").fill("");
        page.keyboard().press("Enter");
        assertThat(entry).hasCount(1);
        Pictures.take(page, "night-5-audit");
        page.navigate(console.address("/" + LockAddress.whole(lock)));
        assertThat(page.locator("tr.lease").first()).containsText("import-2");
        assertThat(page.locator("tr.lease").nth(1)).containsText("evicted");
        assertThat(page.locator(".timeline .bar.evicted")).hasCount(1);
        assertThat(page.locator(".past-evictions")).containsText("evict by operator: OPS-17");
        Pictures.take(page, "night-6-record");
    }

    private static int edge(Locator of, String side) {
        return ((Number) of.evaluate("(it, side) => Math.round(it.getBoundingClientRect()[side])", side)).intValue();
    }

    private static Locator button(Page page, String text) {
        return page.locator("vaadin-button:text-is(\"%s\")".formatted(text));
    }
}
