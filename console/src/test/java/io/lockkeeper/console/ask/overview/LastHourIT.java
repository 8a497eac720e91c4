package io.lockkeeper.console.ask.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Pulse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the overview shows of the last hour is there after a restart, too, and for each console. */
@Tag("nightly")
class LastHourIT {

    private static final LockScope ORDERS = new LockScope(List.of("order:"), List.of());

    @Test
    void minutesThatAnEarlierConsoleCountedAreThereAndThoseThatNobodySawAreNotSeen() {
        try (Console console = Console.start()) {
            Instant minute = Instant.now().truncatedTo(ChronoUnit.MINUTES);
            keep(console, "", minute.minus(10, ChronoUnit.MINUTES), 7);
            keep(console, "order:", minute.minus(9, ChronoUnit.MINUTES), 3);
            keep(console, "", minute.minus(2, ChronoUnit.HOURS), 9);
            try (Console restarted = console.another()) {
                await().untilAsserted(() -> {
                    List<Slice> hour = hour(restarted, LockScope.EVERYTHING);
                    assertThat(hour).hasSizeBetween(11, 12);
                    assertThat(hour.getFirst()).isEqualTo(Slice.seen(7, 1, 2, 0));
                    assertThat(hour.get(5)).isEqualTo(Slice.UNSEEN);
                    assertThat(hour.getLast().seen()).isTrue();
                });
                await().untilAsserted(() -> assertThat(hour(restarted, ORDERS))
                        .hasSizeBetween(10, 11)
                        .startsWith(Slice.seen(3, 1, 2, 0)));
            }
        }
    }

    /** Written by hand, or by a later version. */
    @Test
    void aMinuteAndAUserThatCannotBeReadKeepNoOtherFromBeingCounted() {
        try (Console console = Console.start()) {
            Instant minute = Instant.now().truncatedTo(ChronoUnit.MINUTES);
            keep(console, "", minute.minus(10, ChronoUnit.MINUTES), 7);
            console.own()
                    .getCollection(KeptSlices.MinuteRecord.COLLECTION)
                    .updateOne(
                            new Document("_id", "poisoned"),
                            new Document(
                                    "$set",
                                    new Document("scope", "")
                                            .append("at", Date.from(minute))
                                            .append("held", "many")),
                            new UpdateOptions().upsert(true));
            console.own()
                    .getCollection("users")
                    .insertOne(
                            new Document("_id", "poisoned").append("scope", 5).append("role", 5));
            try (Console restarted = console.another()) {
                await().untilAsserted(() -> assertThat(hour(restarted, LockScope.EVERYTHING))
                        .contains(Slice.seen(7, 1, 2, 0))
                        .last()
                        .satisfies(last -> assertThat(last.seen()).isTrue()));
            }
        }
    }

    @Test
    void whatAConsoleCountedItKeepsWhenItStopsAlsoWhileItsLocksAreBehind() {
        try (Console console = Console.start()) {
            Console other = console.another();
            console.locks().enqueue("order:1", Locks.owner("billing", "b-1", 1, "", ""), Duration.ofMinutes(5));
            await().untilAsserted(() -> assertThat(hour(other, ORDERS))
                    .anySatisfy(minute -> assertThat(minute.held()).isEqualTo(1)));
            console.fail(new Document("failCommands", List.of("getMore"))
                    .append("blockConnection", true)
                    .append("blockTimeMS", 10_000));
            await().until(() -> !other.bean(Pulse.class).freshness().isLive());
            console.own().getCollection(KeptSlices.MinuteRecord.COLLECTION).deleteMany(new Document());
            other.bean(LastHour.class).stop();
            Document ofOrders = new Document("scope", "order:"); // which the other console alone counts
            assertThat(console.own()
                            .getCollection(KeptSlices.MinuteRecord.COLLECTION)
                            .find(ofOrders))
                    .anySatisfy(it -> assertThat(it).containsEntry("held", 1));
            console.heal();
            other.stop();
        }
    }

    private static List<Slice> hour(Console console, LockScope scope) {
        return console.bean(Overviews.class).hour(scope);
    }

    private static void keep(Console console, String scope, Instant minute, int held) {
        console.own()
                .getCollection(KeptSlices.MinuteRecord.COLLECTION)
                .insertOne(new Document("_id", scope + "\u001f" + minute.getEpochSecond() / 60)
                        .append("scope", scope)
                        .append("at", Date.from(minute))
                        .append("held", held)
                        .append("waiting", 1)
                        .append("grants", 2)
                        .append("evictions", 0));
    }
}
