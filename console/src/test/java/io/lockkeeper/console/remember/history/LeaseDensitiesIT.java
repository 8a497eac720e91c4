package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.KnownTime.Extent;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoTemplate;

/** How many leases there were over an hour, out of the records of a lease here and there. */
class LeaseDensitiesIT {

    private static final Instant THEN = Instant.parse("2025-11-22T04:00:00Z");

    @AutoClose
    private static final Console console =
            Console.start("--lockkeeper.history.enabled=false", "--lockkeeper.history.retention=36500d");

    @BeforeEach
    void empty() {
        for (String collection : List.of("leases", "foreign_holds", "digests", "gaps", "streams")) {
            console.own().getCollection(collection).deleteMany(new Document());
        }
        recordedTo(THEN.plus(Duration.ofDays(1)));
    }

    @Test
    void aLeaseIsInEachMinuteInWhichItWasHeldAndGrantedInOne() {
        lease("a", 1, "shop", 10 * 60 + 30, 12 * 60 + 30);
        lease("b", 2, "shop", 12 * 60, 12 * 60 + 1);
        lease("before", 3, "shop", -90, 90);
        lease("long before", 4, "shop", -90, -10);
        lease("after", 5, "shop", 3_601, 3_700);
        lease("lasting", 6, "shop", 58 * 60, null);
        LeaseDensity found = read("", "");
        assertThat(found.slices().count()).isEqualTo(60);
        assertThat(held(found, 0, 1, 2, 9, 10, 11, 12, 13, 57, 58, 59))
                .containsExactly(1L, 1L, 0L, 0L, 1L, 1L, 2L, 0L, 0L, 1L, 1L);
        assertThat(IntStream.range(0, 60)
                        .filter(i -> found.all().get(i).granted() > 0)
                        .boxed())
                .containsExactly(10, 12, 58);
        assertThat(found.granted()).isEqualTo(3);
        assertThat(found.most()).isEqualTo(2);
    }

    @Test
    void itIsAboutTheSameLeasesAsTheList() {
        lease("a", 1, "shop", 60, 90);
        lease("b", 2, "billing", 60, 90);
        hold("c", 60, 90);
        assertThat(read("", "").granted()).isEqualTo(3);
        assertThat(read("a", "").granted()).isEqualTo(1);
        assertThat(read("", "billing").granted()).isEqualTo(1);
        LockScope limited = new LockScope(List.of("b"), List.of());
        assertThat(read(limited, "", "").granted()).isEqualTo(1);
    }

    @Test
    void leasesThatWereOnlyCountedAreInTheirMinuteUnlessAServiceIsNamed() {
        console.own()
                .getCollection("digests")
                .insertOne(new Document(
                                "_id",
                                new Document("lock", "hot").append("minute", Date.from(THEN.minusSeconds(1_800))))
                        .append("leases", 300L));
        assertThat(held(read("", ""), 29, 30, 31)).containsExactly(0L, 300L, 0L);
        assertThat(read("hot", "").granted()).isEqualTo(300);
        assertThat(read("", "shop").granted()).isZero();
    }

    @Test
    void timeThatNobodyRecordedIsNotTimeWithoutLeases() {
        lease("a", 1, "shop", 60, 90);
        own().insert(Records.gap(at(600), at(750), "off"));
        LeaseDensity found = read("", "");
        assertThat(found.slices().known().subList(9, 14))
                .containsExactly(Extent.WHOLE, Extent.NONE, Extent.NONE, Extent.PART, Extent.WHOLE);

        recordedTo(at(1_800));
        assertThat(read("", "").slices().known().subList(29, 31)).containsExactly(Extent.WHOLE, Extent.NONE);

        console.own().getCollection("streams").deleteMany(new Document());
        assertThat(read("", "").slices().known()).containsOnly(Extent.NONE);
    }

    @Test
    void whatTheRecorderIsAboutToWriteIsNotMissing() {
        recordedTo(at(3_590));
        TimeSlices slices = read("", "").slices();
        assertThat(slices.until()).isEqualTo(at(3_590));
        assertThat(slices.known()).hasSize(60).containsOnly(Extent.WHOLE);
    }

    private static List<Long> held(LeaseDensity density, int... slices) {
        return IntStream.of(slices)
                .mapToObj(slice -> density.all().get(slice).held())
                .toList();
    }

    private static LeaseDensity read(String lock, String service) {
        return read(LockScope.EVERYTHING, lock, service);
    }

    private static LeaseDensity read(LockScope scope, String lock, String service) {
        return console.bean(LeaseDensities.class)
                .of(new PastQuestion(scope, THEN, Duration.ofHours(1), lock, service, "", ""));
    }

    private static void recordedTo(Instant at) {
        console.own().getCollection("streams").deleteMany(new Document());
        console.own().getCollection("streams").insertOne(Records.place(THEN.minus(Duration.ofDays(9)), at));
    }

    /** Seconds after the beginning of the hour. */
    private static Instant at(int seconds) {
        return THEN.minusSeconds(3_600 - seconds);
    }

    private static void lease(String lock, long token, String service, int granted, @Nullable Integer ended) {
        Party holder = new Party("agent", service, service + "-1", "host", token, "main", "");
        own().insert(Records.lease(
                new LeaseKey(lock, token),
                holder,
                at(granted),
                at(granted),
                ended == null ? null : at(ended),
                null,
                null));
    }

    private static void hold(String lock, int since, int until) {
        console.own()
                .getCollection("foreign_holds")
                .insertOne(new Document("_id", "app.shedLock/shedlock/" + lock)
                        .append("source", "app.shedLock/shedlock")
                        .append("lock", lock)
                        .append("holder", "pod-1")
                        .append("since", Date.from(at(since)))
                        .append("until", Date.from(at(until)))
                        .append("end", "RELEASED")
                        .append("heldClass", HoldRecord.heldClass(at(since), at(until)))
                        .append("purgeAt", Date.from(Instant.now().plusSeconds(36_000))));
    }

    private static MongoTemplate own() {
        return console.bean(MongoTemplate.class);
    }
}
