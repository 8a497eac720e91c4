package io.lockkeeper.console.people.tokens;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.Chromium.button;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import org.assertj.core.api.Assertions;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TokensPageIT {

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AfterEach
    void forget() {
        console.own().getCollection("tokens").deleteMany(new Document());
    }

    @Test
    void aUserMakesATokenSeesItOnceAndRevokesIt() {
        ServerPage page = pages.page(Console.OPERATOR, "/tokens");
        page.find(".message h2").reads("You have no token.");
        page.button("Create token").click();
        page.field("What is it for?").fill("deploy");
        page.button("Create").click();
        ServerPart shown = page.find(".password-shown");
        shown.counts(1);
        String token = shown.texts().getFirst();
        Assertions.assertThat(statusOf(token)).isEqualTo(200);
        page.button("I have it").click();
        page.find("vaadin-dialog").counts(0);
        page.open("/").open("/tokens");
        page.find("table[aria-label='Your tokens']").shows("deploy", "127.0.0.1");
        page.showsNone(token);

        page.button("Revoke: deploy of operator").click();
        page.button("Revoke").click();
        page.find(".message h2").reads("You have no token.");
        Assertions.assertThat(statusOf(token)).isEqualTo(401);
    }

    /** As over plain http, where browsers give scripts no clipboard. */
    @Test
    void theSecretIsCopiedWhereScriptsHaveNoClipboardToo() {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        page.addInitScript("delete Navigator.prototype.clipboard");
        chromium.logIn(page, console, Console.OPERATOR, "/tokens");
        Assertions.assertThat(page.evaluate("() => navigator.clipboard === undefined"))
                .isEqualTo(true);
        button(page, "Create token").click();
        page.getByLabel("What is it for?").fill("copied");
        Axe.assertNothingSerious(page);
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
        console.administrator("boss", "boss");
        ApiClient.mint(console, "viewer", Role.VIEWER, "of the viewer");
        console.own()
                .getCollection("tokens")
                .insertMany(List.of(byHand("by-hand").append("name", "kept by hand"), byHand(null)));
        ServerPage admin = pages.page("boss", "/tokens");
        ServerPart others = admin.find("table[aria-label='Tokens of others']");
        others.shows("of the viewer");
        others.find("tr").having("kept by hand").counts(0);
        admin.shows("its _id is by-hand.");
        ServerPage operator = pages.page(Console.OPERATOR, "/tokens");
        operator.find("h1").reads("API tokens");
        operator.find(".message, .plain-table").first().counts(1);
        operator.showsNone("of the viewer");
    }

    /** A token as no console writes it. */
    private static Document byHand(@Nullable String id) {
        return new Document("_id", id).append("user", "viewer").append("expiresAt", "tomorrow");
    }

    private static int statusOf(String token) {
        try (ApiClient client = new ApiClient(console).with(token)) {
            return client.get("/me").statusCode();
        }
    }
}
