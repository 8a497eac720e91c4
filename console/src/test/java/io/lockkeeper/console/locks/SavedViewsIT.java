package io.lockkeeper.console.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.security.Role;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SavedViewsIT {

    private static final String HOSTILE = "<img src=x onerror=\"window.hacked=1\">";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @Test
    void aViewIsSavedByNameForItsUserAloneAndDeleted() {
        console.locks().enqueue("saved:one", Locks.owner("billing", "bill-7f", 7, "main", ""), Duration.ofMinutes(10));
        Page page = chromium.page(console, Console.VIEWER, "/locks?q=service:billing&sort=-held");
        item(page, "Save this view…").click();
        page.getByLabel("Name").fill("  ");
        button(page, "Save").click();
        assertThat(page.getByText("Give the view a name of 1 to 60 characters").first())
                .isVisible();
        page.getByLabel("Name").fill(HOSTILE);
        button(page, "Save").click();
        assertThat(page.locator("vaadin-notification-card")).containsText("Saved");

        page.navigate(console.address("/locks?q=nothing"));
        item(page, HOSTILE).first().click();
        assertThat(page).hasURL(Pattern.compile(".*[?&]q=service(:|%3A)billing.*"));
        assertThat(page).hasURL(Pattern.compile(".*[?&]sort=-held.*"));
        assertThat(page.getByLabel("Search locks")).hasValue("service:billing");
        assertThat(page.locator(".lock-name:visible").first()).hasText("saved:one");
        assertThat((Boolean) page.evaluate("() => window.hacked === undefined")).isTrue();

        Page other = chromium.page(console, Console.OPERATOR, "/locks");
        assertThat(item(other, "Save this view…")).isVisible();
        assertThat(other.getByText(HOSTILE)).hasCount(0);

        assertThat(item(page, "Save this view…")).isVisible();
        page.getByText("Delete", new Page.GetByTextOptions().setExact(true)).click();
        Locator both = page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName(HOSTILE));
        assertThat(both).hasCount(2);
        both.last().click();
        assertThat(page.locator("vaadin-notification-card").last()).containsText("The view is deleted.");
        page.navigate(console.address("/locks"));
        assertThat(item(page, "Save this view…")).isVisible();
        assertThat(page.getByText(HOSTILE)).hasCount(0);
    }

    @Test
    void ofOneNameTheLastIsKeptAndOfManyNoMoreAreTaken() {
        ViewShelf shelf = console.bean(ViewShelf.class);
        ConsoleUser ann = user("ann");
        shelf.save(ann, new SavedView("night", "q=a"));
        shelf.save(ann, new SavedView(" night ", "q=b"));
        assertThat(shelf.of(ann)).containsExactly(new SavedView("night", "q=b"));
        for (int i = 1; i < ViewShelf.MOST; i++) {
            shelf.save(ann, new SavedView("view " + i, ""));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shelf.save(ann, new SavedView("one more", "")))
                .withMessage("You have 30 views already. Delete one first.");
        shelf.save(ann, new SavedView("night", "q=c"));
        assertThat(shelf.of(user("bob"))).isEmpty();
    }

    private static ConsoleUser user(String name) {
        return new ConsoleUser(name, "", Role.VIEWER, true, false, "stamp");
    }

    private static Locator item(Page page, String name) {
        page.locator(".views-menu vaadin-menu-bar-button").first().click();
        return page.getByRole(
                AriaRole.MENUITEM, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }
}
