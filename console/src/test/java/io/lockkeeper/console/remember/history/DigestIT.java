package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** A lock that changes more often than its leases are recorded one by one. */
@Tag("nightly")
class DigestIT {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner BILLING = Locks.owner("billing", "bill-1", 1, "main", "");

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.whole-up-to=1");

    @BeforeAll
    static void start() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
    }

    @Test
    void whatIsRecordedAndWhatIsCountedAreAllLeasesAndAnEvictedOneIsRecorded() {
        int leases = 60;
        for (int i = 0; i < leases; i++) {
            console.locks().remove("hot", console.locks().enqueue("hot", BILLING, TTL));
        }
        String evicted = console.locks().enqueue("hot", BILLING, TTL);
        Holder seen = console.locks().find("hot").holders().getFirst();
        console.locks().evict("hot", seen, "ops", "hung", Duration.ofSeconds(15), "a-record");
        console.locks().remove("hot", evicted);
        await().atMost(Duration.ofSeconds(30)).until(() -> ended("hot") + counted("hot") == leases + 1);
        assertThat(counted("hot")).isPositive();
        assertThat(whole(new Document("_id.lock", "hot").append("ending", "EVICTED")))
                .isOne();
        assertThat(whole(new Document("_id.lock", "hot").append("endedAt", null)))
                .as("leases that seem to be held")
                .isZero();
        tellsBoth(leases + 1);
    }

    /** The page of the past and what is usual know of both. */
    private static void tellsBoth(int leases) {
        PastQuestion hour = new PastQuestion(
                LockScope.EVERYTHING, Instant.now().plusSeconds(60), Duration.ofHours(1), "hot", "", "", "");
        List<DigestSum> sums = console.bean(Past.class).counted(hour, 10);
        assertThat(sums).singleElement().satisfies(sum -> {
            assertThat(sum.leases()).isEqualTo(counted("hot"));
            assertThat(sum.heldP95()).isNotNull().isLessThanOrEqualTo(sum.heldMax());
        });
        assertThat(console.bean(History.class).usualOf(LockId.first("hot")).leases())
                .isEqualTo(leases);
    }

    /** Counted in minutes of which each had too few leases to tell what 95 of 100 did. */
    @Test
    void aMinuteOfFewLeasesTellsNoPercentile() {
        Instant now = Instant.now();
        console.bean(MongoTemplate.class)
                .insertAll(IntStream.rangeClosed(1, 3)
                        .mapToObj(i ->
                                new DigestKey("few", now.minusSeconds(60L * i).truncatedTo(ChronoUnit.MINUTES)))
                        .map(key -> new Digest(key, 19, 0, 0, lengths(19), lengths(19), now, now.plusSeconds(600)))
                        .toList());
        PastQuestion hour = new PastQuestion(
                LockScope.EVERYTHING, Instant.now().plusSeconds(60), Duration.ofHours(1), "few", "", "", "");
        assertThat(console.bean(Past.class).counted(hour, 10)).singleElement().satisfies(sum -> {
            assertThat(sum.leases()).isEqualTo(57);
            assertThat(sum.heldP95()).isNull();
            assertThat(sum.heldMax()).isEqualTo(1_000);
        });
    }

    private static Lengths lengths(int count) {
        LengthTally tally = LengthTally.empty();
        IntStream.range(0, count).forEach(i -> tally.add(1_000));
        return tally.lengths();
    }

    private static long ended(String lock) {
        return whole(new Document("_id.lock", lock).append("endedAt", new Document("$ne", null)));
    }

    private static long whole(Document filter) {
        return console.own().getCollection(LeaseRecord.COLLECTION).countDocuments(filter);
    }

    private static long counted(String lock) {
        return console.bean(MongoTemplate.class).findAll(Digest.class).stream()
                .filter(digest -> digest.key().lock().equals(lock))
                .mapToLong(Digest::leases)
                .sum();
    }
}
