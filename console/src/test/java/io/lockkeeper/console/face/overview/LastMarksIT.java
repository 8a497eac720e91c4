package io.lockkeeper.console.face.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Jobs;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.source.LockSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LastMarksIT {

    @AutoClose
    private static final Console console = Console.start();

    @Test
    void aTimeWithoutRecordsOfAnySourceWithinTheScopeIsMarked() {
        console.administrator("boss", "correct horse battery");
        LockSource source = new Jobs(console).watch("shedLock", "shedlock");
        Instant now = Instant.now(); // of what was before the source was added nothing is missed
        console.own()
                .getCollection("streams")
                .updateOne(
                        Filters.eq("_id", "source " + source.place()),
                        Updates.push(
                                "missed",
                                new Document("from", now)
                                        .append("until", now.plusSeconds(60))
                                        .append("why", "No console followed the collection.")),
                        new UpdateOptions().upsert(true));
        await().untilAsserted(() -> assertThat(marks(LockScope.EVERYTHING))
                .anyMatch(mark ->
                        mark.words().contains(source.id()) && mark.words().contains("No console followed")));
        assertThat(marks(new LockScope(List.of(""), List.of())))
                .noneMatch(mark -> mark.words().contains(source.id()));
    }

    private static List<TimeMark> marks(LockScope scope) {
        return console.bean(LastLeases.class).marks(scope, Instant.now().minus(Duration.ofDays(1)), Instant.now());
    }
}
