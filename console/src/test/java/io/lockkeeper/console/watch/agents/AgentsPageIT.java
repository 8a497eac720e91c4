package io.lockkeeper.console.watch.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ServedProcess;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AgentsPageIT {

    private static final String SCRIPT = "<img src=x onerror=\"window.hacked=1\">";

    @AutoClose
    private static final Console console = Console.start();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AfterEach
    void clear() {
        console.heal();
        console.database().getCollection(AgentDocument.COLLECTION).deleteMany(new Document());
        console.locks().collection().deleteMany(new Document());
    }

    @Test
    void agentsComeAndGoAndThoseThatWentSilentAreTold() {
        Agents agents = new Agents(console.database());
        ServerPage page = pages.page(Console.VIEWER, "/agents");
        page.shows("No agent is listed.");

        agents.few();
        ServerPart rows = page.find(".agent:not(.columns)");
        rows.counts(3);
        page.find(".summary").reads("2 services · 2 agents · 1 silent");
        rows.first().has("class", "agent silent");
        rows.first().shows("silent", "7 min");
        rows.nth(1).shows("idle"); // no lease backs what it says
        rows.nth(1).shows("bill-7f.internal", "process 2211", "12 h 04 min");

        page.find(".search").fill("9C");
        rows.counts(1);
        page.find(".search").fill("no such");
        page.shows("No agent matches.");
        page.find(".search").fill("");

        Owner hostile = new Owner("id", SCRIPT, "$i", SCRIPT, 1, "", "");
        agents.beat(hostile, Duration.ZERO, 0, 0);
        rows.counts(4);
        page.find(".agent").having(SCRIPT).counts(1);
        page.find("img").counts(0);
        agents.close(hostile);
        rows.counts(3);
    }

    @Test
    void aSilentServerIsSaidSoAndWhatWasReadStays() {
        Agents agents = new Agents(console.database());
        agents.beat(Locks.owner("shop", "shop-1", 5, "", ""), Duration.ofHours(1), 0, 0);
        ServerPage page = pages.page(Console.VIEWER, "/agents");
        page.shows("shop-1.internal");

        console.fail(new Document("failCommands", List.of("find")).append("errorCode", 11602));
        page.find(".notice").shows("MongoDB did not answer");
        page.shows("shop-1.internal");

        console.heal();
        page.find(".notice").counts(0);
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

        ServerPage page = pages.page(Console.VIEWER, "/agents");
        ServerPart services = page.find(".service");
        services.counts(2);
        services.first().find(".service-head").shows("1 silent");
        services.first().find(".service-head .count").first().reads("2held");
        ServerPart remaining = services.first().find(".remaining");
        remaining.shows("The 2 locks that it still holds are not renewed.");
        remaining.find("li").first().shows("report:nightly", "1 waiting");
        remaining.find("li").first().find("lk-left").matches("9 min|10 min");
        ServerPart late = services.last().find(".agent").having("bill-7f");
        late.find(".renewals").shows("late by");
        late.find(".count").last().shows("1");

        late.find(".locks-of").first().click();
        page.isAt("/locks\\?q=agent");
        page.find(".lock-name").counts(2);
        page.open("/agents");
        services.first().find(".service-head .locks-of").first().click();
        page.find(".lock-name").counts(2);
        page.open("/agents");
        remaining.find("a").having("report:weekly").click();
        page.find(".lock-panel h2").reads("report:weekly");
    }

    @Test
    void anAgentWhoseProcessEndedIsSaidToHaveEndedAndWhoSawThat() {
        Agents agents = new Agents(console.database());
        Owner dead = Locks.owner("report", "rp-0", 16, "", "");
        agents.beat(dead, Duration.ofHours(1), 1, 0);
        ServerPage page = pages.page(Console.VIEWER, "/agents");
        ServerPart state = page.find(".agent .state");
        state.reads("idle");
        agents.ended(dead, "web-3");
        state.reads("ended");
        state.has("title", "Its process has ended, as the host agent on web-3 saw at .*");
    }

    @Test
    void inOneTableTheServicesThatNeedSomebodyComeFirst() {
        Agents agents = new Agents(console.database());
        agents.beat(Locks.owner("fine", "fine-1", 1, "", ""), Duration.ofHours(1), 0, 0);
        Owner ended = Locks.owner("a-ended", "ended-1", 2, "", "");
        agents.beat(ended, Duration.ofHours(1), 0, 0);
        agents.ended(ended, "web-3");
        agents.beat(Locks.owner("mixed", "mixed-1", 3, "", ""), "0.0.1", Duration.ofHours(9), 0, 0);
        agents.beat(Locks.owner("mixed", "mixed-2", 4, "", ""), Duration.ofHours(1), 0, 0);
        Owner late = Locks.owner("late", "late-1", 5, "", "");
        agents.beat(late, Duration.ofHours(1), 1, 0);
        held("order:late", late);
        Owner silent = Locks.owner("silent", "silent-1", 6, "", "");
        agents.beat(silent, Duration.ofHours(1), 0, 0);
        agents.silence(silent, Duration.ofMinutes(50));
        Owner dead = Locks.owner("silent-with-locks", "dead-1", 7, "", "");
        agents.beat(dead, Duration.ofHours(1), 1, 0);
        held("order:dead", dead);
        agents.silence(dead, Duration.ofMinutes(50));

        ServerPage page = pages.page(Console.VIEWER, "/agents");
        page.find(".service").counts(6);
        assertThat(page.find(".service-name").texts())
                .containsExactly("silent-with-locks", "silent", "late", "mixed", "fine", "a-ended");
        page.find("table").counts(1);
        page.find(".columns").counts(1);
        page.find("tr:not([role=row]), td:not([role]), tbody:not([role=rowgroup])")
                .counts(0);
        page.find(".service-head [role=rowheader]").counts(6);
    }

    private static void held(String lock, Owner owner) {
        console.locks().enqueue(lock, owner, Duration.ofHours(1));
        console.locks().age(lock, Duration.ofMinutes(40));
    }

    @Test
    void theProcessesOfAHostAgentStandBesideItWithWhatProvesTheirEnd() {
        Agents agents = new Agents(console.database());
        Owner host = Locks.owner("host-agent", "web-3", 17, "", "");
        agents.beat(host, Duration.ofHours(1), 2, 1);
        agents.serves(
                host,
                14,
                List.of(
                        new ServedProcess("sms", 812, "app", "node", true, Duration.ofSeconds(2), 1, 1),
                        new ServedProcess("<b>report</b>", 4711, "batch", "", false, Duration.ofMinutes(3), 1, 0)));
        ServerPage page = pages.page(Console.VIEWER, "/agents");
        ServerPart rows = page.find(".agent:not(.columns)");
        rows.counts(3);
        rows.first()
                .find(".outer")
                .reads("14 processes take locks through it: the first 2 are listed, and all by lockkeeper sessions");
        ServerPart first = rows.nth(1);
        first.shows("served", "sms · node · 812 on web-3.internal", "user app · its end frees its locks at once");
        first.find(".count").first().reads("1held");
        first.find(".count").last().reads("1waiting");
        first.find(".count a[href]").counts(0);
        first.find("lk-age").first().matches("\\d s");
        rows.last()
                .shows(
                        "<b>report</b> · 4711 on web-3.internal",
                        "user batch · its end is not seen: free after the ttl");
        page.find(".search").fill("4711");
        rows.counts(3);
        ServerPart served = page.find(".agent.served");
        Pictures.of(console, Console.VIEWER, "/agents", "agents-served");
        agents.serves(host, 0, List.of());
        served.counts(0);
    }

    @Test
    void anAgentWithoutADocumentIsListedByItsLocks() {
        console.locks().enqueue("quiet:1", Locks.owner("quiet", "quiet-1", 9, "", ""), Duration.ofMinutes(5));
        ServerPage page = pages.page(Console.VIEWER, "/agents");
        ServerPart row = page.find(".agent").having("quiet-1");
        row.first().shows("no document");
    }

    @Test
    void whileAServiceIsUpgradedItsVersionsStandSideBySide() {
        Agents agents = new Agents(console.database());
        Owner old = Locks.owner("billing", "bill-1", 1, "", "");
        agents.beat(old, "0.0.1", Duration.ofDays(3), 0, 0);
        agents.beat(Locks.owner("billing", "bill-2", 2, "", ""), Duration.ofMinutes(4), 0, 0);
        agents.beat(Locks.owner("billing", "bill-3", 3, "", ""), Duration.ofMinutes(9), 0, 0);
        agents.movingFrom("shedlock in app.shedLock", Locks.owner("shop", "shop-1", 4, "", ""), Duration.ofHours(2), 0);

        ServerPage page = pages.page(Console.VIEWER, "/agents");
        page.find(".service").first().shows("0.1.0 × 2 · 0.0.1 × 1");
        page.find(".agent .outer").reads("also holds shedlock in app.shedLock");
        Pictures.of(console, Console.VIEWER, "/agents", "agents-moving-over");
        page.find(".views a").last().click();
        page.isAt("view=versions");
        page.find(".bridging")
                .shows("1 process that lives still holds locks of another kind as well: shedlock in app.shedLock");
        page.find(".upgrade").first().shows("3 of 4 processes that live run 0.1.0");
        ServerPart billing = page.find("tr.versions").first();
        billing.shows("2 of 3", "1 of 3");
        billing.matches("4 min .*to.*9 min");
        billing.shows("upgrading");
        page.find("tr.versions").last().shows("newest");

        agents.close(old);
        page.find(".upgrade").first().shows("All 3 processes that live run 0.1.0.");
        page.find("tr.versions").first().shows("newest");
    }

    @Test
    void ofThousandsTheServicesAreLinesThatOpenAndThePageSaysThatThereAreMore() {
        new Agents(console.database()).many(RosterFeed.MOST + 10);
        ServerPage page = pages.page(Console.VIEWER, "/agents");
        page.find(".caveat").shows("Only the 5,000 agents that wrote their documents last are read");
        page.find(".service").counts(10);
        ServerPart rows = page.find(".agent:not(.columns)");
        rows.counts(0);
        page.find(".service-name").first().click();
        rows.counts(20);
        page.find(".service .more").first().click();
        rows.counts(40);
        page.find(".service-name").first().click();
        rows.counts(0);
    }
}
