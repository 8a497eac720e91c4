package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
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
        Instant first = save(shelf, ann, "night", "q=a", null);
        Instant second = save(shelf, ann, " night ", "q=b", first);
        assertThat(shelf.of(ann)).extracting(SavedView::query).containsExactly("q=b");
        for (int i = 1; i < ViewShelf.MOST; i++) {
            save(shelf, ann, "view " + i, "", null);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> save(shelf, ann, "one more", "", null))
                .withMessage("You have 30 views already. Delete one first.");
        save(shelf, ann, "night", "q=c", second);
        assertThat(shelf.of(user("bob"))).isEmpty();
    }

    @Test
    void aViewThatAnotherPageHasChangedMeanwhileIsNotOverwritten() {
        ViewShelf shelf = console.bean(ViewShelf.class);
        ConsoleUser eve = user("eve");
        Instant first = save(shelf, eve, "night", "q=a", null);
        assertThatThrownBy(() -> save(shelf, eve, "night", "q=b", null))
                .isInstanceOf(RefusedException.class)
                .hasMessage("There is a view night already.");
        save(shelf, eve, "night", "q=c", first);
        assertThatThrownBy(() -> save(shelf, eve, "night", "q=d", first)).isInstanceOf(OutdatedException.class);
        assertThatThrownBy(() -> shelf.delete(eve, "night", first)).isInstanceOf(OutdatedException.class);
        assertThat(shelf.of(eve)).extracting(SavedView::query).containsExactly("q=c");
    }

    @Test
    void aViewOfAnEarlierVersionCanBeReplaced() {
        ViewShelf shelf = console.bean(ViewShelf.class);
        console.own()
                .getCollection("views")
                .insertOne(Document.parse("{ _id: 'user:old', views: [ { name: 'night', query: 'q=a' } ] }"));
        Instant seen = shelf.of(user("old")).getFirst().version();
        save(shelf, user("old"), "night", "q=b", seen);
        assertThat(shelf.of(user("old"))).extracting(SavedView::query).containsExactly("q=b");
    }

    private static Instant save(ViewShelf shelf, ConsoleUser user, String name, String query, @Nullable Instant seen) {
        return shelf.save(user, new SavedView(name, query, null), seen).version();
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
