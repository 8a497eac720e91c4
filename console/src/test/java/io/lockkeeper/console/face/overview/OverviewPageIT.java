package io.lockkeeper.console.face.overview;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.Scene;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class OverviewPageIT {

    /** It holds nothing: a lease that is renewed would prove that it lives. */
    private static final Owner GONE = Locks.owner("report", "rp-0", 16, "", "");

    @Test
    void itSaysInALineThatNothingIsToDoAndElseWhatNeedsSomebodyFirst() {
        try (Console console = Console.start();
                ServerPages pages = new ServerPages(console)) {
            console.limited("carl", Role.VIEWER, "customer:");
            ServerPage page = pages.page(Console.VIEWER, "/");
            ServerPage carls = pages.page("carl", "/");
            carls.find(".strips h2").reads("The last hour of your locks");
            page.find("h1").reads("Overview");
            page.find("nav a").first().shows("Overview");
            page.find("nav a[aria-current=page]").counts(1);
            page.find(".calm").shows("Nothing needs your attention.");
            page.find(".needs").counts(0);
            Pictures.of(console, Console.VIEWER, "/", "overview-calm");

            trouble(console);
            page.find(".strip.held").shows("at most 3");
            page.find(".strip.evictions").shows("1 in");
            carls.find(".strip.held").shows("at most 1");
            carls.find(".strip.waiting").shows("at most 0");
            carls.find(".strip.evictions").shows("1 in");
            ServerPart minutes = page.find(".slice-table tr.slice");
            minutes.counts(0);
            page.find(".slice-table summary").click();
            minutes.first().shows("0");
            page.find(".slice-table td:nth-child(2)").having("3").first().reads("3");
            Pictures.of(console, "carl", "/", "overview-limited");
            page.find(".needs").shows("The document is damaged");
            page.find(".calm").counts(0);
            card(page, "Held longest").find("li").first().shows("billing");
            card(page, "Waited for most").find("li").first().shows(Scene.STUCK + "3 waiting");
            card(page, "Silent agents").find("li").shows("report · rp-0silent for 7 min");
            itFitsATelephone(console);

            page.find(".needs a").having("legacy:job").click();
            page.find(".lock-panel h2").reads("legacy:job");
            page.find("nav a[aria-current=page] .title").reads("Locks");
            console.locks().collection().deleteMany(new Document());
            page.open("/");
            page.find(".calm").shows("No findings. Some agents have gone silent.");
            new Agents(console.database()).close(GONE);
            page.find(".calm").shows("Nothing needs your attention.");
            page.find(".needs").counts(0);
        }
    }

    private static void itFitsATelephone(Console console) {
        try (Chromium chromium = new Chromium()) {
            open(
                    console,
                    chromium,
                    chromium.browser(390, 844, ColorScheme.LIGHT).newPage());
            Pictures.takeAll(chromium, "overview", each -> open(console, chromium, each));
        }
    }

    private static void trouble(Console console) {
        new Scene(console.locks()).few();
        Holder seen = console.locks().find("customer:88").holders().getFirst();
        console.locks().evict("customer:88", seen, "ops", "hung", Duration.ofMinutes(5), "a-record");
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'legacy:job', holders: 'cron' }"));
        Agents agents = new Agents(console.database());
        agents.beat(GONE, Duration.ofHours(55), 0, 0);
        agents.silence(GONE, Duration.ofMinutes(7));
    }

    private static ServerPart card(ServerPage page, String title) {
        return page.find(".card").having(title);
    }

    /** What is wide scrolls in its own frame. */
    private static void open(Console console, Chromium chromium, Page page) {
        chromium.logIn(page, console, Console.VIEWER, "/");
        assertThat(page.locator(".needs")).containsText("The document is damaged");
        assertThat((Boolean) page.locator(".overview-page .entries").evaluate("it => it.scrollWidth <= it.clientWidth"))
                .isTrue();
    }
}
