package io.lockkeeper.console.act.eviction;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.model.LockName;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Locks whose names are refused in requests by now, and which agents of before have stored: they are shown and evicted as they are. */
@Tag("nightly")
class OddNamesIT {

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose
    private static final Chromium chromium = new Chromium();

    @AutoClose
    private static final ApiClient operator = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR);

    static Stream<String> names() {
        return Stream.of(
                "pay\u200bments",
                "pay\u2060ments",
                "\ufeffbilling",
                "soft\u00adhyphen",
                "gr\ufffd\ufffde",
                "cafe\u0301",
                " lead",
                "trail\u00a0",
                "line\u2028break",
                "nel\u0085next",
                "turn\u202ecod",
                "long" + "g".repeat(300));
    }

    @ParameterizedTest
    @MethodSource("names")
    void whatIsStoredIsShownEvictedPausedAndResumedByTheApi(String name) {
        assertThatThrownBy(() -> new LockName(name)).isInstanceOf(IllegalArgumentException.class);
        long token = hold(name);
        String path = "/locks/-/" + LockAddress.of(name);

        HttpResponse<String> shown = operator.get(path);
        assertThat(shown.statusCode()).as(shown.body()).isEqualTo(200);
        assertThat(shown.headers().firstValue("ETag")).hasValue("\"" + token + "\"");
        assertThat(Document.parse(shown.body()).getString("name")).isEqualTo(name);
        HttpResponse<String> evicted =
                operator.post(path + "/eviction", "{\"reason\": \"it hangs\"}", "If-Match", "\"" + token + "\"");
        assertThat(evicted.statusCode()).as(evicted.body()).isEqualTo(200);
        assertThat(console.locks().find(name).holders().getFirst().evicted()).isNotNull();
        assertThat(console.own().getCollection("audit").countDocuments(new Document("lock", name)))
                .as("one record of the intent, whose outcome is beside it")
                .isEqualTo(1);
        String until = Instant.now().plusSeconds(600).toString();
        HttpResponse<String> paused = operator.put(
                path + "/pause",
                new Document("until", until).append("reason", "x").toJson());
        assertThat(paused.statusCode()).as(paused.body()).isEqualTo(200);
        String id = Objects.requireNonNull(console.locks().find(name).paused()).id();
        assertThat(operator.delete(path + "/pause", "If-Match", '"' + id + '"').statusCode())
                .isEqualTo(200);
    }

    @Test
    void anOddNameIsReadAndItsHolderEvictedOnItsPageAtOnceIfNeedBe() {
        for (String name : new String[] {"page\u200bone", " page:two", "page:caf\ufffde\u0301"}) {
            hold(name);
            Page page = chromium.page(console, Console.OPERATOR, "/locks/" + LockAddress.of(name));
            assertThat(page.locator(".lock-panel"))
                    .containsText(Formats.visible(name).strip());
            page.locator(".lock-panel .foot vaadin-button").click();
            page.locator(".reason vaadin-text-field input").fill("it is dead");
            page.keyboard().press("Tab");
            page.getByText("The process is dead: evict now").click();
            page.locator(".evict-now input").fill(Formats.visible(name).strip());
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Evict now"))
                    .click();
            await().atMost(10, SECONDS)
                    .until(() -> console.locks().find(name).holders().isEmpty());
            page.context().close();
        }
    }

    /** As an agent of before did, which took the name. */
    private static long hold(String name) {
        String seed = "seed:" + UUID.randomUUID();
        console.locks().enqueue(seed, Locks.owner("billing", "bill-1", 1, "main", ""), Duration.ofMinutes(10));
        BsonDocument lock = Objects.requireNonNull(
                console.locks().collection().find(new Document("_id", seed)).first());
        console.locks().collection().deleteOne(new Document("_id", seed));
        console.locks().collection().insertOne(lock.append("_id", new BsonString(name)));
        await().until(() -> console.bean(Board.class).find(name).isPresent());
        return console.locks().find(name).holders().getFirst().token();
    }
}
