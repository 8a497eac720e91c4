package io.lockkeeper.console.agents;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
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
    }

    @Test
    void agentsComeAndGoAndThoseThatWentSilentAreTold() {
        Agents agents = new Agents(console.database());
        Page page = chromium.page(console, Console.VIEWER, "/agents");
        assertThat(page.getByText("No agent is listed.")).isVisible();

        agents.few();
        Locator rows = page.locator(".agent:not(.columns)");
        assertThat(rows).hasCount(3);
        assertThat(page.locator(".summary")).hasText("2 agents · 1 silent");
        assertThat(rows.first()).containsText("alive");
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
}
