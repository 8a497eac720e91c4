package io.lockkeeper.console.users;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.lockkeeper.console.fixture.Axe;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.security.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.password.PasswordEncoder;

class UsersPageIT {

    private static final Path FOLDER = Path.of("target", "screenshots");
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
            shoot(page, "login-wrong", scheme);
            page.navigate(console.address("/login?wait=8"));
            assertThat(page.getByText("Try again in 8 s")).isVisible();
            shoot(page, "login-wait", scheme);
            page.navigate(console.address("/login?unavailable"));
            assertThat(page.getByText("MongoDB does not answer")).isVisible();
            page.navigate(console.address("/login?wait=<img>"));
            assertThat(page.getByText("Try again in 1 s")).isVisible();
            page.context().close();
        }
    }

    @Test
    void whoeverLogsInWithAPasswordForOneLoginChoosesAnotherAndGoesOn() {
        add("newcomer", Role.VIEWER, ONCE, true);
        Page page = chromium.browser(1280, 800, ColorScheme.LIGHT).newPage();
        logIn(page, "newcomer", ONCE, "/audit");
        assertThat(page).hasURL(Pattern.compile(".*/password"));
        page.navigate(console.address("/locks"));
        assertThat(page).hasURL(Pattern.compile(".*/password"));
        shoot(page, "password-first", ColorScheme.LIGHT);
        Axe.assertNothingSerious(page);

        change(page, "wrong", OWN, OWN);
        assertThat(page.locator(".fault")).hasText("The current password is wrong.");
        change(page, ONCE, "too short", "too short");
        assertThat(page.locator(".fault")).containsText("it needs at least 12");
        shoot(page, "password-short", ColorScheme.LIGHT);
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
        shoot(page, "users-add-refused", ColorScheme.LIGHT);
        field(page, "User name").fill("Vera");
        button(page, "Add").click();
        String password = page.locator(".password-shown").textContent();
        shoot(page, "users-password-shown", ColorScheme.LIGHT);
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

        shoot(page, "users", ColorScheme.LIGHT);
        Page dark = chromium.browser(1280, 800, ColorScheme.DARK).newPage();
        logIn(dark, "boss", OWN, "/users");
        shoot(dark, "users", ColorScheme.DARK);
        dark.navigate(console.address("/logins"));
        assertThat(dark.locator(".access-page")).containsText("added as Viewer");
        shoot(dark, "logins", ColorScheme.DARK);
        Page small = chromium.browser(390, 844, ColorScheme.LIGHT).newPage();
        logIn(small, "boss", OWN, "/users");
        shoot(small, "users-390", ColorScheme.LIGHT);
        small.navigate(console.address("/logins"));
        shoot(small, "logins-390", ColorScheme.LIGHT);
    }

    /** What is wrong is said with its rule; what is right stands in the row. */
    private static void limit(Page page) {
        button(page, "Scope: vera").click();
        field(page, "Lock names that begin with").fill("order:*, a*b");
        button(page, "Change scope").click();
        assertThat(page.locator(".fault")).containsText("\"a*b\" is no prefix of names");
        shoot(page, "users-scope-refused", ColorScheme.LIGHT);
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

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator row(Page page, String user) {
        return page.locator("tr", new Page.LocatorOptions().setHasText(user));
    }

    private static void add(String name, Role role, String password, boolean mustChange) {
        String hash = String.valueOf(console.bean(PasswordEncoder.class).encode(password));
        console.bean(UserChanges.class)
                .add(UserAccount.of(name, hash, role, mustChange, Instant.now(), "test"), Author.CONSOLE);
    }

    private static void shoot(Page page, String name, ColorScheme scheme) {
        page.waitForFunction("() => document.fonts.status === 'loaded'");
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(FOLDER.resolve(name + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png")));
    }
}
