package io.lockkeeper.console.face.locks;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is shown stands in the address, and an address shows what it says. */
@Tag("nightly")
class AddressIT {

    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner OWNER = Locks.owner("billing", "bill-7f", 2211, "worker-3", "payment");

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static Page page;

    @BeforeAll
    static void start() {
        page = chromium.page(console, Console.VIEWER, "/locks");
    }

    @AfterEach
    void clear() {
        console.locks().collection().deleteMany(new Document());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "import%3Aproducts|import:products",
                "import:products|import:products",
                "import~3Aproducts|import:products",
                "a%2Fb|a/b",
                "a/b|a/b",
                "~7E41|~41",
                "gr%C3%BCn|grün"
            })
    void everyFormOfAnAddressIsUnderstood(String address, String lock) {
        console.locks().enqueue(lock, OWNER, TTL);
        page.navigate(console.address("/locks/" + address));
        assertThat(page.locator(".lock-panel .state").first()).hasText("held");
        assertThat(page.locator(".facts")).containsText("bill-7f");
    }

    @Test
    void aLockThatIsCalledOneBlankOpensFromTheList() {
        console.locks().enqueue("model", OWNER, TTL);
        BsonDocument model = console.locks().collection().findOneAndDelete(new Document("_id", "model"));
        assertThat(model).isNotNull();
        console.locks().collection().insertOne(model.append("_id", new BsonString(" ")));
        page.navigate(console.address("/locks"));
        page.locator(".lock-cell:visible").click();
        assertThat(page.locator(".facts")).containsText("bill-7f");
        assertThat(page.locator(".lock-panel h2")).hasText("“ ”");
    }

    @Test
    void aNameThatNoLockHasIsSaidSoUntilThereIsOne() {
        page.navigate(console.address("/locks/import:prodcts"));
        assertThat(page.locator(".lock-panel")).containsText("There is no lock of this name.");
        assertThat(page.locator(".lock-panel .foot")).isHidden();
        console.locks().enqueue("import:prodcts", OWNER, TTL);
        assertThat(page.locator(".lock-panel .state").first()).hasText("held");
        assertThat(page.locator(".lock-panel .foot")).isVisible();
    }

    @Test
    void locksAreFoundByProcessThreadTokenAndSeveralWords() {
        console.locks().enqueue("search:one", Locks.owner("billing", "b-1", 4711, "order-worker-3", ""), TTL);
        console.locks().enqueue("search:two", Locks.owner("billing", "b-2", 14711, "mailer", "nightly"), TTL);
        long token = console.locks().find("search:two").token();
        page.navigate(console.address("/locks"));
        for (String found : List.of("4711", "worker-3", "billing b-1")) {
            page.locator(".search input").fill(found);
            assertThat(names()).hasText(new String[] {"search:one"});
        }
        for (String found : List.of(Long.toString(token), "NIGHTLY billing", "mailer search:")) {
            page.locator(".search input").fill(found);
            assertThat(names()).hasText(new String[] {"search:two"});
        }
    }

    @Test
    void searchOrderAndFreeStandInTheAddressAndComeBackFromIt() {
        console.locks().enqueue("b:held", OWNER, TTL);
        console.locks().enqueue("c:held", OWNER, TTL);
        String free = console.locks().enqueue("a:held", OWNER, TTL);
        console.locks().remove("a:held", free);
        page.navigate(console.address("/locks"));
        page.locator(".search input").fill(":held");
        page.getByText("Free locks", new Page.GetByTextOptions().setExact(true)).click();
        Locator sorter = page.locator("vaadin-grid-sorter:visible").first();
        sorter.click();
        assertThat(names()).hasText(new String[] {"a:held", "b:held", "c:held"});
        sorter.click();
        assertThat(names()).hasText(new String[] {"c:held", "b:held", "a:held"});
        assertThat(page).hasURL(Pattern.compile(".*/locks\\?q=(:|%3A)held&sort=-name&free=1"));

        page.reload();
        assertThat(page.locator(".search input")).hasValue(":held");
        assertThat(names()).hasText(new String[] {"c:held", "b:held", "a:held"});
        page.locator(".lock-cell:visible").first().click();
        assertThat(page.locator(".lock-panel h2")).hasText("c:held");
        assertThat(page).hasURL(Pattern.compile(".*/locks/c:held\\?q=(:|%3A)held&sort=-name&free=1"));
        page.goBack();
        assertThat(page.locator(".lock-panel")).isHidden();
        assertThat(names()).hasText(new String[] {"c:held", "b:held", "a:held"});
    }

    @Test
    void theAgentsAreNarrowedInTheAddress() {
        new Agents(console.database()).few();
        page.navigate(console.address("/agents"));
        Locator rows = page.locator(".agent:not(.columns)");
        page.locator(".search input").fill("9C");
        assertThat(rows).hasCount(1);
        assertThat(page).hasURL(Pattern.compile(".*/agents\\?q=9C"));
        page.reload();
        assertThat(page.locator(".search input")).hasValue("9C");
        assertThat(rows).hasCount(1);
        page.locator(".side a[href=agents]").click();
        assertThat(rows).hasCount(3);
        assertThat(page.locator(".search input")).hasValue("");
        page.goBack();
        assertThat(rows).hasCount(1);
    }

    @Test
    void theAuditIsNarrowedInTheAddress() {
        console.own()
                .getCollection("audit")
                .insertMany(List.of(intent("a", "order:1", "anna"), intent("b", "order:2", "berta")));
        page.navigate(console.address("/audit?lock=order&by=anna"));
        Locator rows = page.locator(".entry:not(.columns)");
        assertThat(rows).hasCount(1);
        assertThat(page.locator("vaadin-text-field").first().locator("input")).hasValue("order");
        page.getByLabel("Operator contains …").fill("");
        assertThat(rows).hasCount(2);
        assertThat(page).hasURL(Pattern.compile(".*/audit\\?lock=order"));
        page.navigate(console.address("/audit?page=2"));
        assertThat(rows).hasCount(0);
        page.getByText("Newer").click();
        assertThat(rows).hasCount(2);
        assertThat(page).hasURL(Pattern.compile(".*/audit"));
    }

    private static Document intent(String id, String lock, String by) {
        return new Document("_id", id)
                .append("at", Instant.now())
                .append("by", by)
                .append("ip", "127.0.0.1")
                .append("action", "EVICT")
                .append("lock", lock)
                .append("acquirer", "x")
                .append("token", 1L)
                .append("holder", "billing")
                .append("reason", "test");
    }

    @Test
    void whatOtherProgramsKeepStandsLastIsNamedAndIsOneFindingTogether() {
        console.locks()
                .collection()
                .insertMany(List.of(
                        BsonDocument.parse("{ _id: 42, locked: true }"),
                        BsonDocument.parse("{ _id: 43, locked: true }")));
        console.locks().enqueue("zebra", OWNER, TTL);
        page.navigate(console.address("/locks"));
        assertThat(names()).hasText(new String[] {"zebra", "42", "43"});
        assertThat(page.locator(".lock-cell.foreign:visible")).hasCount(2);
        assertThat(page.locator(".locks-grid")).containsText("not a Lockkeeper lock");
        assertThat(page.locator(".summary")).containsText("1 finding");
        page.locator(".lock-cell.foreign:visible").first().click();
        assertThat(page.locator(".lock-panel")).containsText("This is not a Lockkeeper lock.");
    }

    @Test
    void copyingTheLinkSaysSo() {
        console.locks().enqueue("copied", OWNER, TTL);
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.navigate(console.address("/locks/copied"));
        page.getByLabel("Copy the link to this lock").click();
        assertThat(page.locator(".copied")).hasText("Link copied");
        assertThat((String) page.evaluate("() => navigator.clipboard.readText()"))
                .isEqualTo(console.address("/locks/copied"));
    }

    private static Locator names() {
        return page.locator(".lock-name:visible");
    }
}
