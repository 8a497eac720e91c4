package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Filters;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class SightingsIT {

    @AutoClose
    private final Console console = Console.start();

    @Test
    void sinceWhenAFindingStandsIsKnownAfterARestartAndItsEndIsTheEnd() {
        damage();
        Instant first =
                await().until(() -> firstSeen(console), seen -> !seen.isEmpty()).getFirst();
        await().atMost(Duration.ofSeconds(30)).until(() -> kept().size() == 1);
        try (Console restarted = console.another()) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> firstSeen(restarted).equals(List.of(first)));
            console.locks().collection().deleteOne(Filters.eq("_id", "broken"));
            await().until(() ->
                    firstSeen(console).isEmpty() && firstSeen(restarted).isEmpty());
            await().atMost(Duration.ofSeconds(30)).until(() -> past(console, first), past -> past.size() == 1);
            assertThat(past(console, first).getFirst().lastSeen()).isAfter(first);
            damage();
            assertThat(await().until(() -> firstSeen(restarted), seen -> !seen.isEmpty())
                            .getFirst())
                    .isAfter(first);
        }
    }

    private void damage() {
        console.locks().collection().insertOne(BsonDocument.parse("{ _id: 'broken', holders: 'x' }"));
    }

    /** What an incident shows of it once it is over. */
    private static List<Finding> past(Console console, Instant since) {
        return console
                .bean(PastFindings.class)
                .between(LockScope.EVERYTHING, since.minusSeconds(1), since.plusSeconds(1), 10)
                .stream()
                .filter(it -> it.isOf(LockId.first("broken")))
                .toList();
    }

    private List<Document> kept() {
        return console.own().getCollection(Sightings.Sighting.COLLECTION).find().into(new ArrayList<>());
    }

    private static List<Instant> firstSeen(Console console) {
        return console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING).of(LockId.first("broken")).stream()
                .map(it -> it.firstSeen().truncatedTo(ChronoUnit.MILLIS)) // as MongoDB keeps it
                .toList();
    }
}
