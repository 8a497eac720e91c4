package io.lockkeeper.console.act.audit;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.ground.scope.LockId;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An entry opened in place. */
class AuditDetailIT {

    private static final Instant AT = Instant.parse("2026-11-22T12:00:00.123Z");
    private static final String LOCK = "order:4711 & <b>more</b>";
    private static final String REASON =
            "hung on a dead peer: INC-4711, " + "and so on, ".repeat(30) + "<script>x</script>";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeAll
    static void record() {
        AuditLog log = console.bean(AuditLog.class);
        AuditEntry done = entry("done", LOCK, AT);
        log.intend(done);
        log.conclude(done, new Result(AT.plusMillis(20), Outcome.MARKED, "", ""));
        log.end(done, new End(AT.plusSeconds(2), End.Kind.STOPPED, Duration.ofMillis(1_900)));
        log.intend(entry("without-answer", "silent", AT.minusSeconds(60)));
    }

    @Test
    void theKeyboardOpensItWithAllThatIsOnRecordAndClosesItAndAClickOnTheRowOpensIt() {
        Page page = chromium.page(console, Console.OPERATOR, "/audit");
        Locator opener = opener(page, "All about: evict, order:4711");
        opener.focus();
        assertThat(opener).hasAttribute("aria-expanded", "false");
        page.keyboard().press("Enter");
        assertThat(opener).hasAttribute("aria-expanded", "true");
        Locator detail = page.locator(".audit-detail");
        assertThat(detail).containsText("operator, from 10.1.2.3");
        assertThat(detail).containsText("billing · bill-7f · 2211 · worker-3");
        assertThat(detail).containsText("a.17, token 42");
        assertThat(detail).containsText(REASON.substring(REASON.length() - 60));
        assertThat(detail).containsText("2026-11-22 12:00:00.123 UTC");
        assertThat(detail).containsText("stopped after 1.9 s");
        assertThat(detail).containsText("2026-11-22 12:00:00.143 UTC");
        assertThat(detail).containsText("2026-11-22 12:00:02.123 UTC");
        Axe.assertNothingSerious(page);
        page.keyboard().press("Enter");
        assertThat(detail).isHidden();
        assertThat(opener).hasAttribute("aria-expanded", "false");
        assertThat(opener).isFocused();
        page.locator("tr.entry").first().locator("td").nth(3).click();
        assertThat(detail).isVisible();
    }

    @Test
    void itsLinksLeadToTheLockAndToItsHistoryAtThatMoment() {
        ServerPage page = pages.page(Console.VIEWER, "/audit");
        page.find("button[aria-label^='All about: evict, order:4711']").click();
        page.find(".audit-detail a").having("Its history at that moment").click();
        page.find("h1").reads("History");
        page.isAt("at=2026-11-22T12(:|%3A)00(:|%3A)00\\.123Z");
        page.field("Lock, whole name").has("value", "^" + Pattern.quote(LOCK) + "$");
        page.open("/audit");
        page.find("button[aria-label^='All about: evict, order:4711']").click();
        page.find(".audit-detail a").having("Open the lock").click();
        page.isAt("^/locks/order");
    }

    @Test
    void whatIsNotOnRecordIsSaidSo() {
        ServerPage page = pages.page(Console.VIEWER, "/audit?lock=silent");
        page.find("button[aria-label^='All about: evict, silent']").click();
        page.find(".audit-detail").shows("no answer of MongoDB is recorded");
        page.find(".audit-detail .outcome").shows("unknown");
        page.find(".audit-detail script").counts(0);
    }

    private static AuditEntry entry(String id, String lock, Instant at) {
        return AskedEvictions.entry(
                id,
                at,
                "operator",
                "10.1.2.3",
                LockId.first(lock),
                "a.17",
                42,
                "billing · bill-7f · 2211 · worker-3",
                REASON);
    }

    private static Locator opener(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }
}
