package io.lockkeeper.console.ground.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.mongodb.core.MongoTemplate;

/** A console whose address of MongoDB has a time limit for all that is done there. */
@Tag("nightly")
class TimeLimitIT {

    private static final Owner OWNER = Locks.owner("billing", "bill-1", 1, "main", "");

    @ParameterizedTest
    @ValueSource(strings = {"timeoutMS=400", "timeoutms=0"})
    void itsStreamsGoOnAndItsOwnLimitsHold(String option) {
        try (Console console = Console.withOption(option)) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> console.bean(Recorder.class).status() instanceof RecorderStatus.Recording);
            for (String lock : new String[] {"first", "second"}) {
                console.locks().enqueue(lock, OWNER, Duration.ofMinutes(10));
                await().until(() -> console.bean(Board.class).find(lock).isPresent());
            }
            assertThat(console.bean(BoardPublisher.class)
                            .snapshot(LockScope.EVERYTHING)
                            .freshness()
                            .isLive())
                    .isTrue();
            console.fail(new Document("failCommands", List.of("find"))
                    .append("blockConnection", true)
                    .append("blockTimeMS", 600));
            try {
                assertThat(console.bean(MongoTemplate.class).findAll(Document.class, "users"))
                        .as("a reading of 600 ms")
                        .isNotNull();
            } finally {
                console.heal();
            }
        }
    }
}
