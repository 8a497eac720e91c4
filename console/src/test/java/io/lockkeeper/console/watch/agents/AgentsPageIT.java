package io.lockkeeper.console.watch.agents;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ServedProcess;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AgentsPageIT {

    private static final String SCRIPT = "<img src=x onerror=\"window.hacked=1\">";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AfterEach
    void clear() {
        console.heal();
        console.database().getCollection(AgentDocument.COLLECTION).deleteMany(new Document());
        console.locks().collection().deleteMany(new Document());
    }

    @Test
    void agentsComeAndGoAndThoseThatWentSilentAreTold() {
        Agents agents = new Agents(console.database());
        Page page = chromium.page(console, Console.VIEWER, "/agents");
        assertThat(page.getByText("No agent is listed.")).isVisible();

        agents.few();
        Locator rows = page.locator(".agent:not(.columns)");
        assertThat(rows).hasCount(3);
        assertThat(page.locator(".summary")).hasText("2 services · 2 agents · 1 silent");
        assertThat(rows.first()).containsText("idle"); // no lease backs what it says
        assertThat(rows.first()).containsText("bill-7f.internal");
        assertThat(rows.first()).containsText("process 2211");
        assertThat(rows.first()).containsText("12 h 04 min");
        assertThat(rows.last()).hasClass("agent silent");
        assertThat(rows.last()).containsText("silent");
        assertThat(rows.last()).containsText("7 min");

        page.locator(".search input").fill("9C");
        assertThat(rows).hasCount(1);
        page.locator(".search input").fill("no such");
        assertThat(page.getByText("No agent matches.")).isVisible();
        page.locator(".search input").fill("");

        Owner hostile = new Owner("id", SCRIPT, "$i", SCRIPT, 1, "", "");
        agents.beat(hostile, Duration.ZERO, 0, 0);
        assertThat(rows).hasCount(4);
        assertThat(page.getByText(SCRIPT)).hasCount(2);
        agents.close(hostile);
        assertThat(rows).hasCount(3);
        assertThat((Boolean) page.evaluate("() => window.hacked === undefined")).isTrue();
    }

    @Test
    void aSilentServerIsSaidSoAndWhatWasReadStays() {
        Agents agents = new Agents(console.database());
        agents.beat(Locks.owner("shop", "shop-1", 5, "", ""), Duration.ofHours(1), 0, 0);
        Page page = chromium.page(console, Console.VIEWER, "/agents");
        assertThat(page.getByText("shop-1.internal")).isVisible();

        console.fail(new Document("failCommands", List.of("find")).append("errorCode", 11602));
        assertThat(page.locator(".notice")).containsText("MongoDB did not answer");
        assertThat(page.getByText("shop-1.internal")).isVisible();

        console.heal();
        assertThat(page.locator(".notice")).isHidden();
    }

    /** The board is the truth: by its own document the dead one holds another number. */
    @Test
    void aServiceLeadsToItsLocksAndASilentAgentToThoseThatItStillHolds() {
        Agents agents = new Agents(console.database());
        agents.few();
        Owner dead = Locks.owner("report", "rp-0", 16, "", "");
        Owner alive = Locks.owner("billing", "bill-7f", 2211, "", "");
        console.locks().enqueue("report:nightly", dead, Duration.ofHours(1));
        console.locks().enqueue("report:weekly", dead, Duration.ofHours(2));
        List.of("report:nightly", "report:weekly")
                .forEach(lock -> console.locks().age(lock, Duration.ofMinutes(50)));
        console.locks().enqueue("report:nightly", alive, Duration.ofMinutes(5));
        console.locks().enqueue("order:1", alive, Duration.ofHours(1));
        console.locks().age("order:1", Duration.ofMinutes(31));
        agents.silence(dead, Duration.ofMinutes(50));

        Page page = chromium.page(console, Console.VIEWER, "/agents");
        Locator services = page.locator(".service");
        assertThat(services).hasCount(2);
        assertThat(services.first().locator(".service-head")).containsText("1 silent");
        assertThat(services.first().locator(".service-head .counted").first()).hasText("2held");
        Locator remaining = services.first().locator(".remaining");
        assertThat(remaining).containsText("The 2 locks that it still holds are not renewed.");
        assertThat(remaining.locator("li").first()).containsText("report:nightly");
        assertThat(remaining.locator("li").first()).containsText("1 waiting");
        assertThat(remaining.locator("li").first().locator("lk-left")).containsText(Pattern.compile("9 min|10 min"));
        Locator late = services.last().locator(".agent", new Locator.LocatorOptions().setHasText("bill-7f"));
        assertThat(late.locator(".renewals")).containsText("late by");
        assertThat(late.locator(".count").last()).containsText("1");

        late.locator(".locks-of").first().click();
        assertThat(page).hasURL(Pattern.compile("/locks\\?q=agent"));
        assertThat(page.locator(".lock-name:visible")).hasCount(2);
        page.goBack();
        services.first().locator(".service-head .locks-of").first().click();
        assertThat(page.locator(".lock-name:visible")).hasCount(2);
        page.goBack();
        remaining
                .locator("a", new Locator.LocatorOptions().setHasText("report:weekly"))
                .click();
        assertThat(page.locator(".lock-panel h2")).hasText("report:weekly");
    }

    /** With names as people have them. */
    @Test
    void onASmallScreenTheAgentsAreATable() {
        Agents agents = new Agents(console.database());
        for (int i = 1; i <= 3; i++) {
            String pod = "checkout-service-7d9f8b6c5d-x2x9" + i;
            agents.beat(Locks.owner("checkout-service-of-the-north", pod, i, "", ""), Duration.ofHours(55), 0, 0);
        }
        Page page = chromium.browser(1024, 768, ColorScheme.LIGHT).newPage();
        chromium.logIn(page, console, Console.VIEWER, "/agents");
        assertThat(page.locator(".agent:not(.columns)")).hasCount(3);
        assertThat(page.locator(".agent-heads").first()).containsText("Last heartbeat");
        Pictures.take(page, "agents-1024");
        assertThat((Boolean) page.evaluate("""
                        () => {
                          const edges = row => [...row.children]
                              .map(cell => cell.getBoundingClientRect())
                              .filter(box => box.width > 1)
                              .map(box => Math.round(box.left));
                          const rows = [...document.querySelectorAll('.agent:not(.columns)')];
                          const all = rows.map(edges);
                          const content = document.querySelector('.agents-page .entries');
                          const heads = document.querySelector('.agent-heads').getBoundingClientRect();
                          return new Set(all.map(String)).size === 1 && new Set(all[0]).size >= 7
                              && heads.height > 10 && content.scrollWidth <= content.clientWidth;
                        }""")).isTrue();
    }

    @Test
    void anAgentWhoseProcessEndedIsSaidToHaveEndedAndWhoSawThat() {
        Agents agents = new Agents(console.database());
        Owner dead = Locks.owner("report", "rp-0", 16, "", "");
        agents.beat(dead, Duration.ofHours(1), 1, 0);
        Page page = chromium.page(console, Console.VIEWER, "/agents");
        Locator state = page.locator(".agent .state");
        assertThat(state).hasText("idle");
        agents.ended(dead, "web-3");
        assertThat(state).hasText("ended");
        assertThat(state)
                .hasAttribute("title", Pattern.compile("Its process has ended, as the host agent on web-3 saw at .*"));
    }

    @Test
    void theProcessesOfAHostAgentAreListedWithWhatProvesTheirEnd() {
        Agents agents = new Agents(console.database());
        Owner host = Locks.owner("host-agent", "web-3", 17, "", "");
        agents.beat(host, Duration.ofHours(1), 2, 1);
        agents.serves(
                host,
                14,
                List.of(
                        new ServedProcess("sms", 812, "app", "node", true, Duration.ofSeconds(2), 1, 1),
                        new ServedProcess("<b>report</b>", 4711, "batch", "", false, Duration.ofMinutes(3), 1, 0)));
        Page page = chromium.page(console, Console.VIEWER, "/agents");
        Locator served = page.locator(".agent .served");
        assertThat(served).containsText("14 processes take locks through it. These are the first 2;");
        Locator first = served.locator("li").nth(0);
        assertThat(first).containsText("sms");
        assertThat(first).containsText("process 812 · node · user app");
        assertThat(first).containsText("1 held · 1 waiting");
        assertThat(first).containsText("its end frees its locks at once");
        assertThat(first.locator("lk-age")).not().isEmpty();
        assertThat(served.locator("li").nth(1)).containsText("<b>report</b>process 4711 · user batch");
        assertThat(served.locator("li").nth(1)).containsText("its end is not seen: free after the ttl");
        Axe.assertNothingSerious(page);
        Pictures.take(page, "agents-served");
        agents.serves(host, 0, List.of());
        assertThat(served).isHidden();
    }

    @Test
    void anAgentWithoutADocumentIsListedByItsLocks() {
        console.locks().enqueue("quiet:1", Locks.owner("quiet", "quiet-1", 9, "", ""), Duration.ofMinutes(5));
        Page page = chromium.page(console, Console.VIEWER, "/agents");
        Locator row = page.locator(".agent", new Page.LocatorOptions().setHasText("quiet-1"));
        assertThat(row.first()).containsText("no document");
    }

    @Test
    void whileAServiceIsUpgradedItsVersionsStandSideBySide() {
        Agents agents = new Agents(console.database());
        Owner old = Locks.owner("billing", "bill-1", 1, "", "");
        agents.beat(old, "0.0.1", Duration.ofDays(3), 0, 0);
        agents.beat(Locks.owner("billing", "bill-2", 2, "", ""), Duration.ofMinutes(4), 0, 0);
        agents.beat(Locks.owner("billing", "bill-3", 3, "", ""), Duration.ofMinutes(9), 0, 0);
        agents.movingFrom("shedlock in app.shedLock", Locks.owner("shop", "shop-1", 4, "", ""), Duration.ofHours(2), 0);

        Page page = chromium.page(console, Console.VIEWER, "/agents");
        assertThat(page.locator(".service").first()).containsText("0.1.0 × 2 · 0.0.1 × 1");
        assertThat(page.locator(".agent .outer:visible")).hasText("also holds shedlock in app.shedLock");
        Pictures.take(page, "agents-moving-over");
        page.locator(".views a").last().click();
        assertThat(page).hasURL(Pattern.compile("view=versions"));
        assertThat(page.locator(".bridging"))
                .containsText(
                        "1 process that lives still holds locks of another kind as well: shedlock in app.shedLock");
        assertThat(page.locator(".upgrade").first()).containsText("3 of 4 processes that live run 0.1.0");
        Locator billing = page.locator("tr.versions").first();
        assertThat(billing).containsText("2 of 3");
        assertThat(billing).containsText("1 of 3");
        assertThat(billing).containsText(Pattern.compile("4 min .*to.*9 min"));
        assertThat(billing).containsText("upgrading");
        assertThat(page.locator("tr.versions").last()).containsText("newest");

        agents.close(old);
        assertThat(page.locator(".upgrade").first()).containsText("All 3 processes that live run 0.1.0.");
        assertThat(page.locator("tr.versions").first()).containsText("newest");
    }

    @Test
    void ofThousandsTheServicesAreLinesThatOpenAndThePageSaysThatThereAreMore() {
        new Agents(console.database()).many(RosterFeed.MOST + 10);
        Page page = chromium.page(console, Console.VIEWER, "/agents");
        assertThat(page.locator(".caveat"))
                .containsText("Only the 5,000 agents that wrote their documents last are read");
        assertThat(page.locator(".service")).hasCount(10);
        Locator rows = page.locator(".agent:not(.columns):visible");
        assertThat(rows).hasCount(0);
        page.locator(".service-name").first().click();
        assertThat(rows).hasCount(20);
        page.locator(".service .more").first().click();
        assertThat(rows).hasCount(40);
        page.locator(".service-name").first().click();
        assertThat(rows).hasCount(0);
    }
}
