package io.lockkeeper.console.remember.holds;

import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.console.ask.past.PastReading;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.ShedLocks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.History;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.Missed;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.StreamMark;
import io.lockkeeper.console.watch.source.StreamMarks;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a console that was not running says of the time in which it was not. */
@Tag("nightly")
class HoldsAfterRestartIT {

    private static final String LOCKS = "shedLock";

    @AutoClose
    private final Console console = Console.start("--lockkeeper.history.past=24h");

    private final MongoCollection<Document> locks = console.database().getCollection(LOCKS);

    @BeforeEach
    void administrator() {
        console.administrator("boss", "correct horse battery");
    }

    /** Where no images are kept, it is read from the past. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allThatHappenedMeanwhileIsInTheHistory(boolean imagesAreKept) {
        if (imagesAreKept) {
            keepImages();
        }
        acquire("report", "app-1");
        acquire("lasting", "app-9");
        LockSource source = watchUntilMarked();
        console.stop();

        release("report");
        acquire("report", "app-2");
        release("report");
        acquire("unseen", "app-3");
        locks.deleteOne(new Document("_id", "unseen"));

        Console next = console.another();
        try {
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                assertThat(holders(next, source, "report")).containsExactly("app-2", "app-1");
                assertThat(holders(next, source, "unseen")).containsExactly("app-3");
            });
            release("lasting");
            await().untilAsserted(
                            () -> assertThat(holders(next, source, "lasting")).containsExactly("app-9"));
            assertThat(gaps(next, source, "report")).isEmpty();
        } finally {
            next.stop();
        }
    }

    @Test
    void whereNoneAreKeptAndNoPastIsReadTheTimeIsAGap() {
        acquire("report", "app-1");
        LockSource source = watchUntilMarked();
        Instant before = now();
        console.stop();
        release("report");
        Console next = console.another("--lockkeeper.history.past=0");
        try {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(gaps(next, source, "report")).hasSize(1));
            Gap gap = gaps(next, source, "report").getFirst();
            assertThat(gap.from()).isBeforeOrEqualTo(before.plusSeconds(1));
            assertThat(gap.until()).isAfter(before);
            assertThat(gap.why()).contains("keeps no pre- and post-images");
            PastReading past = next.bean(PastReading.class);
            assertThat(gaps(past, asked(gap.from()))).containsExactly(gap);
            assertThat(gaps(past, asked(gap.from().minusMillis(1)))).isEmpty();
            assertThat(gaps(past, asked(gap.until()))).isEmpty();
            assertThat(gaps(past, asked(new LockScope(List.of(""), List.of()), gap.from())))
                    .as("for a user who may not see the source")
                    .isEmpty();
        } finally {
            next.stop();
        }
    }

    @Test
    void aStreamThatCannotBeContinuedLeavesAGapAndBeginsAnew() {
        keepImages();
        acquire("report", "app-1");
        LockSource source = watchUntilMarked();
        console.stop();
        console.own().getCollection("streams").updateOne(mark(), set("token._data", "82"));
        Console next = console.another();
        try {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(gaps(next, source, "report"))
                            .extracting(Gap::why)
                            .containsExactly("The stream of the collection's changes could not be continued."));
            await().until(() -> isLive(next, source));
            release("report");
            await().untilAsserted(
                            () -> assertThat(holders(next, source, "report")).containsExactly("app-1"));
        } finally {
            next.stop();
        }
    }

    @Test
    void aTimeInWhichAnotherConsoleFollowedTheCollectionIsNoGap() {
        LockSource source = watchUntilMarked();
        Instant added = stored(console, source).addedAt();
        Instant before = added.minusSeconds(60);
        Instant followed = added.plusSeconds(300);
        StreamMarks marks = console.bean(StreamMarks.class);
        marks.keep(source.place(), new StreamMark(BsonDocument.parse("{ _data: \"of another\" }"), followed));
        marks.keep(source.place(), new Missed(before, followed.minusSeconds(1), "Nobody was there."));
        assertThat(gaps(console, source, "report")).isEmpty();

        marks.keep(source.place(), new Missed(before, followed.plusSeconds(1), "Nobody was there."));
        marks.keep(source.place(), new Missed(before, followed.plusSeconds(9), "Nobody was there."));
        assertThat(gaps(console, source, "report"))
                .as("as long as it turned out to be")
                .extracting(Gap::source, Gap::from, Gap::until, Gap::why)
                .containsExactly(tuple(source.id(), before, followed.plusSeconds(9), "Nobody was there."));
        Instant old = added.minus(Duration.ofDays(2));
        marks.keep(source.place(), new Missed(old, followed.plusSeconds(9), "Nobody was there."));
        assertThat(gaps(console, source, "report"))
                .as("from where the past of the source begins")
                .extracting(Gap::from)
                .contains(added.minus(Duration.ofHours(24)))
                .doesNotContain(old);
    }

    @Test
    void aDroppedCollectionLeavesAGap() {
        acquire("report", "app-1");
        LockSource source = watchUntilMarked();
        locks.drop();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(gaps(console, source, "report"))
                        .extracting(Gap::why)
                        .containsExactly("The stream of the collection's changes could not be continued."));
    }

    @Test
    void holdsAreRecordedWhereHowFarCannotBeKept() {
        acquire("report", "app-1");
        LockSource source = watchUntilMarked();
        console.fail(new Document("failCommands", List.of("update"))
                .append("errorCode", 13)
                .append("namespace", console.own().getName() + ".streams"));
        release("report");
        await().untilAsserted(
                        () -> assertThat(holders(console, source, "report")).containsExactly("app-1"));
        acquire("report", "app-2");
        release("report");
        await().untilAsserted(
                        () -> assertThat(holders(console, source, "report")).containsExactly("app-2", "app-1"));
    }

    @Test
    void ofTwoMarksTheLaterOneStays() {
        StreamMarks marks = console.bean(StreamMarks.class);
        Place place = Place.own("app", "locks");
        Instant at = Instant.parse("2026-11-20T03:12:00Z");
        marks.keep(place, new StreamMark(BsonDocument.parse("{ _data: \"later\" }"), at));
        marks.keep(place, new StreamMark(BsonDocument.parse("{ _data: \"earlier\" }"), at.minusSeconds(1)));
        assertThat(console.own()
                        .getCollection("streams")
                        .find(new Document("_id", "source app.locks"))
                        .map(stored -> stored.get("token", Document.class).getString("_data")))
                .containsExactly("later");
    }

    private void keepImages() {
        assumeThat(MongoServer.shared().majorVersion()).isGreaterThanOrEqualTo(6);
        console.database()
                .createCollection(
                        LOCKS,
                        new CreateCollectionOptions()
                                .changeStreamPreAndPostImagesOptions(new ChangeStreamPreAndPostImagesOptions(true)));
    }

    private static PastQuestion asked(Instant moment) {
        return asked(LockScope.EVERYTHING, moment);
    }

    private static PastQuestion asked(LockScope scope, Instant moment) {
        return new PastQuestion(scope, moment, null, "", "", "", "");
    }

    private LockSource watchUntilMarked() {
        LockSource source = console.watch(LOCKS, "shedlock");
        Document marked = mark().append("token", new Document("$exists", true));
        await().until(() -> console.own().getCollection("streams").countDocuments(marked) == 1);
        return source;
    }

    private Document mark() {
        return new Document("_id", "source " + locks.getNamespace().getFullName());
    }

    private static LockSource stored(Console console, LockSource source) {
        return console.watched(source.id()).orElseThrow().source();
    }

    private static boolean isLive(Console console, LockSource source) {
        return console.watched(source.id())
                .flatMap(SourceFeeds.Watched::feed)
                .filter(feed -> feed.freshness().state() == Freshness.State.LIVE)
                .isPresent();
    }

    private static List<Gap> gaps(PastReading past, PastQuestion asked) {
        return past.read(asked, 10).gapsWithin().toList();
    }

    private static List<Gap> gaps(Console console, LockSource source, String lock) {
        return console.bean(History.class).gapsSince(new LockId(source.id(), lock), Instant.EPOCH).stream()
                .filter(gap -> !gap.isOutage())
                .toList();
    }

    /** Of those that have ended. */
    private static List<String> holders(Console console, LockSource source, String lock) {
        return console.bean(History.class).newestOf(new LockId(source.id(), lock), 10).stream()
                .filter(lease -> lease.endedAt() != null)
                .map(lease -> lease.who().orElse(""))
                .toList();
    }

    private void acquire(String name, String by) {
        locks.updateOne(
                new Document("_id", name),
                new Document("$set", ShedLocks.held(name, by)),
                new UpdateOptions().upsert(true));
    }

    private void release(String name) {
        ShedLocks.release(locks, name);
    }

    private static Instant now() {
        return Instant.now();
    }
}
