package io.lockkeeper.console.face.frame;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EarlyScriptsIT {

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static final String LOADED = """
            () => performance.getEntriesByType('resource').map(each => new URL(each.name).pathname)
              .filter(path => path.endsWith('.js') && (path.includes('/VAADIN/build/') || path.includes('/console/')))
            """;
    private static final String NAMED = """
            () => [...document.head.querySelectorAll('link[rel=modulepreload], link[rel=preload], script[src]')]
              .map(each => new URL(each.href || each.src).pathname)
            """;

    @Test
    void theHeadOfAPageNamesEachScriptThatAListNeeds() {
        Scene unused = new Scene(console.locks()).few();
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        List<String> warnings = new ArrayList<>();
        page.onConsoleMessage(message -> warnings.add(message.text()));
        chromium.logIn(page, console, Console.VIEWER, "/locks");
        assertThat(page.locator(".lock-cell:visible").first()).isVisible();
        assertThat(paths(page, LOADED)).isNotEmpty().doesNotHaveDuplicates().allMatch(paths(page, NAMED)::contains);
        assertThat(warnings).noneMatch(text -> text.contains("preload"));
    }

    @Test
    void aLoginNamesNoScriptOfThePagesBehindIt() {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        page.navigate(console.address("/login"));
        assertThat(page.locator("input[name=username]")).isVisible();
        assertThat(paths(page, NAMED))
                .noneMatch(path -> path.contains("/console/"))
                .anyMatch(path -> path.contains("FlowClient"));
    }

    private static List<String> paths(Page page, String script) {
        return Stream.of(page.evaluate(script))
                .flatMap(some -> ((List<?>) some).stream())
                .map(String::valueOf)
                .toList();
    }
}
