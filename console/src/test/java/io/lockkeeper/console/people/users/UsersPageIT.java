package io.lockkeeper.console.people.users;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.lockkeeper.console.fixture.Chromium.button;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.people.security.Role;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.password.PasswordEncoder;

@Tag("nightly")
class UsersPageIT {

    private static final String ONCE = "good-for-one-login";
    private static final String OWN = "correct horse battery";

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @BeforeAll
    static void start() {
        add("boss", Role.ADMIN, OWN, false);
    }

    @Test
    void theLoginPageSaysWhatIsWrongAndForHowLongToWait() {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            Page page = chromium.browser(1280, 800, scheme).newPage();
            page.navigate(console.address("/login?error"));
            assertThat(page.getByText("Wrong user name or password")).isVisible();
            Pictures.take(page, "login-wrong");
            page.navigate(console.address("/login?wait=8"));
            assertThat(page.getByText("Try again in 8 s")).isVisible();
            Pictures.take(page, "login-wait");
            page.navigate(console.address("/login?unavailable"));
            assertThat(page.getByText("MongoDB does not answer")).isVisible();
            page.navigate(console.address("/login?wait=<img>"));
            assertThat(page.getByText("Try again in 1 s")).isVisible();
            page.context().close();
        }
    }

    @Test
    void onAPhoneThePresentPageIsInViewAmongAll() {
        Page page = chromium.browser(390, 844, ColorScheme.LIGHT).newPage();
        logIn(page, "boss", OWN, "/settings");
        assertThat(page.locator("nav a[aria-current=page]")).hasText("Settings");
        assertThat(page.locator("nav a[aria-current=page]")).isInViewport();
        page.navigate(console.address("/"));
        assertThat(page.locator("nav a[aria-current=page]")).isInViewport();
        page.context().close();
    }

    @Test
    void whoeverLogsInWithAPasswordForOneLoginChoosesAnotherAndGoesOn() {
        add("newcomer", Role.VIEWER, ONCE, true);
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        logIn(page, "newcomer", ONCE, "/audit");
        assertThat(page).hasURL(Pattern.compile(".*/password"));
        page.navigate(console.address("/locks"));
        assertThat(page).hasURL(Pattern.compile(".*/password"));
        Pictures.take(page, "password-first");
        Axe.assertNothingSerious(page);

        change(page, "wrong", OWN, OWN);
        assertThat(page.locator(".fault")).hasText("The current password is wrong.");
        change(page, ONCE, "too short", "too short");
        assertThat(page.locator(".fault")).containsText("it needs at least 12");
        Pictures.take(page, "password-short");
        change(page, ONCE, OWN, OWN + "x");
        assertThat(page.locator(".fault")).hasText("The two new passwords are not the same.");
        change(page, ONCE, OWN, OWN);
        assertThat(page.locator("h1")).hasText("Overview");
        page.context().close();
    }

    @Test
    void anAdministratorAddsChangesResetsAndDisablesAndTheUsersPageIsTurnedAwayAtOnce() {
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        logIn(page, "boss", OWN, "/users");
        assertThat(page.locator("h1")).hasText("Users");
        button(page, "Add user").click();
        field(page, "User name").fill("a b");
        button(page, "Add").click();
        assertThat(page.locator(".fault")).containsText("A user name has 1 to 64 letters");
        Pictures.take(page, "users-add-refused");
        field(page, "User name").fill("Vera");
        button(page, "Add").click();
        String password = page.locator(".password-shown").textContent();
        Pictures.take(page, "users-password-shown");
        button(page, "I have it").click();
        assertThat(row(page, "vera")).containsText("must change password");
        limit(page);

        Page vera = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        logIn(vera, "vera", password, "/locks");
        change(vera, password, OWN, OWN);
        assertThat(vera.locator(".badge")).hasText("● live");
        assertThat(vera.locator("nav")).not().containsText("Users");
        button(page, "Disable: vera").click();
        button(page, "Disable").click();
        assertThat(row(page, "vera")).containsText("disabled");
        vera.locator("input[name=password]").waitFor();

        Pictures.takeAll(chromium, "users", each -> logIn(each, "boss", OWN, "/users"));
        Pictures.takeAll(chromium, "logins", each -> logIn(each, "boss", OWN, "/logins"));
        page.navigate(console.address("/logins"));
        assertThat(page.locator(".access-page")).containsText("added as Viewer");
    }

    /** What is wrong is said with its rule; what is right stands in the row. */
    private static void limit(Page page) {
        button(page, "Scope: vera").click();
        field(page, "Lock names that begin with").fill("order:*, a*b");
        button(page, "Change scope").click();
        assertThat(page.locator(".fault")).containsText("\"a*b\" is no prefix of names");
        Pictures.take(page, "users-scope-refused");
        field(page, "Lock names that begin with").fill("order:*, pay:");
        button(page, "Change scope").click();
        assertThat(row(page, "vera")).containsText("order:*, pay:*");
    }

    private static Locator field(Page page, String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private static void logIn(Page page, String user, String password, String path) {
        page.navigate(console.address(path));
        chromium.fill(page, user, password);
        page.locator(".shell, .password-card").waitFor();
    }

    private static void change(Page page, String present, String next, String again) {
        Locator fields = page.locator("vaadin-password-field input");
        fields.nth(0).fill(present);
        fields.nth(1).fill(next);
        fields.nth(2).fill(again);
        button(page, "Change password").click();
    }

    private static Locator row(Page page, String user) {
        return page.locator("tr", new Page.LocatorOptions().setHasText(user));
    }

    private static void add(String name, Role role, String password, boolean mustChange) {
        String hash = String.valueOf(console.bean(PasswordEncoder.class).encode(password));
        console.bean(UserChanges.class)
                .add(UserAccount.of(name, hash, role, mustChange, Instant.now(), "test"), Author.CONSOLE);
    }
}
