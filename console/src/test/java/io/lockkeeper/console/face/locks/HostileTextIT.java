package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.Owner;
import java.net.URI;
import java.time.Duration;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("nightly")
class HostileTextIT {

    private static final String SCRIPT = "<img src=x onerror=\"window.hacked=1\">";
    private static final Owner OWNER = new Owner(
            "agent",
            "<b>bold</b>${7*7}",
            "'\"; drop",
            "<script>window.hacked=1</script>",
            7,
            SCRIPT,
            "note </span>" + SCRIPT + " \u05D0\u05D1\u05D2 {{x}}",
            Details.NONE.with("$a.b " + SCRIPT, "{{y}} " + SCRIPT),
            null);

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AfterEach
    void clear() {
        console.locks().collection().deleteMany(new Document());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SCRIPT,
                "$where.a.$b",
                "a/b/../c?d=e#f%2Fg;h\\i",
                "..",
                "quotes \" ' ` and spaces",
                "\u05E9\u05DC\u05D5\u05DD עברית 日本語 \uD83D\uDD12 naïve",
                "long-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-01234",
                "</title><title>x"
            })
    void isShownAsTextEverywhere(String lock) {
        console.locks().enqueue(lock, OWNER, Duration.ofSeconds(60));
        console.locks().enqueue(lock, OWNER, Duration.ofSeconds(60));
        Page page = chromium.page(console, Console.OPERATOR, "/locks");
        page.locator(".search input").fill(lock);
        assertThat(page.locator(".lock-cell:visible")).hasCount(1);
        assertThat(page.locator(".lock-cell:visible .lock-name")).hasText(lock);
        page.locator(".lock-cell:visible").click();

        assertThat(page.locator(".lock-panel h2")).hasText(lock);
        assertThat(page.locator(".facts")).containsText(OWNER.service());
        assertThat(page.locator(".facts")).containsText(OWNER.note());
        assertThat(page.locator(".facts")).containsText("$a.b " + SCRIPT + " {{y}} " + SCRIPT);
        assertThat(page.locator(".queue")).containsText(OWNER.note());
        assertThat(URI.create(page.url()).getRawPath()).isEqualTo("/locks/" + LockAddress.of(lock));

        page.reload();
        assertThat(page.locator(".lock-panel h2")).hasText(lock);
        page.locator(".lock-panel .foot vaadin-button").click();
        assertThat(page.locator(".lease-facts")).containsText(OWNER.host());
        page.locator(".reason vaadin-text-field input").fill(SCRIPT);
        page.keyboard().press("Tab");
        page.locator("vaadin-button", new Page.LocatorOptions().setHasText("Evict this holder"))
                .click();
        assertThat(page.locator(".steps li.active")).containsText("the quarantine ends in");

        page.navigate(console.address("/audit"));
        assertThat(page.locator(".entry").first()).containsText(lock);
        assertThat(page.locator(".entry").first()).containsText(SCRIPT);
        page.locator(".entry a").first().click();
        assertThat(page.locator(".lock-panel h2")).hasText(lock);
        assertThat((Boolean) page.evaluate("() => window.hacked === undefined")).isTrue();
    }
}
