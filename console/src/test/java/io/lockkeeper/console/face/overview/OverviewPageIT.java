package io.lockkeeper.console.face.overview;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.Scene;
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
    /** Samples are taken every 5 s, agents are read every 3 s, and both are shown once a second. */
    private static final double SOON_MILLIS = 20_000;

    @Test
    void itSaysInALineThatNothingIsToDoAndElseWhatNeedsSomebodyFirst() {
        try (Console console = Console.start();
                Chromium chromium = new Chromium()) {
            console.limited("carl", Role.VIEWER, "customer:");
            Page page = chromium.page(console, Console.VIEWER, "/");
            Page carls = chromium.page(console, "carl", "/");
            assertThat(carls.locator(".strips h2")).hasText("The last hour of your locks");
            assertThat(page.locator("h1")).hasText("Overview");
            assertThat(page.locator("nav a").first()).hasText("Overview");
            assertThat(page.locator("nav a[aria-current=page]")).hasCount(1);
            assertSoon(page.locator(".calm"), "Nothing needs your attention.");
            assertThat(page.locator(".needs")).isHidden();
            Pictures.take(page, "overview-calm");

            trouble(console);
            assertSoon(page.locator(".strip.held"), "at most 3");
            assertSoon(page.locator(".strip.evictions"), "1 in");
            assertSoon(carls.locator(".strip.held"), "at most 1");
            assertSoon(carls.locator(".strip.waiting"), "at most 0");
            assertSoon(carls.locator(".strip.evictions"), "1 in");
            Locator minutes = page.locator(".slice-table tr.slice");
            assertThat(minutes).hasCount(0);
            page.locator(".slice-table summary").click();
            assertThat(minutes.first()).containsText("0");
            assertSoon(
                    page.locator(".slice-table td:nth-child(2)", new Page.LocatorOptions().setHasText("3"))
                            .first(),
                    "3");
            Pictures.take(carls, "overview-limited");
            assertSoon(page.locator(".needs"), "The document is damaged");
            assertThat(page.locator(".calm")).isHidden();
            assertSoon(card(page, "Held longest").locator("li").first(), "billing");
            assertSoon(card(page, "Waited for most").locator("li").first(), Scene.STUCK + "3 waiting");
            assertSoon(card(page, "Silent agents").locator("li"), "report · rp-0silent for 7 min");
            open(
                    console,
                    chromium,
                    chromium.browser(390, 844, ColorScheme.LIGHT).newPage());
            Pictures.takeAll(chromium, "overview", each -> open(console, chromium, each));

            page.locator(".needs a", new Page.LocatorOptions().setHasText("legacy:job"))
                    .click();
            assertThat(page.locator(".lock-panel h2")).hasText("legacy:job");
            assertThat(page.locator("nav a[aria-current=page] .title")).hasText("Locks");
            console.locks().collection().deleteMany(new Document());
            page.navigate(console.address("/"));
            assertSoon(page.locator(".calm"), "No findings. Some agents have gone silent.");
            new Agents(console.database()).close(GONE);
            assertSoon(page.locator(".calm"), "Nothing needs your attention.");
            assertThat(page.locator(".needs")).isHidden();
        }
    }

    private static void assertSoon(Locator locator, String text) {
        assertThat(locator).containsText(text, new LocatorAssertions.ContainsTextOptions().setTimeout(SOON_MILLIS));
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

    private static Locator card(Page page, String title) {
        return page.locator(".card", new Page.LocatorOptions().setHasText(title));
    }

    /** What is wide scrolls in its own frame. */
    private static void open(Console console, Chromium chromium, Page page) {
        chromium.logIn(page, console, Console.VIEWER, "/");
        assertSoon(page.locator(".needs"), "The document is damaged");
        assertThat((Boolean) page.locator(".overview-page .entries").evaluate("it => it.scrollWidth <= it.clientWidth"))
                .isTrue();
    }
}
