package io.lockkeeper.console.act.consent;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.people.security.Role;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.bson.Document;

/** An administrator sets a rule, an operator asks and the administrator consents, each on a page. */
final class ConsentWalk {

    private final ConsentScene scene;

    ConsentWalk(ConsentScene scene) {
        this.scene = scene;
    }

    void walk() {
        try (ServerPages pages = new ServerPages(scene.console())) {
            walk(pages);
        }
    }

    private void walk(ServerPages pages) {
        scene.held("wire:transfer");
        ServerPage boss = pages.page("boss", "/settings");
        boss.button("Add rule…").click();
        boss.field("Names").fill("wire:*");
        boss.field("Why (may be left out)").fill("moves money");
        boss.button("Add").click();
        boss.find(".rule .pattern").having("wire:*").counts(1);

        ServerPage operator = pages.page(Console.OPERATOR, "/locks/wire:transfer");
        await().until(() ->
                scene.console().bean(ConsentFeed.class).reason("wire:transfer").isPresent());
        operator.find(".lock-panel .foot vaadin-button").click();
        ServerPart dialog = operator.find("vaadin-dialog.eviction");
        dialog.shows("Names that match wire:* need a second person’s consent");
        operator.field("Ticket or words").fill("INC-4711");
        operator.button("Ask to evict").click();
        dialog.shows("another operator has until");
        operator.open("/lock/wire:transfer");
        operator.find(".request-link").reads("operator asks to evict its holder: a second person has to consent");
        operator.open("/consent");
        card(operator).shows("INC-4711");
        operator.button("Consent: wire:transfer").isDisabled();

        boss.open("/consent");
        card(boss).shows("operator asks: INC-4711");
        aBrowserReadsBothPages();
        boss.button("Consent: wire:transfer").click();
        boss.button("Consent and evict").click();
        boss.find("vaadin-notification").last().shows("Evicted with your consent");
        card(boss).counts(0);
        assertThat(scene.evicted("wire:transfer").by()).isEqualTo("operator with the consent of boss");
        boss.open("/audit?lock=wire");
        boss.find("tr.entry").first().shows("boss consented");

        boss.open("/settings");
        boss.button("Remove: wire:*").click();
        try (ApiClient other = new ApiClient(scene.console()).as("boss", Role.ADMIN)) {
            String version = ApiClient.version(other.get("/four-eyes/rules"), "wire:~2a");
            assertThat(other.put("/four-eyes/rules/wire:~2a", "{\"why\":\"money\"}", "If-Match", version)
                            .statusCode())
                    .isEqualTo(200);
        }
        boss.button("Remove").click();
        boss.find(".user-dialog [role=alert]").shows("boss changed the rule for wire:* at");
        boss.button("Cancel").click();
        boss.open("/").open("/settings");
        boss.button("Remove: wire:*").click();
        boss.button("Remove").click();
        boss.find(".rule .pattern").counts(1);
        assertThat(scene.console()
                        .own()
                        .getCollection("access")
                        .find(new Document("user", "four eyes").append("what", Pattern.compile("wire")))
                        .map(entry -> entry.getString("what"))
                        .into(new ArrayList<>()))
                .satisfiesExactly(
                        added -> assertThat(added)
                                .startsWith("names that match wire:* need a second person's consent; before: no rule,")
                                .contains("after: a rule of "),
                        changed -> assertThat(changed)
                                .startsWith(
                                        "names that match wire:* need a second person's consent; before: a rule of "),
                        lifted -> assertThat(lifted)
                                .startsWith(
                                        "names that match wire:* need no second person's consent any more; before: a rule of boss of ")
                                .endsWith("after: no rule, 1 in all"));
    }

    private static ServerPart card(ServerPage page) {
        return page.find(".request").having("wire:transfer");
    }

    private void aBrowserReadsBothPages() {
        try (Chromium chromium = new Chromium()) {
            Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
            page.navigate(scene.console().address("/consent"));
            chromium.fill(page, "boss", ConsentScene.PASSWORD);
            assertThat(page.locator(".request").first()).isVisible();
            Axe.assertNothingSerious(page);
            page.navigate(scene.console().address("/settings"));
            assertThat(page.locator(".rule .pattern").first()).isVisible();
            Axe.assertNothingSerious(page);
        }
    }
}
