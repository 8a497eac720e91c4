package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockkeeper.console.fixture.Console;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

@Tag("nightly")
class SizeLimitIT {

    private static final int RECORDS = 3_000;

    private final Instant first = Instant.now().minus(Duration.ofDays(9));

    @AutoClose
    private static final Console console =
            Console.start("--lockkeeper.history.enabled=false", "--lockkeeper.history.max-size=400KB");

    @BeforeEach
    void nothingIsRecorded() {
        MongoTemplate own = console.bean(MongoTemplate.class);
        List.of(LeaseRecord.COLLECTION, "foreign_holds", "streams")
                .forEach(each -> own.getCollection(each).deleteMany(new Document()));
    }

    @Test
    void aHistoryThatIsTooLargeGivesUpItsOldestRecordsAndSaysHowFarItReachesBack() {
        MongoTemplate own = console.bean(MongoTemplate.class);
        own.insertAll(LongStream.range(0, RECORDS).mapToObj(this::lease).toList());
        own.insert(held());
        own.getCollection("streams")
                .insertOne(new Document("_id", RecorderPlace.ID)
                        .append("token", new Document())
                        .append("at", first)
                        .append("begun", first)
                        .append("fence", 0L));
        assertThat(console.bean(History.class).reachesBackTo())
                .hasValueSatisfying(it -> assertThat(it).isCloseTo(first, within(1, ChronoUnit.MILLIS)));

        console.bean(SizeLimit.class).pass();

        List<Long> kept = tokens(own, new Document("purgeAt", new Document("$gt", Instant.now())));
        assertThat(kept.size() * bytes(own)).isLessThanOrEqualTo(400 << 10).isGreaterThan(340 << 10);
        assertThat(kept)
                .containsExactlyElementsOf(
                        LongStream.range(RECORDS - kept.size(), RECORDS).boxed().toList());
        assertThat(tokens(own, new Document("purgeAt", null)))
                .as("what is held")
                .containsExactly((long) RECORDS);
        assertThat(console.bean(History.class).reachesBackTo().orElseThrow())
                .isBetween(
                        first.plusSeconds(60L * (RECORDS - kept.size() - 2)),
                        first.plusSeconds(60L * (RECORDS - kept.size() + 2)));

        console.bean(SizeLimit.class).pass();
        assertThat(tokens(own, new Document("purgeAt", new Document("$gt", Instant.now()))))
                .as("a second look gives up nothing")
                .isEqualTo(kept);
    }

    @Test
    void holdsOfOtherLibrariesLocksCountAndAreGivenUpAsWell() {
        MongoTemplate own = console.bean(MongoTemplate.class);
        own.getCollection("foreign_holds")
                .insertMany(LongStream.range(0, RECORDS).mapToObj(this::hold).toList());
        console.bean(SizeLimit.class).pass();
        Document left = new Document("purgeAt", new Document("$gt", Instant.now()));
        assertThat(own.getCollection("foreign_holds").countDocuments(left)).isBetween(1L, RECORDS - 1L);
        KeptSince kept = Objects.requireNonNull(own.findById(KeptSince.ID, KeptSince.class));
        assertThat(kept.since())
                .as("when the last of them ended, not when it was to be deleted")
                .isBefore(Instant.now());
    }

    /** Somebody has written them by hand. */
    @Test
    void recordsWhoseEndIsNoDateAreGivenUpAsWell() {
        MongoTemplate own = console.bean(MongoTemplate.class);
        own.insertAll(LongStream.range(0, RECORDS).mapToObj(this::lease).toList());
        own.getCollection(LeaseRecord.COLLECTION)
                .updateMany(new Document(), new Document("$set", new Document("endedAt", "x")));
        console.bean(SizeLimit.class).pass();
        Document left = new Document("purgeAt", new Document("$gt", Instant.now()));
        assertThat(own.getCollection(LeaseRecord.COLLECTION).countDocuments(left))
                .isBetween(1L, RECORDS - 1L);
        assertThat(Objects.requireNonNull(own.findById(KeptSince.ID, KeptSince.class))
                        .since())
                .isBeforeOrEqualTo(Instant.now());
    }

    private Document hold(long number) {
        Instant until = first.plusSeconds(60 * number);
        return new Document("_id", "s/" + number)
                .append("source", "s")
                .append("lock", "report")
                .append("holder", "app-1 of a name as long as those are that people give to their machines")
                .append("until", until)
                .append("purgeAt", until.plus(Duration.ofDays(3_000)));
    }

    private LeaseRecord lease(long token) {
        Instant granted = first.plusSeconds(60 * token);
        Party holder = new Party("agent", "billing", "bill-1", "host", 1, "main", "payment of order " + token);
        return Records.lease(
                new LeaseKey("lock", token), holder, granted, granted, granted.plusSeconds(1), Ending.RELEASED, null);
    }

    private LeaseRecord held() {
        Party holder = new Party("agent", "billing", "bill-1", "host", 1, "main", "");
        return Records.lease(new LeaseKey("held", RECORDS), holder, first, first, null, null, null);
    }

    private static double bytes(MongoTemplate own) {
        Document average = own.getCollection(LeaseRecord.COLLECTION)
                .aggregate(
                        List.of(Document.parse("{ $group: { _id: null, bytes: { $avg: { $bsonSize: '$$ROOT' } } } }")))
                .first();
        return Objects.requireNonNull(average).getDouble("bytes");
    }

    private static List<Long> tokens(MongoTemplate own, Document filter) {
        return own.getCollection(LeaseRecord.COLLECTION)
                .find(filter)
                .sort(new Document("_id.token", 1))
                .map(each -> each.get("_id", Document.class).getLong("token"))
                .into(new ArrayList<>());
    }
}
