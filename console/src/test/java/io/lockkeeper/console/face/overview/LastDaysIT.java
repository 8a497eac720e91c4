package io.lockkeeper.console.face.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.ask.overview.Overviews;
import io.lockkeeper.console.ask.overview.Slice;
import io.lockkeeper.console.ask.overview.Slices;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the overview shows of the last day and week. */
class LastDaysIT {

    private static final String QUARTERS = "quarters";

    private static final LockScope ORDERS = new LockScope(List.of("order:"), List.of());
    private static final long SECONDS = 15 * 60;

    @AutoClose
    private static final Console console = Console.start();

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @Test
    void theDayHasTheQuartersAndTheWeekTheHoursThatConsolesHaveKeptOfTheScope() {
        LastDays days = console.bean(LastDays.class);
        await().until(() ->
                days.of(LockScope.EVERYTHING, OverviewRange.DAY).all().getLast().seen());
        long last = now();
        long whole = last / 4 * 4 - 8; // an hour that is over
        keep("order:", whole, 7, 10, false);
        keep("order:", whole + 1, 3, 5, false);
        keep("order:", whole + 2, 0, 0, false);
        keep("order:", whole + 3, 9, 1, false);
        keep("order:", whole - 4, 2, 1, true);
        poison(
                "order:",
                whole - 3,
                new Document("held", 3)
                        .append("waiting", 0)
                        .append("grants", 0)
                        .append("evictions", 0)
                        .append("partlyUnseen", false)); // written by hand, or by a later version
        poison(
                "order:",
                whole - 2,
                new Document("held", "many").append("at", Date.from(Instant.ofEpochSecond(SECONDS * (whole - 2)))));
        keep("order:other", whole, 99, 99, false);
        keep("order:", last - 96, 55, 1, false); // a day ago, and a quarter of an hour
        keep("order:", whole - 4 * 24 * 8, 77, 1, false); // eight days ago

        Slices day = days.of(ORDERS, OverviewRange.DAY);
        assertThat(day.all()).hasSize(96).noneMatch(each -> each.held() == 55);
        assertThat(at(day, whole)).isEqualTo(Slice.seen(7, 1, 10, 0));
        assertThat(at(day, whole + 3)).isEqualTo(Slice.seen(9, 1, 1, 0));
        assertThat(at(day, whole - 1)).isEqualTo(Slice.UNSEEN);
        assertThat(at(day, whole - 4).partlyUnseen()).isTrue();

        Slices week = days.of(ORDERS, OverviewRange.WEEK);
        assertThat(week.all()).hasSize(168).noneMatch(each -> each.held() == 77).anyMatch(each -> each.held() == 55);
        assertThat(at(week, whole)).isEqualTo(Slice.seen(9, 1, 16, 0));
        assertThat(at(week, whole - 4))
                .as("a quarter of it alone was kept")
                .isEqualTo(new Slice(true, 2, 1, 1, 0, true));
    }

    @Test
    void aQuarterIsKeptByEachConsoleAndTheOneThatSawMoreOfItCounts() {
        try (Console other = console.another()) {
            console.locks().enqueue("order:1", Locks.owner("billing", "b-1", 1, "", ""), Duration.ofMinutes(5));
            await().untilAsserted(() -> assertThat(other.bean(Overviews.class).hour(LockScope.EVERYTHING))
                    .anySatisfy(minute -> assertThat(minute.held()).isPositive()));
            keep("", now() - 1, 4, 6, true);
            other.stop();
            Document kept = console.own()
                    .getCollection(QUARTERS)
                    .find(new Document("_id", "\u001f" + now()))
                    .first();
            assertThat(kept)
                    .isNotNull()
                    .containsEntry("partlyUnseen", true)
                    .hasEntrySatisfying(
                            "held", held -> assertThat((Integer) held).isPositive());
        }
    }

    @Test
    void aQuarterThatOneConsoleMayNotKeepIsKeptByAnotherAndShownByAll() {
        try (Console first = Console.start();
                Console denied = first.another();
                Console other = first.another()) {
            first.locks().enqueue("order:1", Locks.owner("billing", "b-1", 1, "", ""), Duration.ofMinutes(5));
            for (Console each : List.of(denied, other)) {
                await().untilAsserted(() -> assertThat(
                                each.bean(Overviews.class).hour(LockScope.EVERYTHING))
                        .anySatisfy(minute -> assertThat(minute.held()).isPositive()));
            }
            MongoCollection<Document> quarters = first.own().getCollection(QUARTERS);
            first.fail(new Document("failCommands", List.of("insert", "update"))
                    .append("errorCode", 13)
                    .append("namespace", first.own().getName() + "." + QUARTERS));
            denied.stop();
            assertThat(quarters.countDocuments()).isZero();
            first.heal();
            other.stop();
            assertThat(quarters.find())
                    .isNotEmpty()
                    .allSatisfy(kept -> assertThat(kept.getInteger("held")).isPositive());
            assertThat(first.bean(LastDays.class)
                            .of(LockScope.EVERYTHING, OverviewRange.DAY)
                            .all())
                    .anySatisfy(quarter -> assertThat(quarter.held()).isPositive());
        }
    }

    @Test
    void thePageShowsTheTimeThatIsChosenAndItsAddressNamesIt() {
        keep("", now() - 20, 12, 40, false);
        keep("", now() - 400, 31, 90, false);
        console.own()
                .getCollection("state")
                .insertOne(new Document("_id", "deploys")
                        .append(
                                "deploys",
                                List.of(new Document("service", "billing")
                                        .append("version", "0.2.0")
                                        .append("before", "0.1.0")
                                        .append("at", Instant.now().minus(Duration.ofHours(3))))));
        console.locks().enqueue("order:2", Locks.owner("billing", "b-1", 1, "", ""), Duration.ofMinutes(5));
        ServerPage page = pages.page(Console.VIEWER, "/");
        ServerPart card = page.find(".strips");
        card.find("h2").reads("The last hour");
        card.find(".strip.held .bars span").counts(60);

        page.button("Last day").click();
        card.find("h2").reads("The last day");
        card.find(".strip.held .bars span").counts(96);
        card.find(".strip.held").shows("at most 12");
        page.isAt(".*/\\?range=day$");
        card.find(".slice-table summary").click();
        ServerPart row = card.find("tr.slice").having("12").last();
        row.find("a").has("href", "history\\?at=.*&window=since&from=.*");

        Pictures.of(console, Console.VIEWER, "/?range=day", "overview-day");
        ServerPart marks = card.find(".mark-list");
        marks.find("summary").reads("In this time: 1 deploy");
        card.find(".marks .deploy").counts(1);
        marks.find("summary").click();
        marks.find("button").click();
        page.isAt(".*/history\\?at=.*");

        page.open("/?range=week");
        card.find("h2").reads("The last week");
        card.find(".strip.held").shows("at most 31");
        card.find(".strip-scale").shows("7 d ago");
        Pictures.of(console, Console.VIEWER, "/?range=week", "overview-week");
        page.button("Last hour").click();
        card.find(".strip.held .bars span").counts(60);
    }

    @Test
    void whileTheDayCannotBeReadTheHourIsShownAndThePageSaysSo() {
        try (Console other = Console.start();
                ServerPages those = new ServerPages(other)) {
            String acquirer =
                    other.locks().enqueue("order:3", Locks.owner("billing", "b-1", 1, "", ""), Duration.ofMinutes(5));
            other.fail(new Document("failCommands", List.of("find"))
                    .append("errorCode", 13)
                    .append("namespace", other.own().getName() + "." + QUARTERS));
            ServerPage page = those.page(Console.VIEWER, "/?range=day");
            ServerPart card = page.find(".strips");
            card.find(".outages").shows("The console could not read this time.");
            page.button("Last hour").click();
            card.find(".strip.held .bars span").counts(60);
            card.find(".outages").counts(0);
            other.heal();
            page.button("Last day").click();
            card.find(".strip.held .bars span").counts(96);
            other.locks().remove("order:3", acquirer);
        }
    }

    private static void poison(String scope, long quarter, Document fields) {
        Document stored = new Document("_id", scope + "\u001f" + quarter).append("scope", scope);
        stored.putAll(fields);
        console.own().getCollection(QUARTERS).insertOne(stored);
    }

    private static long now() {
        return Instant.now().getEpochSecond() / SECONDS;
    }

    private static Slice at(Slices slices, long quarter) {
        Duration since = Duration.between(slices.begin(0), Instant.ofEpochSecond(quarter * SECONDS));
        return slices.all().get((int) since.dividedBy(slices.each()));
    }

    private static void keep(String scope, long quarter, int held, int grants, boolean partly) {
        console.own()
                .getCollection(QUARTERS)
                .insertOne(new Document("_id", scope + "\u001f" + quarter)
                        .append("scope", scope)
                        .append("at", Date.from(Instant.ofEpochSecond(quarter * SECONDS)))
                        .append("held", held)
                        .append("waiting", 1)
                        .append("grants", grants)
                        .append("evictions", 0)
                        .append("partlyUnseen", partly));
    }
}
