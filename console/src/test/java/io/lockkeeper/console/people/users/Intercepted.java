package io.lockkeeper.console.people.users;

import static io.lockkeeper.console.fixture.Chromium.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIRequestContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.LoadState;
import com.microsoft.playwright.options.RequestOptions;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.lockkeeper.console.fixture.Console;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** What a page was about to send, kept from the server, to be sent by others. */
record Intercepted(String url, String body) {

    /** What an administrator's page sends to disable somebody. */
    static Intercepted disabling(Page page, Console console, String user) {
        page.navigate(console.address("/users"));
        button(page, "Disable: " + user).click();
        page.locator("vaadin-dialog.user-dialog")
                .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
        button(page, "Disable").waitFor();
        return click(page, button(page, "Disable"));
    }

    /** What an operator's page sends to evict the holder of a lock. */
    static Intercepted evicting(Page page, Console console, String lock) {
        page.navigate(console.address("/locks/" + lock));
        page.locator(".lock-panel .foot vaadin-button").click();
        page.locator(".reason vaadin-text-field input").fill("test");
        page.keyboard().press("Tab");
        page.locator(".reason vaadin-text-field[focused]")
                .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
        page.waitForLoadState(LoadState.NETWORKIDLE);
        return click(page, button(page, "Evict this holder"));
    }

    private static Intercepted click(Page page, Locator button) {
        CompletableFuture<Intercepted> sent = new CompletableFuture<>();
        page.route(url -> url.contains("v-r=uidl"), route -> keep(route, sent));
        button.click();
        page.waitForCondition(sent::isDone);
        return sent.join();
    }

    private static void keep(Route route, CompletableFuture<Intercepted> sent) {
        Request request = route.request();
        if (String.valueOf(request.postData()).contains("click")) {
            sent.complete(new Intercepted(request.url(), request.postData()));
        }
        route.abort();
    }

    /** As if it came from a page of another session. */
    Intercepted withAnotherToken() {
        String other = body.replaceFirst("\"csrfToken\":\"[^\"]*\"", "\"csrfToken\":\"" + UUID.randomUUID() + "\"");
        assertThat(other).isNotEqualTo(body);
        return new Intercepted(url, other);
    }

    void replay(APIRequestContext as) {
        as.post(
                url,
                RequestOptions.create()
                        .setHeader("Content-Type", "application/json")
                        .setData(body));
    }
}
