package io.lockkeeper.console.act.consent;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.people.security.Role;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.bson.Document;

/** An administrator sets a rule, an operator asks and the administrator consents, each in a browser. */
final class ConsentWalk {

    private final ConsentScene scene;

    ConsentWalk(ConsentScene scene) {
        this.scene = scene;
    }

    void walk() {
        try (Chromium chromium = new Chromium()) {
            walk(chromium);
        }
    }

    private void walk(Chromium chromium) {
        scene.held("wire:transfer");
        Page boss = as(chromium, "boss", "/settings");
        button(boss, "Add rule…").click();
        boss.getByLabel("Names").fill("wire:*");
        boss.getByLabel("Why (may be left out)").fill("moves money");
        button(boss, "Add").click();
        assertThat(boss.locator(".rule .pattern").filter(new Locator.FilterOptions().setHasText("wire:*")))
                .isVisible();
        Axe.assertNothingSerious(boss);

        Page operator = chromium.page(scene.console(), Console.OPERATOR, "/locks/wire:transfer");
        await().until(() ->
                scene.console().bean(ConsentFeed.class).reason("wire:transfer").isPresent());
        operator.locator(".lock-panel .foot vaadin-button").click();
        Locator dialog = operator.locator("vaadin-dialog.eviction");
        assertThat(dialog).containsText("Names that match wire:* need a second person’s consent");
        operator.getByLabel("Ticket or words").fill("INC-4711");
        button(operator, "Ask to evict").click();
        assertThat(dialog).containsText("another operator has until");
        operator.navigate(scene.console().address("/lock/wire:transfer"));
        assertThat(operator.locator(".request-link"))
                .hasText("operator asks to evict its holder: a second person has to consent");
        operator.navigate(scene.console().address("/consent"));
        Locator own = card(operator);
        assertThat(own).containsText("INC-4711");
        assertThat(button(operator, "Consent: wire:transfer")).isDisabled();

        boss.navigate(scene.console().address("/consent"));
        assertThat(card(boss)).containsText("operator asks: INC-4711");
        Axe.assertNothingSerious(boss);
        button(boss, "Consent: wire:transfer").click();
        button(boss, "Consent and evict").click();
        assertThat(boss.locator("vaadin-notification-card")).containsText("Evicted with your consent");
        assertThat(card(boss)).hasCount(0);
        assertThat(scene.evicted("wire:transfer").by()).isEqualTo("operator with the consent of boss");
        boss.navigate(scene.console().address("/audit?lock=wire"));
        assertThat(boss.locator("tr.entry").first()).containsText("boss consented");

        boss.navigate(scene.console().address("/settings"));
        button(boss, "Remove: wire:*").click();
        try (ApiClient other = new ApiClient(scene.console()).as("boss", Role.ADMIN)) {
            String version = ApiClient.version(other.get("/four-eyes/rules"), "wire:~2a");
            assertThat(other.put("/four-eyes/rules/wire:~2a", "{\"why\":\"money\"}", "If-Match", version)
                            .statusCode())
                    .isEqualTo(200);
        }
        button(boss, "Remove").click();
        assertThat(boss.locator(".user-dialog [role=alert]")).containsText("boss changed the rule for wire:* at");
        boss.navigate(scene.console().address("/settings"));
        button(boss, "Remove: wire:*").click();
        button(boss, "Remove").click();
        assertThat(boss.locator(".rule .pattern")).hasCount(1);
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

    private static Locator card(Page page) {
        return page.locator(".request").filter(new Locator.FilterOptions().setHasText("wire:transfer"));
    }

    private Page as(Chromium chromium, String name, String path) {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        page.navigate(scene.console().address(path));
        page.locator("input[name=username]").fill(name);
        page.locator("input[name=password]").fill(ConsentScene.PASSWORD);
        button(page, "Log in").click();
        page.locator(".shell").waitFor();
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
