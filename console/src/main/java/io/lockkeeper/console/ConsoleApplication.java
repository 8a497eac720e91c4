package io.lockkeeper.console;

import com.vaadin.flow.component.dependency.StyleSheet;
import com.vaadin.flow.component.page.AppShellConfigurator;
import com.vaadin.flow.component.page.Inline;
import com.vaadin.flow.component.page.Push;
import com.vaadin.flow.component.page.Viewport;
import com.vaadin.flow.server.AppShellSettings;
import com.vaadin.flow.shared.ui.Transport;
import com.vaadin.flow.theme.lumo.Lumo;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the console. */
@SpringBootApplication
@Push(transport = Transport.WEBSOCKET_XHR)
@Viewport("width=device-width, initial-scale=1")
@StyleSheet(Lumo.STYLESHEET)
@StyleSheet("context://console/console.css")
public class ConsoleApplication implements AppShellConfigurator {

    public static void main(String[] arguments) {
        Thread.setDefaultUncaughtExceptionHandler(new LastWords());
        Watchdog.start();
        SpringApplication.run(ConsoleApplication.class, arguments);
    }

    /**
     * Sets the colour scheme, and learns the time zone, before anything is drawn. Browsers offer to install a page with a manifest and an
     * offline page.
     */
    @Override
    public void configurePage(AppShellSettings settings) {
        settings.addFavIcon("icon", "console/icon.svg", "any");
        settings.addLink("manifest", "console/manifest.webmanifest");
        settings.addInlineWithContents(
                "if ('serviceWorker' in navigator) navigator.serviceWorker.register('worker.js').catch(() => {});"
                        + "document.cookie = 'lockkeeper-zone=' + Intl.DateTimeFormat().resolvedOptions().timeZone"
                        + " + (localStorage.getItem('lockkeeper.utc') ? '~utc' : '')"
                        + " + '; path=' + new URL('.', document.baseURI).pathname.replace(/(.)\\/$/, '$1')"
                        + " + '; samesite=lax' + (location.protocol === 'https:' ? '; secure' : '');",
                Inline.Wrapping.JAVASCRIPT);
        settings.addInlineWithContents(
                Inline.Position.PREPEND,
                "document.documentElement.setAttribute('theme', (localStorage.getItem('lockkeeper.scheme')"
                        + " || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')));",
                Inline.Wrapping.JAVASCRIPT);
    }
}
