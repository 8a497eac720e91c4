package io.lockkeeper.console.people.tokens;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.people.security.Role;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TokensPageIT {

    private static final String PASSWORD = "correct horse battery";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AfterEach
    void forget() {
        console.own().getCollection("tokens").deleteMany(new Document());
    }

    @Test
    void aUserMakesATokenSeesItOnceAndRevokesIt() {
        Page page = open("operator", "operator");
        assertThat(page.locator(".message h2")).hasText("You have no token.");
        button(page, "Create token").click();
        Locator dialog = page.locator("vaadin-dialog[opened]");
        page.getByLabel("What is it for?").fill("deploy");
        Axe.assertNothingSerious(page);
        button(page, "Create").click();
        String token = page.locator(".password-shown").textContent();
        Assertions.assertThat(statusOf(token)).isEqualTo(200);
        button(page, "I have it").click();
        assertThat(dialog).hasCount(0);
        page.reload();
        Locator row = page.getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("Your tokens"));
        assertThat(row).containsText("deploy");
        assertThat(row).containsText("127.0.0.1");
        Assertions.assertThat(page.content()).doesNotContain(token);

        button(page, "Revoke: deploy of operator").click();
        button(page, "Revoke").click();
        assertThat(page.locator(".message h2")).hasText("You have no token.");
        Assertions.assertThat(statusOf(token)).isEqualTo(401);
        page.context().close();
    }

    /** As over plain http, where browsers give scripts no clipboard. */
    @Test
    void theSecretIsCopiedWhereScriptsHaveNoClipboardToo() {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        page.addInitScript("delete Navigator.prototype.clipboard");
        open(page, "operator", "operator");
        Assertions.assertThat(page.evaluate("() => navigator.clipboard === undefined"))
                .isEqualTo(true);
        button(page, "Create token").click();
        page.getByLabel("What is it for?").fill("copied");
        button(page, "Create").click();
        String token = page.locator(".password-shown").textContent();
        button(page, "Copy").click();
        assertThat(button(page, "Copied")).isVisible();
        button(page, "I have it").click();
        page.evaluate("() => document.body.append(Object.assign(document.createElement('textarea'), {id: 'pasted'}))");
        page.locator("#pasted").press("Control+V");
        assertThat(page.locator("#pasted")).hasValue(token);
        page.context().close();
    }

    @Test
    void anAdministratorSeesEverybodysTokensAndOthersSeeTheirOwn() {
        console.administrator("boss", PASSWORD);
        ApiClient.mint(
                console, "viewer", Role.VIEWER, "of the viewer", Instant.now().plusSeconds(3_600));
        console.own()
                .getCollection("tokens")
                .insertMany(List.of(byHand("by-hand").append("name", "kept by hand"), byHand(null)));
        Page admin = open("boss", PASSWORD);
        Locator others = admin.getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("Tokens of others"));
        assertThat(others).containsText("of the viewer");
        assertThat(others.locator("tr", new Locator.LocatorOptions().setHasText("kept by hand")))
                .hasCount(0);
        assertThat(admin.getByText("its _id is by-hand.")).isVisible();
        admin.context().close();
        Page operator = open("operator", "operator");
        assertThat(operator.locator(".message, .plain-table").first()).isVisible();
        assertThat(operator.getByText("of the viewer")).hasCount(0);
        operator.context().close();
    }

    /** A token as no console writes it. */
    private static Document byHand(@Nullable String id) {
        return new Document("_id", id).append("user", "viewer").append("expiresAt", "tomorrow");
    }

    private static Page open(String user, String password) {
        return open(chromium.browser(1280, 800, ColorScheme.LIGHT).newPage(), user, password);
    }

    private static Page open(Page page, String user, String password) {
        page.navigate(console.address("/tokens"));
        page.locator("input[name=username]").fill(user);
        page.locator("input[name=password]").fill(password);
        button(page, "Log in").click();
        assertThat(page.locator("h1")).hasText("API tokens");
        return page;
    }

    private static int statusOf(String token) {
        try (ApiClient client = new ApiClient(console).with(token)) {
            return client.get("/me").statusCode();
        }
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
