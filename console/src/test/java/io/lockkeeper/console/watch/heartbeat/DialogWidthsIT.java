package io.lockkeeper.console.watch.heartbeat;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.NamedScene;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** On every width, a dialog says what it is about and its buttons are reached; so are views with long names. */
@Tag("nightly")
class DialogWidthsIT {

    private static final List<Integer> WIDTHS = List.of(1280, 390, 320);

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "boss");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static final NamedScene scene = new NamedScene(console);

    @BeforeAll
    static void world() {
        scene.hold();
    }

    /** Each dialog with what opens it, and what has to be readable in it. */
    static Stream<Arguments> dialogs() {
        String longest = scene.names().stream()
                .max(Comparator.comparingInt(String::length))
                .orElseThrow();
        return Stream.of(
                Arguments.of("/lock/" + NamedScene.FIRST, "Evict", NamedScene.FIRST),
                Arguments.of("/lock/" + LockAddress.of(longest), "Evict", longest),
                Arguments.of("/lock/" + NamedScene.FIRST, "Pause…", NamedScene.FIRST),
                Arguments.of("/users", "Add user", "Add a user"),
                Arguments.of("/tokens", "Create token", "Create an API token"));
    }

    @ParameterizedTest
    @MethodSource("dialogs")
    void aDialogIsReadAndItsButtonsAreReachedOnEveryWidth(String path, String opener, String said) {
        List<String> faults = new ArrayList<>();
        for (int width : WIDTHS) {
            try (BrowserContext browser = browser(width)) {
                Page page = chromium.enter(browser.newPage(), console, "boss");
                Locator dialog = dialog(page, path, opener);
                Pictures.take(page, "widths-dialog-" + opener.replaceAll("[^A-Za-z]+", "-"));
                assertThat(dialog).containsText(said);
                look(page, dialog, width).forEach(fault -> faults.add(width + " px: " + fault));
            }
        }
        assertThat(faults).isEmpty();
    }

    private static BrowserContext browser(int width) {
        return chromium.browser(width, width < 720 ? 844 : 800, ColorScheme.LIGHT);
    }

    private static Locator dialog(Page page, String path, String opener) {
        page.navigate(console.address(path));
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(opener))
                .first()
                .click();
        Locator dialog = page.locator("vaadin-dialog[opened]");
        assertThat(dialog.locator("vaadin-button:visible").first()).isVisible();
        return dialog;
    }

    private static List<String> look(Page page, Locator dialog, int width) {
        List<String> faults = new ArrayList<>();
        int more = (int) page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth");
        if (more > 0) {
            faults.add(more + " px too wide");
        }
        dialog.locator("vaadin-button:visible").all().forEach(button -> {
            button.scrollIntoViewIfNeeded();
            if (outside(button, width)) {
                faults.add("the button %s is outside".formatted(button.textContent()));
            }
        });
        return faults;
    }

    private static boolean outside(Locator element, int width) {
        BoundingBox box = element.boundingBox();
        return box.x < 0 || box.x + box.width > width || box.y < 0;
    }
}
