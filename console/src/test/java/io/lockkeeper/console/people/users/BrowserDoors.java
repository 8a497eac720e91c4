package io.lockkeeper.console.people.users;

import static io.lockkeeper.console.fixture.Chromium.button;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import java.util.HashMap;
import java.util.Map;

/** The doors that a browser comes by, which is one for each user. */
final class BrowserDoors implements AutoCloseable {

    private final Map<Who, BrowserContext> browsers = new HashMap<>();
    private final Chromium chromium = new Chromium();
    private final Console console;

    BrowserDoors(Console console) {
        this.console = console;
    }

    @Override
    public void close() {
        chromium.close();
    }

    String file(String path, Who who) {
        APIResponse answer = browser(who).request().get(console.address(path));
        if (answer.url().endsWith("/login")) {
            return "login";
        }
        return answer.headers().getOrDefault("content-disposition", "").startsWith("attachment") ? "sent" : "denied";
    }

    /** Calls of a page's own methods, and a click on a button that was enabled by hand. */
    String forged(Who who) {
        try (Page page = browser(who).newPage()) {
            page.navigate(console.address("/locks/" + AccessTableIT.LOCK));
            page.locator("input[name=username], .lock-panel .state").first().waitFor();
            if (page.locator("input[name=username]").count() > 0) {
                return "login";
            }
            page.evaluate("""
                    () => {
                      const button = document.querySelector('.lock-panel .foot vaadin-button');
                      button.disabled = false;
                      button.removeAttribute('disabled');
                      button.click();
                      document.querySelector('.locks-page').$server.pressed('e');
                    }""");
            page.locator("vaadin-dialog.eviction[opened], vaadin-notification-card")
                    .first()
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
            return page.locator("vaadin-dialog.eviction[opened]").count() > 0 ? "asked" : "denied";
        }
    }

    /** A WebSocket beside the one of a page, with an id that nobody was given. */
    String socket(String path, Who who) {
        try (Page page = browser(who).newPage()) {
            page.navigate(console.address("/login"));
            String url = console.address(path).replace("http:", "ws:")
                    + "?v-r=push&v-uiId=0&v-pushId=forged&X-Atmosphere-Transport=websocket";
            String heard = String.valueOf(page.evaluate("""
                    url => new Promise(resolve => {
                      let heard = '';
                      const socket = new WebSocket(url);
                      socket.onmessage = message => { heard += message.data; };
                      socket.onclose = () => resolve(heard);
                      setTimeout(() => resolve(heard), 2000);
                    })""", url));
            return heard.contains(AccessTableIT.LOCK) ? "heard" : "silent";
        }
    }

    /** A stream of changes that no page has opened. */
    String push(String path, Who who) {
        String url = console.address(path) + "?v-r=push&v-uiId=7&v-pushId=forged&X-Atmosphere-Transport=polling";
        String answer = browser(who).request().get(url).text();
        return answer.contains(AccessTableIT.LOCK) ? "heard" : "silent";
    }

    /** The API with the session of a page. */
    int session(String path, Who who) {
        return browser(who).request().get(console.address("/api/v1" + path)).status();
    }

    BrowserContext browser(Who who) {
        return browsers.computeIfAbsent(who, it -> logIn(it.name(), it.password()));
    }

    BrowserContext logIn(String user, String password) {
        BrowserContext browser = chromium.browser(1280, 800, ColorScheme.LIGHT);
        if (!user.isEmpty()) {
            Page page = browser.newPage();
            page.navigate(console.address("/audit"));
            page.locator("input[name=username]").fill(user);
            page.locator("input[name=password]").fill(password);
            button(page, "Log in").click();
            page.locator(".shell").waitFor();
            page.close();
        }
        return browser;
    }
}
